// Answers the question about what grew in a window.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "answer/growth/growth_listing.h"
#include "answer/growth/suspect_answers.h"
#include "answer/shared/grown_rows.h"
#include "base/page.h"
#include "base/text.h"
#include "base/try.h"
#include "growth/both_ends.h"

namespace heaptrail {

namespace {

constexpr size_t kMostTypes = 10;
// Of what counts in the window: what is shown as 0.0 % is left out where only what grew is asked for.
constexpr double kSmallestShare = 0.0005;

// How much of the whole each step is.
constexpr double kSuspecting = 0.5;
constexpr double kEstimating = 0.2;
constexpr double kMeasuring = 0.2;
constexpr double kFindingLeaves = 0.1;

class Listing {
 public:
  Listing(const GrowthAnalysis& analysis, const GrowthQuestion& question, Progress& progress)
      : analysis_(analysis), question_(question), progress_(progress), rows_(analysis, question.threshold) {}

  Result<GrowthAnswer> run() {
    using Step = Status (Listing::*)();
    for (const Step step : {&Listing::suspect, &Listing::choose, &Listing::measure}) {
      TRY((this->*step)());
    }
    const TrackedStructures& tracked = analysis_.tracked();
    answer_.match = tracked.match();
    answer_.threshold = question_.threshold;
    answer_.survivors = tracked.survivors();
    answer_.died = tracked.died();
    answer_.born = tracked.born();
    answer_.unmatched = tracked.unmatched();
    answer_.order = question_.order;
    answer_.category = question_.category;
    answer_.hasLeaves = question_.leaves > 0;
    return std::move(answer_);
  }

 private:
  Status suspect() {
    Progress part(progress_, kSuspecting);
    const GrowthAnalysis::Suspects suspects = TRY(answerSuspects(analysis_, rows_, part));
    answer_.suspects = *suspects;
    return {};
  }

  Status choose() {
    if (question_.order == GrowthOrder::kDeep && question_.limit > 0) {
      TRY(estimate());
    }
    const std::vector<bool> types = typesSearched();
    const WindowEnd& end = analysis_.ends().to;
    const std::set<StructureIndex> suspected = suspectedStructures();
    std::vector<std::pair<int64_t, StructureIndex>> ranked;
    for (uint32_t i = 0; i < end.structures->count(); ++i) {
      const StructureIndex structure(i);
      if (i % kStructuresPerCheck == 0 && !progress_.advance(0)) return cancelledError();
      if (!includes(question_.category, analysis_.tracked().originOf(structure))) continue;
      if (!types[end.typeOf(structure).value()]) continue;
      if (question_.grown && !grew(structure) && !suspected.contains(structure)) {
        ++answer_.unchanged;
      } else {
        // Who wants no rows needs no order, for which deep sizes would have to be estimated.
        ranked.emplace_back(question_.limit > 0 ? gainOf(structure) : 0, structure);
      }
    }
    answer_.totalRows = ranked.size();
    const auto before = [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    };
    for (const auto& [gain, structure] : sortedPageOf(ranked, question_.offset, question_.limit, before)) {
      chosen_.push_back(structure);
    }
    return {};
  }

  std::set<StructureIndex> suspectedStructures() const {
    const WindowEnd& end = analysis_.ends().to;
    std::set<StructureIndex> suspected;
    for (const SuspectAnswer& suspect : answer_.suspects) {
      for (const uint64_t id : suspect.structures) {
        const auto head = end.heap().find(ObjectId(id));
        if (const auto structure = head ? end.structures->of(*head) : std::nullopt) suspected.insert(*structure);
      }
    }
    return suspected;
  }

