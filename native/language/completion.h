// What could be written at a place: keywords and roles, classes of the open trace and their fields, classes of the
// workspace, names already described.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "language/known_types.h"
#include "language/place.h"

namespace heaptrail::dsl {

struct Proposal {
  enum class Kind : uint8_t { kKeyword, kType, kPackage, kField };
  std::string label;        // what is shown: a class without its package
  std::string text;         // what is written
  std::string matched;      // the one of the two that the letters typed so far stand in
  std::string detail;       // where it is from, how much of it there is
  std::string description;  // the package
  Kind kind = Kind::kType;
};

struct Proposals {
  TextRange replaces;          // the word that is being written
  std::vector<Proposal> list;  // the best first
  bool complete = true;        // false where more would come with more letters
};

/// `known` may be null; `workspaceTypes` are absolute names.
Proposals proposalsAt(const DescriptionSet& set, uint32_t file, uint32_t offset, const KnownTypes* known,
                      std::span<const std::string> workspaceTypes);

}  // namespace heaptrail::dsl
