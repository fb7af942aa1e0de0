#include "answer/growth_question.h"

#include <fmt/format.h>

namespace heaptrail {

std::string_view toString(GrowthOrder order) {
  switch (order) {
    case GrowthOrder::kRetained:
      return "retained";
    case GrowthOrder::kDeep:
      return "deep";
    case GrowthOrder::kStructure:
      return "structure";
    case GrowthOrder::kDeepStructure:
      return "deep-structure";
  }
  return "retained";
}

std::string_view toString(Origin category) {
  switch (category) {
    case Origin::kSurvivor:
      return "survivor";
    case Origin::kBorn:
      return "born";
    case Origin::kUnmatched:
      break;
  }
  return "unmatched";
}

std::string_view toString(GrowthCategory category) {
  switch (category) {
    case GrowthCategory::kSurvivor:
      return "survivor";
    case GrowthCategory::kBorn:
      return "born";
    case GrowthCategory::kAll:
      break;
  }
  return "all";
}

std::string_view toString(GrowthMatch match) { return match == GrowthMatch::kIdentity ? "identity" : "path"; }

Result<GrowthOrder> parseGrowthOrder(std::string_view word) {
  for (const GrowthOrder order :
       {GrowthOrder::kRetained, GrowthOrder::kDeep, GrowthOrder::kStructure, GrowthOrder::kDeepStructure}) {
    if (word == toString(order)) return order;
  }
  return usageError(
      fmt::format("expected retained, deep, structure or deep-structure as the order, found \"{}\"", word));
}

Result<GrowthCategory> parseGrowthCategory(std::string_view word) {
  for (const GrowthCategory category : {GrowthCategory::kSurvivor, GrowthCategory::kBorn, GrowthCategory::kAll}) {
    if (word == toString(category)) return category;
  }
  return usageError(fmt::format("expected survivor, born or all as the category, found \"{}\"", word));
}

bool includes(GrowthCategory category, Origin origin) {
  switch (category) {
    case GrowthCategory::kSurvivor:
      return origin == Origin::kSurvivor;
    case GrowthCategory::kBorn:
      return origin == Origin::kBorn;
    case GrowthCategory::kAll:
      break;
  }
  return origin != Origin::kUnmatched;
}

}  // namespace heaptrail
