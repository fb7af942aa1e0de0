// The question where a heap grew, place by place, without descriptions (growth/growth_tree.h), and its answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/window_parameters.h"
#include "session/analysed_window.h"
#include "session/growth_analysis.h"

namespace heaptrail {

struct GrowthTreeQuestion {
  static constexpr std::string_view kName = "growthTree";
  static constexpr std::string_view kSentence = "Where the heap grew, place by place";

  WindowChoice window;
  double threshold = kDefaultGrowthThreshold;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    windowFields(visitor, self.window);
    visitor.percentage("threshold", self.threshold,
                       "From which percentage of the heap's growth on suspects are marked");
  }
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

Result<GrowthTreeAnswer> ask(OpenedTrace& trace, const GrowthTreeQuestion& question, Progress& progress);

std::string write(const GrowthTreeAnswer& answer, Form form);

}  // namespace heaptrail
