// What grew in a window, once it is analysed: the answers to `growth` and `growthOf`. The window itself is told by
// whoever asks.
#pragma once

#include <vector>

#include "answer/growth/growth_question.h"
#include "classify/group_row.h"
#include "session/growth_analysis.h"

namespace heaptrail {

/// Takes the whole of the progress.
Result<GrowthAnswer> listGrowth(const GrowthAnalysis& analysis, const GrowthQuestion& question, Progress& progress);
Result<GrowthOfAnswer> describeGrowth(const GrowthAnalysis& analysis, const GrowthOfQuestion& question,
                                      Progress& progress);

/// Types whose live objects gained most, most first.
std::vector<GrowthAnswer::TypeRow> typesThatGrew(const std::vector<GroupRow>& from, const std::vector<GroupRow>& to);

}  // namespace heaptrail
