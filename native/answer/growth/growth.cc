#include <utility>

#include "answer/growth/growth_listing.h"
#include "answer/growth/growth_question.h"
#include "answer/growth/growth_tree_answer.h"

namespace heaptrail {

Result<GrowthAnswer> ask(OpenedTrace& trace, const GrowthQuestion& question, Progress& progress) {
  Result<AnalysedWindow> window = analyseWindow(trace, question.window, progress);
  if (!window) return std::unexpected(window.error());
  Progress listing(progress, kShareOfListing);
  GrowthQuestion asked = question;
  // Where nothing was before, all of it was born.
  if (window->window.isWhole()) asked.category = GrowthCategory::kAll;
  Result<GrowthAnswer> answer = listGrowth(*window->analysis, asked, listing);
  if (!answer) return answer;
  answer->window = window->window;
  answer->types = typesThatGrew(window->from->live, window->to->live);
  answer->warnings = std::move(window->warnings);
  return answer;
}

Result<GrowthOfAnswer> ask(OpenedTrace& trace, const GrowthOfQuestion& question, Progress& progress) {
  Result<AnalysedWindow> window = analyseWindow(trace, question.window, progress);
  if (!window) return std::unexpected(window.error());
  Progress describing(progress, kShareOfListing);
  Result<GrowthOfAnswer> answer = describeGrowth(*window->analysis, question, describing);
  if (!answer) return answer;
  answer->window = window->window;
  answer->warnings = std::move(window->warnings);
  return answer;
}

Result<GrowthTreeAnswer> ask(OpenedTrace& trace, const GrowthTreeQuestion& question, Progress& progress) {
  Result<AnalysedWindow> window = analyseWindow(trace, question.window, progress);
  if (!window) return std::unexpected(window.error());
  Progress listing(progress, kShareOfListing);
  Result<GrowthTreeAnswer> answer = answerGrowthTree(*window->analysis, question, listing);
  if (!answer) return answer;
  answer->window = window->window;
  answer->warnings = std::move(window->warnings);
  return answer;
}

}  // namespace heaptrail
