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

std::string_view toString(GrowthMatch match) { return match == GrowthMatch::kIdentity ? "identity" : "path"; }

Result<GrowthOrder> parseGrowthOrder(std::string_view word) {
  for (const GrowthOrder order :
       {GrowthOrder::kRetained, GrowthOrder::kDeep, GrowthOrder::kStructure, GrowthOrder::kDeepStructure}) {
    if (word == toString(order)) return order;
  }
  return usageError(
      fmt::format("expected retained, deep, structure or deep-structure as the order, found \"{}\"", word));
}

Result<Origin> parseGrowthCategory(std::string_view word) {
  if (word == "survivor") return Origin::kSurvivor;
  if (word == "born") return Origin::kBorn;
  return usageError(fmt::format("expected survivor or born as the category, found \"{}\"", word));
}

}  // namespace heaptrail
