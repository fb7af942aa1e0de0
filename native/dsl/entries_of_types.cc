#include "dsl/entries_of_types.h"

#include <ranges>
#include <string>
#include <string_view>

namespace heaptrail::dsl {

namespace {

class EntriesOfTypes {
 public:
  /// `head`: of the descriptions that are looked at, kNoEntry for those outside of all.
  EntriesOfTypes(const DescriptionSet& descriptions, const TypeIndex& types, uint32_t head)
      : descriptions_(descriptions),
        types_(types),
        head_(head),
        considered_(head == kNoEntry ? descriptions.entries() : descriptions.inside(head)),
        own_(types.symbols().types.size(), kNoEntry) {
    // The most exact last, so that it stays.
    for (const uint32_t place : std::views::reverse(descriptions.withWildcards())) {
      const DescriptionEntry& entry = descriptions.entries()[place];
      if (entry.head == head) addWildcard(entry);
    }
    for (const DescriptionEntry& entry : considered_) {
      if (entry.head == head && !entry.hasWildcard()) add(entry, types.named(entry.type));
    }
  }

  /// From what is written only: an inherited description is not inherited again past one without `+`.
  std::vector<uint32_t> run() const {
    std::vector<uint32_t> result = own_;
    if (!anyTakesSubclasses_) return result;
    for (uint32_t type = 0; type < own_.size(); ++type) {
      if (own_[type] == kNoEntry) result[type] = inherited(TypeId(type));
    }
    return result;
  }

 private:
  void add(const DescriptionEntry& entry, std::span<const TypeId> types) {
    for (const TypeId type : types) own_[type.value()] = descriptions_.indexOf(entry);
    anyTakesSubclasses_ |= entry.takesSubclasses();
    arraysWithSubclasses_ |= entry.takesSubclasses() && entry.description->type.dimensions > 0;
  }

  void addWildcard(const DescriptionEntry& entry) {
    TypePattern named = entry.description->type;
    named.subclasses = false;
    add(entry, types_.matching(named, entry.package()));
  }

  uint32_t inherited(TypeId type) const {
    const Symbols& symbols = types_.symbols();
    const bool isArray = symbols[type].name.ends_with(']');
    if (isArray) return arraysWithSubclasses_ ? inheritedByArray(type) : kNoEntry;
    // Superclasses that lead round in a circle stand in damaged traces only; there are never more than types.
    size_t left = own_.size();
    for (TypeId above = symbols[type].superclass; above.exists() && left-- > 0; above = symbols[above].superclass) {
      if (takesSubclasses(own_[above.value()])) return own_[above.value()];
    }
    return kNoEntry;
  }

  /// `Foo[]` takes the description of `Bar+[]` where Foo is a subclass of Bar.
  uint32_t inheritedByArray(TypeId type) const {
    const Symbols& symbols = types_.symbols();
    const TypeId element = types_.elementOf(type);
    if (!element.exists()) return kNoEntry;
    const std::string_view brackets = std::string_view(symbols[type].name).substr(symbols[element].name.size());
    size_t left = own_.size();
    for (TypeId above = symbols[element].superclass; above.exists() && left-- > 0; above = symbols[above].superclass) {
      const DescriptionEntry* entry = descriptions_.mostExact(symbols[above].name + std::string(brackets), head_);
      if (entry != nullptr && entry->takesSubclasses()) return descriptions_.indexOf(*entry);
    }
    return kNoEntry;
  }

  bool takesSubclasses(uint32_t entry) const {
    return entry != kNoEntry && descriptions_.entries()[entry].takesSubclasses();
  }

  const DescriptionSet& descriptions_;
  const TypeIndex& types_;
  uint32_t head_;
  std::span<const DescriptionEntry> considered_;
  std::vector<uint32_t> own_;
  bool anyTakesSubclasses_ = false;
  bool arraysWithSubclasses_ = false;
};

}  // namespace

std::vector<uint32_t> entriesOfTypes(const DescriptionSet& descriptions, const TypeIndex& types) {
  return EntriesOfTypes(descriptions, types, kNoEntry).run();
}

std::vector<uint32_t> entriesBelow(const DescriptionSet& descriptions, const TypeIndex& types,
                                   std::span<const uint32_t> everywhere, uint32_t head) {
  std::vector<uint32_t> below = EntriesOfTypes(descriptions, types, head).run();
  for (size_t type = 0; type < below.size(); ++type) {
    const bool isHead = everywhere[type] != kNoEntry && descriptions.entries()[everywhere[type]].isHead();
    if (below[type] == kNoEntry || isHead) below[type] = everywhere[type];
  }
  return below;
}

}  // namespace heaptrail::dsl
