// Which descriptions can play a part in a structure: those that a head leads to, over inner parts. Below a head that
// has descriptions inside, those stand in the place of others.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "dsl/description_set.h"
#include "dsl/type_index.h"

namespace heaptrail::dsl {

/// Answers "perhaps" as yes. Without a trace any class may be a subclass of any other.
///
/// Shipped descriptions with `*`, or with arrays of anything, lead to all objects there are, but whoever describes an
/// inner part does not mean that: such ways from shipped descriptions to the user's do not count.
class Reach {
 public:
  /// `types` and `entryOfType` (see entriesOfTypes) of the trace; null and empty without one.
  /// `meant`: types that probably should be led to, if only their names were spelt right.
  Reach(const DescriptionSet& descriptions, const TypeIndex* types, std::span<const uint32_t> entryOfType,
        std::span<const std::string> meant = {});

  /// `entry`: of DescriptionSet::entries().
  bool reaches(uint32_t entry) const { return reached_[entry]; }

 private:
  void followAll();
  void add(uint32_t entry);
  void add(const DescriptionEntry* entry);
  void addAll(bool fromShipped, bool onlyWithSubclasses);
  bool holdsHere(const DescriptionEntry& entry) const;
  void follow(const DescriptionEntry& from, const TypePattern& pattern);
  void followName(const DescriptionEntry& from, const TypePattern& pattern, const std::string& name);
  void followWildcard(const DescriptionEntry& from, const TypePattern& pattern, const std::string& name);
  void followTypes(const DescriptionEntry& from, const TypePattern& pattern, const std::string& name);

  const DescriptionSet& descriptions_;
  const TypeIndex* types_;
  std::span<const uint32_t> entryOfType_;
  std::vector<bool> reached_;

  // Of the heads that are followed at the moment: all without descriptions inside together, each other one alone.
  uint32_t head_ = kNoEntry;
  std::span<const uint32_t> entryOfTypeHere_;
  std::vector<bool> reachedHere_;
  std::vector<uint32_t> work_;
  std::unordered_set<std::string> followed_;  // a pattern leads to the same from wherever it stands
  unsigned searches_ = 0;                     // through the names of all types
  bool addedAll_[2][2] = {};                  // by the arguments of addAll
};

}  // namespace heaptrail::dsl