  /// Deep sizes of all structures are estimated, to put them in order; those that are shown are exact.
  Status estimate() {
    return forBothEnds(analysis_.to().heapAnalysis().threads(), progress_, kEstimating,
                       [&](EndOfWindow end, Progress& part) -> Status {
                         const bool isFrom = end == EndOfWindow::kFrom;
                         const auto& at = isFrom ? analysis_.from() : analysis_.to();
                         const auto estimates = TRY(at.heapAnalysis().dataEstimates(part));
                         (isFrom ? deepFrom_ : deepTo_) = estimates;
                         return {};
                       });
  }

  /// By what is known of all structures: a deep size alone says nothing about a structure.
  bool grew(StructureIndex structure) const {
    const StructureGrowth growth = analysis_.window().growthOf(structure);
    const auto most = std::max({growth.retained.bytes(), growth.structure.bytes(), growth.deepStructure.bytes()});
    return most > 0 && static_cast<double>(most) >= rows_.gain().part(kSmallestShare);
  }

  int64_t gainOf(StructureIndex structure) const {
    const StructureGrowth growth = analysis_.window().growthOf(structure);
    switch (question_.order) {
      case GrowthOrder::kRetained:
        return growth.retained.bytes();
      case GrowthOrder::kStructure:
        return growth.structure.bytes();
      case GrowthOrder::kDeepStructure:
        return growth.deepStructure.bytes();
      case GrowthOrder::kDeep:
        break;
    }
    const auto before = analysis_.tracked().before(structure);
    const uint64_t from = before ? deepFrom_->bytes(analysis_.from().structures->head(*before)) : 0;
    return static_cast<int64_t>(deepTo_->bytes(analysis_.to().structures->head(structure))) -
           static_cast<int64_t>(from);
  }

  std::vector<bool> typesSearched() const {
    const std::string wanted = lowerCase(question_.search);
    std::vector<bool> result;
    for (const Type& type : analysis_.to().heap().symbols().types) {
      result.push_back(lowerCase(type.name).contains(wanted));
    }
    return result;
  }

  Status measure() {
    answer_.rows = TRY(rows_.measure(chosen_, progress_, kMeasuring));
    if (question_.leaves == 0) return {};
    std::vector<LeafQuestion> questions;
    for (size_t i = 0; i < chosen_.size(); ++i) questions.push_back(rows_.tellingLeaves(chosen_[i], answer_.rows[i]));
    std::vector<Leaves> leaves = TRY(rows_.leaves(questions, progress_, kFindingLeaves));
    for (size_t i = 0; i < chosen_.size(); ++i) {
      keepFirst(leaves[i].groups, question_.leaves);
      answer_.rows[i].leaves = std::move(leaves[i].groups);
    }
    return {};
  }

  const GrowthAnalysis& analysis_;
  const GrowthQuestion& question_;
  Progress& progress_;
  GrownRows rows_;
  std::shared_ptr<const DeepEstimates> deepFrom_;
  std::shared_ptr<const DeepEstimates> deepTo_;
  std::vector<StructureIndex> chosen_;
  GrowthAnswer answer_;
};

}  // namespace

Result<GrowthAnswer> listGrowth(const GrowthAnalysis& analysis, const GrowthQuestion& question, Progress& progress) {
  return Listing(analysis, question, progress).run();
}

std::vector<GrowthAnswer::TypeRow> typesThatGrew(const std::vector<GroupRow>& from, const std::vector<GroupRow>& to) {
  std::map<std::string_view, GrownSize> sizes;
  for (const GroupRow& row : from) sizes[row.key].from += Size{row.objects, row.bytes};
  for (const GroupRow& row : to) sizes[row.key].to += Size{row.objects, row.bytes};
  std::vector<GrowthAnswer::TypeRow> rows;
  for (const auto& [type, size] : sizes) {
    if (size.bytes() > 0) rows.push_back({std::string(type), size});
  }
  std::ranges::stable_sort(rows, std::ranges::greater{}, [](const auto& row) { return row.size.bytes(); });
  keepFirst(rows, kMostTypes);
  return rows;
}

}  // namespace heaptrail
