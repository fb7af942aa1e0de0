// The analysis of the window that was asked about last.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/lazy.h"
#include "dsl/description_set.h"
#include "model/ids.h"
#include "session/growth_analysis.h"

namespace heaptrail {

struct KeptGrowth {
  PointIndex from;
  PointIndex to;
  std::shared_ptr<const dsl::DescriptionSet> descriptions;
  std::vector<std::string> own;
  Lazy<GrowthAnalysis> analysis;
};

}  // namespace heaptrail
