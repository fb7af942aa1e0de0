#include "dsl/type_index.h"

#include <algorithm>
#include <unordered_set>

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

std::span<const TypeId> TypeIndex::beginningWith(std::string_view prefix) const {
  const auto name = [this](TypeId type) { return nameOf(type); };
  const auto from = std::ranges::lower_bound(byName_, prefix, {}, name);
  const auto to =
      std::partition_point(from, byName_.end(), [&](TypeId type) { return nameOf(type).starts_with(prefix); });
  return {from, to};
}

std::vector<TypeId> TypeIndex::withSubclasses(std::span<const TypeId> types) const {
  std::vector<bool> members(symbols_->types.size());
  std::vector<TypeId> result;
  const auto add = [&](TypeId type) {
    if (members[type.value()]) return;
    members[type.value()] = true;
    result.push_back(type);
  };
  for (const TypeId type : types) add(type);
  // The result grows as it is gone through.
  size_t next = 0;
  while (next < result.size()) {
    const TypeId type = result[next++];
    for (const TypeId subclass : subclasses_[type.value()]) add(subclass);
  }
  return result;
}

std::vector<TypeId> TypeIndex::arraysOf(std::span<const TypeId> elements, uint32_t dimensions) const {
  std::vector<TypeId> result;
  for (const TypeId element : elements) {
    std::string array(nameOf(element));
    for (uint32_t d = 0; d < dimensions; ++d) array += "[]";
    const auto arrays = named(array);
    result.insert(result.end(), arrays.begin(), arrays.end());
  }
  return result;
}

std::vector<TypeId> TypeIndex::matching(const TypePattern& pattern, std::string_view package) const {
  // `+` of an array stands for the subclasses of its elements, so elements are what is looked for first.
  const uint32_t dimensionsSought = pattern.subclasses ? 0 : pattern.dimensions;
  std::vector<TypeId> result;
  if (!pattern.hasWildcard()) {
    const auto exact = named(pattern.subclasses ? absoluteName(pattern, package) : absoluteType(pattern, package));
    result.assign(exact.begin(), exact.end());
  } else {
    const std::string name = absoluteName(pattern, package);
    for (const TypeId type : beginningWith(std::string_view(name).substr(0, name.find('*')))) {
      const bool sought = pattern.isAnything() || dimensionsOf(nameOf(type)) == dimensionsSought;
      if (sought && matchesWildcard(name, elementName(nameOf(type)))) result.push_back(type);
    }
  }
  if (pattern.subclasses) result = withSubclasses(result);
  if (pattern.subclasses && pattern.dimensions > 0) result = arraysOf(result, pattern.dimensions);
  std::ranges::sort(result);
  const auto repeated = std::ranges::unique(result);
  result.erase(repeated.begin(), repeated.end());
  return result;
}

bool TypeIndex::knows(const TypePattern& pattern, std::string_view package) const {
  if (isPrimitiveArray(pattern)) return true;
  const std::string name = absoluteName(pattern, package);
  if (!pattern.hasWildcard() && !named(name).empty()) return true;
  const std::string_view prefix = std::string_view(name).substr(0, name.find('*'));
  const auto matches = [&](TypeId type) {
    const std::string_view element = elementName(nameOf(type));
    return pattern.hasWildcard() ? matchesWildcard(name, element) : element == name;
  };
  if (pattern.hasWildcard()) return std::ranges::any_of(beginningWith(prefix), matches);
  return std::ranges::any_of(beginningWith(name + "["), matches);
}

std::vector<std::string_view> TypeIndex::fieldsOf(const TypePattern& pattern, std::string_view package) const {
  std::vector<std::string_view> names;
  std::unordered_set<std::string_view> seen;
  std::unordered_set<uint32_t> seenTypes;
  for (const TypeId type : matching(pattern, package)) {
    for (TypeId t = type; t.exists() && seenTypes.insert(t.value()).second; t = symbols()[t].superclass) {
      for (const Field& field : symbols()[t].fields) {
        if (seen.insert(field.name).second) names.emplace_back(field.name);
      }
    }
  }
  return names;
}

TypeId TypeIndex::elementOf(TypeId type) const {
  const std::string& name = symbols()[type].name;
  const std::string_view element = elementName(name);
  if (element.size() == name.size()) return type;
  const auto found = named(element);
  return found.empty() ? TypeId::none() : found.front();
}

}  // namespace heaptrail::dsl
