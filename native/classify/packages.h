// Packages of classes as properties have them: a key for each part of the name, and `java.util` has all below it.
#pragma once

#include <string>
#include <string_view>

#include "classify/property.h"

namespace heaptrail {

inline constexpr std::string_view kNoPackage = "(no package)";

/// `java`, `util` for `java.util.HashMap`.
KeyPath packageKeys(std::string_view type);

/// Whether a type is in this package, or in one below it.
bool isInPackage(std::string_view type, std::string_view package);

}  // namespace heaptrail
