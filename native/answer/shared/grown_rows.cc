#include "answer/shared/grown_rows.h"

#include <utility>

#include "answer/shared/describe_objects.h"
#include "answer/shared/turnover.h"
#include "base/try.h"
#include "growth/both_ends.h"

namespace heaptrail {

namespace {

// How much of the whole each step of measuring is.
constexpr double kMeasuringDeep = 0.8;
constexpr double kNaming = 0.2;

/// Sizes that were too much to know of all structures are not too much to know of those that are shown.
Status walkInexact(const GrowthAnalysis::End& end, StructureIndex structure, const Progress& progress, Size& own,
                   Size& deep, uint64_t& leaves) {
  const bool isTooWide = end.structures->isTooWide(structure);
  if (!isTooWide && end.deep->isExact(structure)) return {};
  StructureWalk walk(end.heapAnalysis().graph(), end.analysis->types());
  const auto run = [&](Descent descent) {
    return walk.run(end.structures->head(structure), descent, StructureWalk::kNoLimit, progress) !=
           StructureWalk::End::kCancelled;
  };
  if (isTooWide) {
    if (!run(Descent::kOwnParts)) return cancelledError();
    own = walk.size();
    leaves = walk.leaves();
  }
  if (!run(Descent::kContainedToo)) return cancelledError();
  deep = walk.size();
  return {};
}

void setName(GrowthRow& row, PlaceName name) {
  row.name = std::move(name.text);
  row.field = std::move(name.field);
  row.within = std::move(name.within);
}

}  // namespace

GrownRows::GrownRows(const GrowthAnalysis& analysis, double threshold)
    : analysis_(analysis),
      threshold_(threshold),
      commonNames_(analysis.from().heap(), analysis.to().heap()),
      names_(analysis) {}

GrowthRow GrownRows::describe(StructureIndex structure) const {
  GrowthRow row = rowOf(structure);
  setName(row, names_.byHolder(analysis_.to().structures->head(structure)));
  return row;
}

GrowthRow GrownRows::rowOf(StructureIndex structure) const {
  const GrowthAnalysis::End& end = analysis_.to();
  const Heap& heap = end.heap();
  const ObjectIndex head = end.structures->head(structure);
  const TypeId type = heap.typeOf(head);
  GrowthRow row;
  row.id = heap.idOf(head).value();
  row.type = heap.symbols()[type].name;
  const dsl::DescriptionEntry& description = *end.analysis->types().descriptionOf(type);
  row.description = description.type;
  row.inferred = end.analysis->types().descriptions().fileOf(description).isInferred();
  if (const SiteId site = heap.siteOf(head); site.exists()) row.site = heap.symbols()[site].frames;
  row.category = analysis_.tracked().originOf(structure);
  row.match = analysis_.tracked().match();
  row.growth = analysis_.window().growthOf(structure);
  row.leavesTo = end.structures->leaves(structure);
  if (const auto before = analysis_.tracked().before(structure)) {
    const GrowthAnalysis::End& start = analysis_.from();
    const uint64_t id = start.heap().idOf(start.structures->head(*before)).value();
    if (id != row.id) row.fromId = id;
    row.leavesFrom = start.structures->leaves(*before);
  }
  return row;
}

Result<std::vector<GrowthRow>> GrownRows::measure(std::span<const StructureIndex> structures, Progress& progress,
                                                  double share) {
  std::vector<GrowthRow> rows;
  std::vector<size_t> untold;
  for (const StructureIndex structure : structures) {
    const ObjectIndex head = analysis_.to().structures->head(structure);
    PlaceName name = names_.byHolder(head);
    if (!names_.tells(name, head)) untold.push_back(rows.size());
    rows.push_back(rowOf(structure));
    setName(rows.back(), std::move(name));
    TRY(walkInexact(structure, rows.back(), progress));
  }
  TRY(measureDeep(structures, rows, progress, share * kMeasuringDeep));
  for (GrowthRow& row : rows) row.pattern = growthPattern(row.growth, gain(), threshold_);
  TRY(nameByContents(untold, structures, rows, progress, share * kNaming));
  return rows;
}

Status GrownRows::nameByContents(std::span<const size_t> untold, std::span<const StructureIndex> structures,
                                 std::vector<GrowthRow>& rows, Progress& progress, double share) {
  if (untold.empty()) return {};
  std::vector<LeafQuestion> questions;
  for (const size_t i : untold) {
    questions.push_back(leavesOf(structures[i], tellingDescent(rows[i].growth), LeafDepths::kLeftOut));
  }
  const std::vector<Leaves> found = TRY(leaves(questions, progress, share));
  for (size_t i = 0; i < untold.size(); ++i) {
    const std::vector<TakenIn> taken = takenOf(found[i]);
    const LeafQuestion& question = questions[i];
    const ObjectIndex head = analysis_.to().structures->head(question.structures.front());
    setName(rows[untold[i]], TRY(names_.of({head, question.structures, question.descent, taken}, progress)));
  }
  return {};
}

Status GrownRows::walkInexact(StructureIndex structure, GrowthRow& row, const Progress& progress) const {
  StructureGrowth& growth = row.growth;
  if (const auto before = analysis_.tracked().before(structure)) {
    TRY(heaptrail::walkInexact(analysis_.from(), *before, progress, growth.structure.from, growth.deepStructure.from,
                               row.leavesFrom));
  }
  return heaptrail::walkInexact(analysis_.to(), structure, progress, growth.structure.to, growth.deepStructure.to,
                                row.leavesTo);
}

Status GrownRows::measureDeep(std::span<const StructureIndex> structures, std::vector<GrowthRow>& rows,
                              Progress& progress, double share) const {
  if (rows.empty()) return {};
  return forBothEnds(analysis_.to().heapAnalysis().threads(), progress, share,
                     [&](EndOfWindow which, Progress& part) -> Status {
                       const bool isFrom = which == EndOfWindow::kFrom;
                       const GrowthAnalysis::End& end = isFrom ? analysis_.from() : analysis_.to();
                       std::vector<ObjectIndex> heads;
                       std::vector<size_t> places;
                       for (size_t i = 0; i < structures.size(); ++i) {
                         const auto here = isFrom ? analysis_.tracked().before(structures[i]) : structures[i];
                         if (!here) continue;
                         heads.push_back(end.structures->head(*here));
                         places.push_back(i);
                       }
                       if (heads.empty()) return {};
                       const std::vector<Size> sizes = TRY(end.data->deepSizes(heads, part));
                       for (size_t i = 0; i < heads.size(); ++i) {
                         GrownSize& deep = rows[places[i]].growth.deep;
                         deep[which] = sizes[i];
                       }
                       return {};
                     });
}

Descent GrownRows::tellingDescent(const StructureGrowth& growth) const {
  const bool byItself = static_cast<double>(growth.structure.bytes()) >= minimumGain();
  const bool byOthers = static_cast<double>(growth.deepStructure.bytes()) >= minimumGain();
  return byOthers && !byItself ? Descent::kContainedToo : Descent::kOwnParts;
}

LeafQuestion GrownRows::leavesOf(StructureIndex structure, Descent descent, LeafDepths depths) const {
  LeafQuestion question{{}, {structure}, descent, depths};
  if (const auto before = analysis_.tracked().before(structure)) question.before.push_back(*before);
  return question;
}

LeafQuestion GrownRows::tellingLeaves(StructureIndex structure, const GrowthRow& row) const {
  return leavesOf(structure, tellingDescent(row.growth),
                  isDataGrowth(row.pattern) ? LeafDepths::kInOrder : LeafDepths::kLeftOut);
}

Result<std::vector<Leaves>> GrownRows::leaves(std::span<const LeafQuestion> questions, Progress& progress,
                                              double share) {
  Progress part(progress, share);
  return leavesByTypeAndSite(analysis_.ends(), commonNames_, questions, analysis_.to().heapAnalysis().threads(), part);
}

Result<std::optional<PathAnswer>> GrownRows::pathTo(ObjectIndex head, Progress& progress) const {
  const HeapAnalysis& analysis = analysis_.to().heapAnalysis();
  const auto holders = TRY(analysis.holders(progress));
  const auto paths = TRY(analysis.shortestPaths(SoftReferences::kFollow, progress));
  if (!paths->leadTo(head)) return std::nullopt;
  return describePath(analysis.heap(), paths->to(analysis.graph(), *holders, head));
}

}  // namespace heaptrail
