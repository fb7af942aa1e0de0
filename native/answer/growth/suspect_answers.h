// Suspects as an answer: named, with what they took in, the program's lines that made it, and the path that holds them.
#pragma once

#include <vector>

#include "answer/growth/growth_question.h"
#include "answer/shared/grown_rows.h"
#include "session/growth_analysis.h"

namespace heaptrail {

/// By the threshold of the rows. Those that were asked for last are kept with the analysis. Begins phases of its own;
/// takes the whole of the progress.
Result<GrowthAnalysis::Suspects> answerSuspects(const GrowthAnalysis& analysis, GrownRows& rows, Progress& progress);

}  // namespace heaptrail
