#include "answer/shared/growth_row.h"

namespace heaptrail {

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

}  // namespace heaptrail
