#include "dsl/reach.h"

#include "base/text.h"
#include "dsl/described_types.h"
#include "dsl/names.h"

namespace heaptrail::dsl {

namespace {

/// Patterns that begin with a star are compared with the names of all types. After some of them, the rest may match
/// anything.
constexpr unsigned kMostSearches = 8;

}  // namespace

Reach::Reach(const DescriptionSet& descriptions, const TypeIndex* types, std::span<const uint32_t> entryOfType,
             std::span<const std::string> meant)
    : descriptions_(descriptions), types_(types), entryOfType_(entryOfType), reached_(descriptions.entries().size()) {
  const auto entries = descriptions.entries();
  for (uint32_t entry = 0; entry < entries.size(); ++entry) {
    if (entries[entry].isHead()) add(entry);
  }
  for (const std::string& type : meant) add(descriptions.find(type));
  while (!work_.empty()) {
    const DescriptionEntry& from = entries[work_.back()];
    work_.pop_back();
    for (const PointedTo& pointedTo : from.description->pointedTo) {
      if (!pointedTo.leaf) follow(from, pointedTo.pattern);
    }
  }
}

void Reach::add(uint32_t entry) {
  if (reached_[entry]) return;
  reached_[entry] = true;
  work_.push_back(entry);
}

void Reach::add(const DescriptionEntry* entry) {
  if (entry != nullptr) add(static_cast<uint32_t>(entry - descriptions_.entries().data()));
}

void Reach::addAll(bool fromShipped, bool onlyWithSubclasses) {
  bool& done = addedAll_[fromShipped ? 1 : 0][onlyWithSubclasses ? 1 : 0];
  if (done) return;
  done = true;
  const auto entries = descriptions_.entries();
  for (uint32_t entry = 0; entry < entries.size(); ++entry) {
    if (fromShipped && !descriptions_.fileOf(entries[entry]).isShipped()) continue;
    if (onlyWithSubclasses && !entries[entry].takesSubclasses()) continue;
    add(entry);
  }
}

void Reach::follow(const DescriptionEntry& from, const TypePattern& pattern) {
  if (isPrimitiveArray(pattern)) {
    add(descriptions_.find(toString(pattern)));
    return;
  }
  const bool shipped = descriptions_.fileOf(from).isShipped();
  TypePattern absolute = pattern;
  absolute.name = absoluteName(pattern, from.package());
  if (!followed_.insert(toString(absolute) + (shipped ? "/" : "")).second) return;
  const bool anyObject =
      absolute.name == "*" || (absolute.name == "java.lang.Object" && (pattern.subclasses || pattern.dimensions > 0));
  if (anyObject) {
    const DescriptionEntry* array = descriptions_.find(absoluteType(pattern, from.package()));
    add(array);
    if (array == nullptr) addAll(shipped, false);
    return;
  }
  if (pattern.hasWildcard()) {
    followWildcard(from, pattern, absolute.name);
  } else {
    followName(from, pattern, absolute.name);
  }
  if (types_ != nullptr) {
    followTypes(from, pattern, absolute.name);
  } else {
    const bool described = descriptions_.find(absoluteType(pattern, from.package())) != nullptr;
    const bool toSubclasses = pattern.subclasses || (pattern.dimensions > 0 && !described);
    if (toSubclasses) addAll(shipped, false);
    // What has no description may take that of a superclass.
    if (!described || pattern.hasWildcard()) addAll(shipped, true);
  }
}

/// The type itself, and of arrays without a description the elements.
void Reach::followName(const DescriptionEntry& from, const TypePattern& pattern, const std::string& name) {
  const DescriptionEntry* exact = descriptions_.find(absoluteType(pattern, from.package()));
  add(exact);
  if (exact != nullptr) return;
  std::string element = name;
  for (uint32_t d = 0; d < pattern.dimensions; ++d) {
    add(descriptions_.find(element));
    element += "[]";
  }
}

void Reach::followWildcard(const DescriptionEntry&, const TypePattern& pattern, const std::string& name) {
  const auto entries = descriptions_.entries();
  for (uint32_t entry = 0; entry < entries.size(); ++entry) {
    const bool canBe = dimensionsOf(entries[entry].type) <= pattern.dimensions;
    if (canBe && matchesWildcard(name, elementName(entries[entry].type))) add(entry);
  }
}

void Reach::followTypes(const DescriptionEntry& from, const TypePattern& pattern, const std::string& name) {
  if (name.starts_with('*') && ++searches_ > kMostSearches) {
    addAll(descriptions_.fileOf(from).isShipped(), false);
    return;
  }
  const auto addOf = [&](const std::vector<TypeId>& types) {
    for (const TypeId type : types) {
      if (entryOfType_[type.value()] != kNoEntry) add(entryOfType_[type.value()]);
    }
  };
  addOf(types_->matching(pattern, from.package()));
  const bool described = descriptions_.find(absoluteType(pattern, from.package())) != nullptr;
  if (pattern.dimensions == 0 || described) return;
  // An array without a description leads to its elements, which are of its element type or a subclass, or arrays.
  TypePattern element = pattern;
  element.subclasses = true;
  for (element.dimensions = 0; element.dimensions < pattern.dimensions; ++element.dimensions) {
    addOf(types_->matching(element, from.package()));
  }
}

}  // namespace heaptrail::dsl
