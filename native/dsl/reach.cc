#include "dsl/reach.h"

#include <algorithm>

#include "base/text.h"
#include "dsl/entries_of_types.h"
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
  entryOfTypeHere_ = entryOfType_;
  reachedHere_.assign(entries.size(), false);
  for (uint32_t entry = 0; entry < entries.size(); ++entry) {
    if (entries[entry].isHead() && descriptions.inside(entry).empty()) add(entry);
  }
  for (const std::string& type : meant) add(descriptions.find(type));
  followAll();
  for (uint32_t entry = 0; entry < entries.size(); ++entry) {
    if (!entries[entry].isHead() || descriptions.inside(entry).empty()) continue;
    head_ = entry;
    std::vector<uint32_t> below;
    if (types != nullptr) below = entriesBelow(descriptions, *types, entryOfType, entry);
    entryOfTypeHere_ = below;
    reachedHere_.assign(entries.size(), false);
    followed_.clear();
    searches_ = 0;
    for (auto& row : addedAll_) std::ranges::fill(row, false);
    add(entry);
    for (const std::string& type : meant) add(descriptions.find(type, entry));
    followAll();
  }
}

void Reach::followAll() {
  const auto entries = descriptions_.entries();
  while (!work_.empty()) {
    const DescriptionEntry& from = entries[work_.back()];
    work_.pop_back();
    for (const PointedTo& pointedTo : from.description->pointedTo) {
      if (!pointedTo.leaf) follow(from, pointedTo.pattern);
    }
  }
}

void Reach::add(uint32_t entry) {
  reached_[entry] = true;
  // Heads that are contained are followed for themselves.
  const bool isOther = entry != head_ && descriptions_.entries()[entry].isHead() &&
                       (head_ != kNoEntry || !descriptions_.inside(entry).empty());
  if (reachedHere_[entry] || isOther) return;
  reachedHere_[entry] = true;
  work_.push_back(entry);
}

void Reach::add(const DescriptionEntry* entry) {
  if (entry != nullptr) add(descriptions_.indexOf(*entry));
}

bool Reach::holdsHere(const DescriptionEntry& entry) const { return !entry.isInsideHead() || entry.head == head_; }

void Reach::addAll(bool fromShipped, bool onlyWithSubclasses) {
  bool& done = addedAll_[fromShipped ? 1 : 0][onlyWithSubclasses ? 1 : 0];
  if (done) return;
  done = true;
  const auto entries = descriptions_.entries();
  for (uint32_t entry = 0; entry < entries.size(); ++entry) {
    if (!holdsHere(entries[entry])) continue;
    if (fromShipped && !descriptions_.fileOf(entries[entry]).isShipped()) continue;
    if (onlyWithSubclasses && !entries[entry].takesSubclasses()) continue;
    add(entry);
  }
}

void Reach::follow(const DescriptionEntry& from, const TypePattern& pattern) {
  if (isPrimitiveArray(pattern)) {
    add(descriptions_.holdingFor(toString(pattern), head_));
    return;
  }
  const bool shipped = descriptions_.fileOf(from).isShipped();
  TypePattern absolute = pattern;
  absolute.name = absoluteName(pattern, from.package());
  if (!followed_.insert(toString(absolute) + (shipped ? "/" : "")).second) return;
  const bool anyObject =
      absolute.name == "*" || (absolute.name == "java.lang.Object" && (pattern.subclasses || pattern.dimensions > 0));
  if (anyObject) {
    const DescriptionEntry* array = descriptions_.holdingFor(absoluteType(pattern, from.package()), head_);
    add(array);
    if (array == nullptr || pattern.hasWildcard()) addAll(shipped, false);
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
    const bool described = descriptions_.holdingFor(absoluteType(pattern, from.package()), head_) != nullptr;
    const bool toSubclasses = pattern.subclasses || (pattern.dimensions > 0 && !described);
    if (toSubclasses) addAll(shipped, false);
    // What has no description may take that of a superclass.
    if (!described || pattern.hasWildcard()) addAll(shipped, true);
  }
}

/// The type itself, and of arrays without a description the elements.
void Reach::followName(const DescriptionEntry& from, const TypePattern& pattern, const std::string& name) {
  const DescriptionEntry* exact = descriptions_.holdingFor(absoluteType(pattern, from.package()), head_);
  add(exact);
  if (exact != nullptr) return;
  std::string element = name;
  for (uint32_t d = 0; d < pattern.dimensions; ++d) {
    add(descriptions_.holdingFor(element, head_));
    element += "[]";
  }
}

void Reach::followWildcard(const DescriptionEntry&, const TypePattern& pattern, const std::string& name) {
  const auto entries = descriptions_.entries();
  for (uint32_t entry = 0; entry < entries.size(); ++entry) {
    const bool canBe = holdsHere(entries[entry]) && dimensionsOf(entries[entry].type) <= pattern.dimensions;
    // What two names with stars have in common, only the types of a trace can tell.
    const bool perhaps = entries[entry].hasWildcard() && types_ == nullptr;
    if (canBe && (perhaps || matchesWildcard(name, elementName(entries[entry].type)))) add(entry);
  }
}

void Reach::followTypes(const DescriptionEntry& from, const TypePattern& pattern, const std::string& name) {
  if (name.starts_with('*') && ++searches_ > kMostSearches) {
    addAll(descriptions_.fileOf(from).isShipped(), false);
    return;
  }
  const auto addOf = [&](const std::vector<TypeId>& types) {
    for (const TypeId type : types) {
      if (entryOfTypeHere_[type.value()] != kNoEntry) add(entryOfTypeHere_[type.value()]);
    }
  };
  addOf(types_->matching(pattern, from.package()));
  const bool described = descriptions_.holdingFor(absoluteType(pattern, from.package()), head_) != nullptr;
  if (pattern.dimensions == 0 || described) return;
  // An array without a description leads to its elements, which are of its element type or a subclass, or arrays.
  TypePattern element = pattern;
  element.subclasses = true;
  for (element.dimensions = 0; element.dimensions < pattern.dimensions; ++element.dimensions) {
    addOf(types_->matching(element, from.package()));
  }
}

}  // namespace heaptrail::dsl
