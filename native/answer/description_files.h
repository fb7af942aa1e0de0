// Description files as users name them: read from disk, and put together with what ships.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "dsl/description_set.h"

namespace heaptrail {

/// What is not UTF-8 is refused, with the place. Syntax errors are the file's own diagnostics.
Result<std::shared_ptr<const dsl::DescriptionFile>> readDescriptionFile(const std::string& path);

/// Which descriptions hold: the shipped ones, unless they are not wanted, and then these files in their order.
struct DescriptionChoice {
  bool shipped = true;
  std::vector<std::string> files;
};

/// A file with errors is refused: what it leaves out would be missing without a word.
Result<std::shared_ptr<const dsl::DescriptionSet>> readDescriptions(const DescriptionChoice& choice);

/// The shipped ones alone.
std::shared_ptr<const dsl::DescriptionSet> shippedDescriptionSet();

}  // namespace heaptrail
