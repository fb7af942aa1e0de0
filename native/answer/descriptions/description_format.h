// Laying out files of descriptions where they lie.
#pragma once

#include <string>

#include "base/error.h"

namespace heaptrail {

struct FormattedDescriptions {
  std::string text;      // empty where there are errors
  bool changed = false;  // whether it was not laid out so before
  std::string errors;    // what is wrong, as text; then the file must stay as it is
};

Result<FormattedDescriptions> formatDescriptions(const std::string& path);

/// In place of what the file held, whole or not at all. Keeps who may read it, and where a link leads.
Status replaceText(const std::string& path, const std::string& text);

}  // namespace heaptrail
