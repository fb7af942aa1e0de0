// The question where a heap grew, place by place, without descriptions (growth/growth_tree.h), and its answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answer/growth_analysis.h"
#include "answer/growth_question.h"

namespace heaptrail {

struct GrowthTreeQuestion {
  WindowQuestion window;
  double threshold = kDefaultGrowthThreshold;  // from which suspects are marked
};

struct GrowthTreeAnswer {
  WindowAnswer window;
  int64_t minimumGain = 0;  // places that gained less are left out
  bool identity = false;    // whether it is known what was born
  struct Place {
    uint32_t parent = GrowthPlace::kNone;
    std::string type;
    bool isClass = false;
    Via via;
    GrownSize retained;
    uint64_t from = 0;  // objects
    uint64_t to = 0;
    uint64_t born = 0;  // of those at the end
    uint64_t metAgainFrom = 0;
    uint64_t metAgainTo = 0;
    uint64_t suspect = 0;  // the rank of the one that piles up here; 0 for none
  };
  std::vector<Place> places;  // the whole heap first, parents before children, which are in the order of their gain
  std::vector<Warning> warnings;
};

/// Takes the whole of the progress.
Result<GrowthTreeAnswer> answerGrowthTree(const GrowthAnalysis& analysis, const GrowthTreeQuestion& question,
                                          Progress& progress);

/// Descriptions of the containers that grew and that nobody described, as the text of a file.
struct InferredAnswer {
  WindowAnswer window;
  std::string text;
  std::vector<Warning> warnings;
};

}  // namespace heaptrail
