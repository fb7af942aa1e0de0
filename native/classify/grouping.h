// Groupings, as users write them: `type, site, leaves(deep)[type, site]`. Each part divides the objects of a row of the
// part before it.
//
//   grouping = step { "," step }
//   step     = name [ "(" option { "," option } ")" ] [ "[" grouping "]" ]
//   option   = word | number
//
// Names are those of properties (property_list.h, docs/groupings.md). A number is how many levels a property that
// divides has at the most: `package(2)`; objects further down are in the rows of the last one. Only properties that
// lead on to other objects have brackets; what stands in them divides these other objects, and so does all that
// follows. Without brackets, and with nothing behind, it is `type`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "classify/property.h"

namespace heaptrail {

struct GroupingStep {
  const Property* property = nullptr;
  Options options;    // the property's own words
  size_t levels = 0;  // how many it has at the most; 0 for as many as there are keys
};

/// Brackets are gone: they only say what the steps behind a property are for.
struct Grouping {
  std::vector<GroupingStep> steps;
};

Result<Grouping> parseGrouping(std::string_view text);

/// What is wrong with a grouping, without a heap.
Status checkGrouping(std::string_view text);

/// `type, site, leaves(deep), type`: the same for all ways to write the same.
std::string toString(const Grouping& grouping);
std::string toString(std::span<const GroupingStep> steps);

}  // namespace heaptrail
