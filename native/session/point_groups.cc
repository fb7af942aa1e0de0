#include "session/point_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "classify/where.h"
#include "session/point_facts.h"

namespace heaptrail {

namespace {

// How far each step brings the whole.
constexpr double kObjectsFound = 0.6;

/// What the summary of a point has already.
Result<ChosenGroups> typesOf(AnalysedPoint& point, Counted counted, Progress& progress) {
  if (counted == Counted::kLive) {
    const auto types = point.types(progress);
    if (!types) return std::unexpected(types.error());
    return ChosenGroups{*types, nullptr, {}};
  }
  const auto summary = point.summary(progress);
  if (!summary) return std::unexpected(summary.error());
  std::vector<GroupRow> rows = (*summary)->unreachable;
  if (counted == Counted::kAll) {
    rows.insert(rows.end(), (*summary)->live.begin(), (*summary)->live.end());
    rows = mergedByName(std::move(rows));
  }
  return ChosenGroups{std::make_shared<const HeapGroups>(std::move(rows), HeapGroups::Measure()), nullptr, {}};
}

/// What is grouped: the objects of all rows together.
Result<BitSet> groupedObjects(const PointFacts& facts, const GroupsChoice& choice, Progress& progress) {
  const BitSet& live = facts.analysis().graph().live();
  BitSet objects = choice.counted == Counted::kLive ? live.copy() : BitSet::full(live.size());
  if (choice.counted == Counted::kUnreachable) objects -= live;
  std::vector<std::string> conditions;
  if (choice.structures) conditions.emplace_back(toString(*choice.structures));
  if (!choice.where.empty()) conditions.push_back(choice.where);
  for (const std::string& condition : conditions) {
    Result<BitSet> found = findWhere(facts, condition, objects, progress);
    if (!found) return found;
    objects = std::move(*found);
  }
  return objects;
}

/// What people should know of rows that are of structures, or of samples.
Result<std::vector<Warning>> warningsOf(const Trace& trace, const PointFacts& facts, const Grouping& grouping,
                                        const GroupsChoice& choice, Progress& progress) {
  std::vector<Warning> warnings;
  const auto asksFor = [&](std::string_view name) {
    return std::ranges::any_of(grouping.steps, [&](const GroupingStep& step) { return step.property->name() == name; });
  };
  if (choice.structures || asksFor("structures") || asksFor("top-level") || asksFor("leaves") ||
      asksFor("containing-structures")) {
    const auto structures = facts.structures(progress);
    if (!structures) return std::unexpected(structures.error());
    warnings = structureWarnings(**structures);
  }
  if (trace.info().sitesAreSampled() && (asksFor("site") || asksFor("callchain") || asksFor("allocating-package"))) {
    warnings.push_back(
        {"only some of the objects tell where they were allocated, because allocations were sampled: rows "
         "count these, and the row (no site) all others",
         {}});
  }
  return warnings;
}

}  // namespace

std::string keyOf(const GroupsChoice& choice, const Grouping& grouping, const dsl::DescriptionSet* descriptions) {
  std::string key = fmt::format("{}\n{}\n{}\n{}\n{}", toString(grouping), toString(choice.counted),
                                choice.structures ? toString(*choice.structures) : "", choice.where,
                                static_cast<const void*>(descriptions));
  for (const std::string& part : choice.path) key += fmt::format("\n{}:{}", part.size(), part);
  return key;
}

bool areAllTypes(const GroupsChoice& choice, const Grouping& grouping) {
  return grouping.steps.size() == 1 && grouping.steps.front().property->name() == "type" && choice.path.empty() &&
         !choice.structures && choice.where.empty();
}

Result<ChosenGroups> groupsIn(const OpenedTrace& trace, const std::shared_ptr<const PointFacts>& facts,
                              const GroupsChoice& choice, Grouping grouping, Progress& progress) {
  auto grouped = std::make_shared<GroupedLevel>();
  grouped->analysis = facts->sharedAnalysis();
  grouped->facts = facts;
  const auto tree = GroupingTree::bind(*facts, std::move(grouping));
  if (!tree) return std::unexpected(tree.error());
  grouped->tree = *tree;
  progress.scale(0, kObjectsFound);
  Result<BitSet> objects = groupedObjects(*facts, choice, progress);
  if (!objects) return std::unexpected(objects.error());
  Result<std::vector<Warning>> warnings = warningsOf(trace.trace(), *facts, (*tree)->grouping(), choice, progress);
  if (!warnings) return std::unexpected(warnings.error());
  progress.scale(kObjectsFound, 1);
  Result<std::optional<GroupingNode>> node = (*tree)->nodeAt(std::move(*objects), choice.path, progress);
  if (!node) return std::unexpected(node.error());
  if (!*node) {
    return ChosenGroups{std::make_shared<const HeapGroups>(std::vector<GroupRow>(), HeapGroups::Measure()), nullptr,
                        std::move(*warnings), false};
  }
  Result<GroupingLevel> level = (*tree)->level(std::move(**node), progress);
  if (!level) return std::unexpected(level.error());
  grouped->level = std::move(*level);
  progress.scale(0, 1);
  const std::shared_ptr<const GroupedLevel> kept = std::move(grouped);
  auto measure = [kept](SizeMetric metric, std::span<const uint32_t> rows, Progress& whole) {
    const ChosenRows chosen{&kept->level, {rows.begin(), rows.end()}};
    return sizesOfRows(kept->analysis->graph(), metric, std::span(&chosen, 1), kept->analysis->threads(), whole);
  };
  auto groups = std::make_shared<const HeapGroups>(kept->level.rows, std::move(measure));
  return ChosenGroups{std::move(groups), kept, std::move(*warnings)};
}

Result<ChosenGroups> groupsAt(OpenedTrace& trace, PointIndex at, const GroupsChoice& choice, Progress& progress) {
  Result<Grouping> grouping = parseGrouping(choice.by);
  if (!grouping) return std::unexpected(grouping.error());
  AnalysedPoint& point = trace.at(at);
  if (areAllTypes(choice, *grouping)) {
    return typesOf(point, choice.counted, progress);
  }
  const std::string key = keyOf(choice, *grouping, trace.descriptions().get());
  if (std::optional<ChosenGroups> known = point.knownGroups(key)) return std::move(*known);
  const auto facts = PointFacts::at(trace, at, progress);
  if (!facts) return std::unexpected(facts.error());
  Result<ChosenGroups> groups = groupsIn(trace, *facts, choice, std::move(*grouping), progress);
  if (!groups) return groups;
  return point.keepGroups(key, std::move(*groups));
}

Result<BitSet> objectsOf(const PointFacts& facts, const GroupsChoice& choice, Progress& progress) {
  Result<Grouping> grouping = parseGrouping(choice.by);
  if (!grouping) return std::unexpected(grouping.error());
  Result<BitSet> objects = groupedObjects(facts, choice, progress);
  if (!objects || choice.path.empty()) return objects;
  const auto tree = GroupingTree::bind(facts, std::move(*grouping));
  if (!tree) return std::unexpected(tree.error());
  Result<std::optional<GroupingNode>> node = (*tree)->nodeAt(std::move(*objects), choice.path, progress);
  if (!node) return std::unexpected(node.error());
  if (!*node) return unknownRow(choice.path, (*tree)->grouping());
  return std::move((*node)->objects);
}

std::unexpected<Error> unknownRow(const KeyPath& path, const Grouping& grouping) {
  return usageError(
      fmt::format("there is no row \"{}\" in the grouping \"{}\"", fmt::join(path, " > "), toString(grouping)));
}

}  // namespace heaptrail
