#include "answer/growth/growth_tree_answer.h"

#include <algorithm>

#include "answer/growth/suspect_answers.h"
#include "base/try.h"

namespace heaptrail {

namespace {

uint64_t countBorn(const GrowthAnalysis& analysis, const GrowthPlace& place) {
  const Heap& before = analysis.from().heap();
  const Heap& after = analysis.to().heap();
  return static_cast<uint64_t>(std::ranges::count_if(
      place.at(EndOfWindow::kTo), [&](ObjectIndex object) { return !before.find(after.idOf(object)); }));
}

void markSuspects(const std::vector<SuspectAnswer>& suspects, GrowthTreeAnswer& answer) {
  for (size_t i = 0; i < suspects.size(); ++i) {
    for (const uint32_t place : suspects[i].places) answer.places[place].suspect = i + 1;
  }
}

}  // namespace

Result<GrowthTreeAnswer> answerGrowthTree(const GrowthAnalysis& analysis, const GrowthTreeQuestion& question,
                                          Progress& progress) {
  GrowthTreeAnswer answer;
  answer.identity = analysis.tracked().match() == GrowthMatch::kIdentity;
  const GrowthPlaces& places = analysis.places();
  if (places.tree() == nullptr) return answer;
  answer.minimumGain = places.tree()->minimumGain();
  for (const GrowthPlace& place : places.tree()->places()) {
    GrowthTreeAnswer::Place& told = answer.places.emplace_back();
    told.parent = place.parent;
    if (place.parent != GrowthPlace::kNone) told.type = places.names().typeName(place.type);
    told.isClass = place.isClass;
    told.via = places.vias()[place.via];
    told.retained = place.retained;
    told.from = place.count(EndOfWindow::kFrom);
    told.to = place.count(EndOfWindow::kTo);
    told.metAgainFrom = place.metAgain[indexOf(EndOfWindow::kFrom)];
    told.metAgainTo = place.metAgain[indexOf(EndOfWindow::kTo)];
    if (answer.identity) told.born = countBorn(analysis, place);
    if (progress.cancelled()) return cancelledError();
  }
  GrownRows rows(analysis, question.threshold);
  const GrowthAnalysis::Suspects suspects = TRY(answerSuspects(analysis, rows, progress));
  markSuspects(*suspects, answer);
  return answer;
}

}  // namespace heaptrail
