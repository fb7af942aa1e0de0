#include "answer/growth/growth_question.h"

namespace heaptrail {

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
