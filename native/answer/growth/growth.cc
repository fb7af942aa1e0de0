#include <utility>

#include "answer/growth/growth_listing.h"
#include "answer/growth/growth_question.h"
#include "answer/growth/growth_tree_answer.h"
#include "base/try.h"

namespace heaptrail {

Result<GrowthAnswer> ask(OpenedTrace& trace, const GrowthQuestion& question, Progress& progress) {
  AnalysedWindow window = TRY(analyseWindow(trace, question.window, progress));
  Progress listing(progress, kShareOfListing);
  GrowthQuestion asked = question;
  // Where nothing was before, all of it was born.
  if (window.window.isWhole()) asked.category = GrowthCategory::kAll;
  GrowthAnswer answer = TRY(listGrowth(*window.analysis, asked, listing));
  answer.window = window.window;
  answer.types = typesThatGrew(window.from->live, window.to->live);
  answer.warnings = std::move(window.warnings);
  return answer;
}

Result<GrowthOfAnswer> ask(OpenedTrace& trace, const GrowthOfQuestion& question, Progress& progress) {
  AnalysedWindow window = TRY(analyseWindow(trace, question.window, progress));
  Progress describing(progress, kShareOfListing);
  GrowthOfAnswer answer = TRY(describeGrowth(*window.analysis, question, describing));
  answer.window = window.window;
  answer.warnings = std::move(window.warnings);
  return answer;
}

Result<GrowthTreeAnswer> ask(OpenedTrace& trace, const GrowthTreeQuestion& question, Progress& progress) {
  AnalysedWindow window = TRY(analyseWindow(trace, question.window, progress));
  Progress listing(progress, kShareOfListing);
  GrowthTreeAnswer answer = TRY(answerGrowthTree(*window.analysis, question, listing));
  answer.window = window.window;
  answer.warnings = std::move(window.warnings);
  return answer;
}

}  // namespace heaptrail
