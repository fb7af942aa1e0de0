// All properties, in the order in which people are told of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "classify/property.h"

namespace heaptrail {

std::span<const Property* const> allProperties();

/// Null where there is none of this name.
const Property* propertyNamed(std::string_view name);

/// The names of those that conditions may have, or groupings.
std::vector<std::string> namesInConditions();
std::vector<std::string> namesInGroupings();

}  // namespace heaptrail
