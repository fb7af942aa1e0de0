// What stands at a place in a file of descriptions: the start of everything an editor asks about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/description_set.h"

namespace heaptrail::dsl {

/// A place in one of several files.
struct FileRange {
  uint32_t file = 0;  // of DescriptionSet::files()
  TextRange range;
  friend bool operator==(const FileRange&, const FileRange&) = default;
};

/// A written type or pattern, where it belongs.
struct Mention {
  uint32_t file = 0;
  const Block* block = nullptr;
  const Description* description = nullptr;
  const Description* head = nullptr;     // inside which the description stands, if it does
  const PointedTo* pointedTo = nullptr;  // null for the described type itself

  const TypePattern& pattern() const { return pointedTo == nullptr ? description->type : pointedTo->pattern; }
  bool isDescribed() const { return pointedTo == nullptr; }
  /// Absolute, without brackets and `+`.
  std::string name() const;
};

/// The type or pattern at an offset: under a cursor, also right behind it.
std::optional<Mention> mentionAt(const DescriptionSet& set, uint32_t file, uint32_t offset);

/// Calls `visit(mention)` for every type and pattern of a file, description by description.
template <typename Visit>
void forEachMention(const DescriptionSet& set, uint32_t file, Visit&& visit) {
  for (const Block& block : set.files()[file]->tree().blocks) {
    forEachDescription(block, [&](const Description& description, const Description* head) {
      visit(Mention{file, &block, &description, head, nullptr});
      for (const PointedTo& pointedTo : description.pointedTo) {
        visit(Mention{file, &block, &description, head, &pointedTo});
      }
    });
  }
}

/// The head whose body holds the mention, if its description holds: an index of DescriptionSet::entries().
uint32_t headAround(const DescriptionSet& set, const Mention& mention);

/// All mentions of exactly this class, in all files and in the order of the text: patterns with stars are none.
std::vector<Mention> mentionsOf(const DescriptionSet& set, const std::string& name);

}  // namespace heaptrail::dsl
