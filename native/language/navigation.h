// From a name to where it is described, to where it is used, and to another name.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "dsl/diagnostic.h"
#include "language/place.h"

namespace heaptrail::dsl {

/// The descriptions that hold for what stands here: of this class, with and without brackets, or else the one with
/// stars that fits its name. Of a pattern with stars, all described classes that it stands for by name. Those inside
/// the head around it come before those outside; those inside other heads come where there are none else.
std::vector<FileRange> definitionsAt(const DescriptionSet& set, uint32_t file, uint32_t offset);

/// Every mention of the class that stands here, its descriptions included if they are wanted.
std::vector<FileRange> referencesAt(const DescriptionSet& set, uint32_t file, uint32_t offset, bool withDescriptions);

struct FileEdit {
  uint32_t file = 0;
  TextEdit edit;
};

/// What would be renamed here: the place of the name, or why not.
Result<TextRange> renameRangeAt(const DescriptionSet& set, uint32_t file, uint32_t offset);

/// Another name for the class that stands here, everywhere in the user's files. A name without dots stays in the
/// package. Every mention is written as shortly as its namespace allows if it was before.
Result<std::vector<FileEdit>> renameAt(const DescriptionSet& set, uint32_t file, uint32_t offset,
                                       const std::string& name);

}  // namespace heaptrail::dsl
