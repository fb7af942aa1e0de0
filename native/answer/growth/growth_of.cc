// Answers the question about how one structure grew in a window.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "answer/growth/growth_listing.h"
#include "answer/shared/grown_rows.h"
#include "answer/shared/growth_advice.h"
#include "answer/shared/growth_sentences.h"
#include "answer/shared/turnover.h"
#include "answer/shared/write_parts.h"
#include "base/page.h"
#include "base/try.h"
#include "structure/containing_structures.h"

namespace heaptrail {

namespace {

// How much of the whole each step is.
constexpr double kMeasuringOne = 0.25;
constexpr double kMeasuringLeaves = 0.25;
constexpr double kFindingPath = 0.2;
constexpr double kTurningRound = 0.2;
constexpr double kFindingOwners = 0.1;

constexpr size_t kMostOwners = 20;
// More candidates for owners are not compared leaf by leaf.
constexpr size_t kMostCompared = 1000;

class Description {
 public:
  Description(const GrowthAnalysis& analysis, const GrowthOfQuestion& question, Progress& progress)
      : analysis_(analysis), question_(question), progress_(progress), rows_(analysis, question.threshold) {}

  Result<GrowthOfAnswer> run() {
    using Step = Status (Description::*)();
    for (const Step step :
         {&Description::find, &Description::measure, &Description::findLeaves, &Description::findOwners}) {
      TRY((this->*step)());
    }
    answer_.threshold = question_.threshold;
    return std::move(answer_);
  }

 private:
  Status find() {
    const Heap& heap = analysis_.to().heap();
    const std::optional<ObjectIndex> object = heap.find(ObjectId(question_.object));
    const auto structure = object ? analysis_.to().structures->of(*object) : std::nullopt;
    if (!structure) {
      return usageError(
          fmt::format("{} is not the head of a data structure at the end of the window", idText(question_.object)));
    }
    structure_ = *structure;
    return {};
  }

  Status measure() {
    std::vector<GrowthRow> rows = TRY(rows_.measure(std::span(&structure_, 1), progress_, kMeasuringOne));
    answer_.row = std::move(rows.front());
    Progress part(progress_, kFindingPath);
    answer_.path = TRY(rows_.pathTo(analysis_.to().structures->head(structure_), part));
    return {};
  }

  Status findLeaves() {
    answer_.leavesOf = question_.leaves.value_or(rows_.tellingDescent(answer_.row.growth));
    const LeafDepths depths = isDataGrowth(answer_.row.pattern) ? LeafDepths::kInOrder : LeafDepths::kMeasured;
    const LeafQuestion question = rows_.leavesOf(structure_, answer_.leavesOf, depths);
    std::vector<Leaves> found = TRY(rows_.leaves(std::span(&question, 1), progress_, kMeasuringLeaves));
    const Leaves& leaves = found.front();
    answer_.leafRows = leaves.groups.size();
    answer_.allLeaves = leaves.all;
    std::vector<TakenIn> taken = takenOf(leaves);
    TRY(countRemoved(analysis_, question, taken, progress_));
    answer_.sentence = sentenceAbout(answer_.row, taken, rows_.gain());
    answer_.advice = adviceOn(answer_.row.pattern, taken, leaves.groups, {false, rows_.gain().isWhole()});
    const std::span<const LeafGroup> page = pageOf(leaves.groups, question_.offset, question_.limit);
    answer_.leaves.assign(page.begin(), page.end());
    std::ranges::copy_if(leaves.types, std::back_inserter(answer_.leafTypes), [&](const LeafType& type) {
      return std::ranges::find(answer_.leaves, type.type, &LeafGroup::type) != answer_.leaves.end();
    });
    return {};
  }

  /// Who else holds the leaves; of growth with shared ownership only.
  Status findOwners() {
    const auto pattern = answer_.row.pattern;
    if (pattern != GrowthPattern::kSharedOwnershipContainer && pattern != GrowthPattern::kSharedOwnershipData)
      return {};
    const GrowthAnalysis::End& end = analysis_.to();
    const LiveGraph& graph = end.heapAnalysis().graph();
    StructureWalk walk(graph, end.analysis->types());
    const auto visit = [&](StructureIndex structure) {
      return walk.run(end.structures->head(structure), Descent::kOwnParts, StructureWalk::kNoLimit, progress_) !=
             StructureWalk::End::kCancelled;
    };
    if (!visit(structure_)) return cancelledError();
    BitSet leaves(end.heap().objectCount());
    for (const ObjectIndex member : walk.members()) {
      if (walk.isLeaf(member)) leaves.set(member.value());
    }
    Progress turning(progress_, kTurningRound);
    const auto reverse = TRY(end.heapAnalysis().reverse(turning));
    Progress finding(progress_, kFindingOwners);
    finding.begin("Finding who else holds the leaves", 0, 1, end.heap().objectCount());
    const auto containing = TRY(containingStructures(graph, *reverse, *end.structures, leaves, finding));
    for (const StructureIndex owner : containing) {
      if (owner == structure_) continue;
      if (answer_.owners.size() == kMostCompared) break;
      if (!visit(owner)) return cancelledError();
      const auto shared = static_cast<uint64_t>(
          std::ranges::count_if(walk.members(), [&](ObjectIndex member) { return leaves.test(member.value()); }));
      const GrowthRow row = rows_.describe(owner);
      answer_.owners.push_back({row.name, row.field, row.id, row.type, row.site, shared});
    }
    std::ranges::stable_sort(answer_.owners, std::ranges::greater{}, &GrowthOfAnswer::Owner::shared);
    keepFirst(answer_.owners, kMostOwners);
    return {};
  }

  const GrowthAnalysis& analysis_;
  const GrowthOfQuestion& question_;
  Progress& progress_;
  GrownRows rows_;
  StructureIndex structure_;
  GrowthOfAnswer answer_;
};

}  // namespace

Result<GrowthOfAnswer> describeGrowth(const GrowthAnalysis& analysis, const GrowthOfQuestion& question,
                                      Progress& progress) {
  return Description(analysis, question, progress).run();
}

}  // namespace heaptrail
