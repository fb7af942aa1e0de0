// Description files as users name them: read from disk, and put together with what ships.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "dsl/description_set.h"
#include "model/trace.h"

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

/// The same for texts that an editor hands over. They change while somebody works on them, so a file with errors is
/// left out, with a warning, and the others hold.
struct DescriptionTexts {
  struct File {
    std::string name;  // as messages are to say it
    std::string text;
  };
  bool shipped = true;
  std::vector<File> files;  // later ones win
};

struct ReadTexts {
  std::shared_ptr<const dsl::DescriptionSet> descriptions;
  std::vector<Warning> warnings;
};

ReadTexts readDescriptions(const DescriptionTexts& texts);

/// The shipped ones alone.
std::shared_ptr<const dsl::DescriptionSet> shippedDescriptionSet();

}  // namespace heaptrail
