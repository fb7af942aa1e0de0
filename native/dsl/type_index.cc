#include "dsl/type_index.h"

#include <algorithm>

#include "base/text.h"
#include "dsl/names.h"

namespace heaptrail::dsl {

TypeIndex::TypeIndex(std::shared_ptr<const Symbols> symbols) : symbols_(std::move(symbols)) {
  const std::vector<Type>& types = symbols_->types;
  subclasses_.resize(types.size());
  for (uint32_t i = 0; i < types.size(); ++i) {
    byName_.emplace_back(i);
    if (types[i].superclass.exists()) subclasses_[types[i].superclass.value()].emplace_back(i);
  }
  std::ranges::stable_sort(byName_, {}, [&](TypeId type) { return std::string_view(types[type.value()].name); });
  ranges_.reserve(types.size());
  for (uint32_t i = 0; i < byName_.size(); ++i) {
    const auto [range, isNew] = ranges_.try_emplace(types[byName_[i].value()].name, i, i + 1);
    if (!isNew) range->second.second = i + 1;
  }
}

std::span<const TypeId> TypeIndex::named(std::string_view name) const {
  const auto range = ranges_.find(name);
  if (range == ranges_.end()) return {};
  const auto [from, to] = range->second;
  return std::span(byName_).subspan(from, to - from);
}

void TypeIndex::addWithSubclasses(TypeId type, std::vector<bool>& members) const {
  std::vector<TypeId> work = {type};
  while (!work.empty()) {
    const TypeId next = work.back();
    work.pop_back();
    if (members[next.value()]) continue;
    members[next.value()] = true;
    work.insert(work.end(), subclasses_[next.value()].begin(), subclasses_[next.value()].end());
  }
}

std::vector<TypeId> TypeIndex::matching(const TypePattern& pattern, std::string_view package) const {
  const std::vector<Type>& types = symbols_->types;
  if (!pattern.hasWildcard() && !pattern.subclasses) {
    const auto exact = named(absoluteType(pattern, package));
    std::vector<TypeId> result(exact.begin(), exact.end());
    std::ranges::sort(result);
    return result;
  }
  const std::string name = absoluteName(pattern, package);
  std::vector<bool> members(types.size());
  const auto add = [&](TypeId type) {
    if (pattern.subclasses) {
      addWithSubclasses(type, members);
    } else {
      members[type.value()] = true;
    }
  };
  // `+` of an array stands for the subclasses of its elements, so elements are what is looked for first.
  const uint32_t dimensionsSought = pattern.subclasses ? 0 : pattern.dimensions;
  if (!pattern.hasWildcard()) {
    for (const TypeId type : named(name)) add(type);
  } else {
    for (uint32_t i = 0; i < types.size(); ++i) {
      const std::string_view element = elementName(types[i].name);
      const bool sought = pattern.isAnything() || dimensionsOf(types[i].name) == dimensionsSought;
      if (sought && matchesWildcard(name, element)) add(TypeId(i));
    }
  }
  std::vector<TypeId> result;
  for (uint32_t i = 0; i < types.size(); ++i) {
    if (!members[i]) continue;
    if (dimensionsSought == pattern.dimensions || pattern.isAnything()) {
      result.emplace_back(i);
    } else {
      std::string array = types[i].name;
      for (uint32_t d = 0; d < pattern.dimensions; ++d) array += "[]";
      const auto arrays = named(array);
      result.insert(result.end(), arrays.begin(), arrays.end());
    }
  }
  std::ranges::sort(result);
  const auto repeated = std::ranges::unique(result);
  result.erase(repeated.begin(), repeated.end());
  return result;
}

TypeId TypeIndex::elementOf(TypeId type) const {
  const std::string& name = symbols()[type].name;
  const std::string_view element = elementName(name);
  if (element.size() == name.size()) return type;
  const auto found = named(element);
  return found.empty() ? TypeId::none() : found.front();
}

}  // namespace heaptrail::dsl
