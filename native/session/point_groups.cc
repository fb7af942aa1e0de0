#include "session/point_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "classify/where.h"
#include "session/point_facts.h"

namespace heaptrail {

namespace {

// How far each step brings the whole.
constexpr double kObjectsFound = 0.6;

/// What the summary of a point has already.
Result<ChosenGroups> typesOf(AnalysedPoint& point, Counted counted, Progress& progress) {
  if (counted == Counted::kLive) {
    const auto types = TRY(point.types(progress));
    return ChosenGroups{types, nullptr, {}};
  }
  const auto summary = TRY(point.summary(progress));
  std::vector<GroupRow> rows = summary->unreachable;
  if (counted == Counted::kAll) {
    rows.insert(rows.end(), summary->live.begin(), summary->live.end());
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
    objects = TRY(findWhere(facts, condition, objects, progress));
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
    const auto structures = TRY(facts.structures(progress));
    warnings = structureWarnings(*structures);
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
  const auto tree = TRY(GroupingTree::bind(*facts, std::move(grouping)));
  grouped->tree = tree;
  progress.scale(0, kObjectsFound);
  BitSet objects = TRY(groupedObjects(*facts, choice, progress));
  std::vector<Warning> warnings = TRY(warningsOf(trace.trace(), *facts, tree->grouping(), choice, progress));
  progress.scale(kObjectsFound, 1);
  std::optional<GroupingNode> node = TRY(tree->nodeAt(std::move(objects), choice.path, progress));
  if (!node) {
    return ChosenGroups{std::make_shared<const HeapGroups>(std::vector<GroupRow>(), HeapGroups::Measure()), nullptr,
                        std::move(warnings), false};
  }
  grouped->level = TRY(tree->level(std::move(*node), progress));
  progress.scale(0, 1);
  const std::shared_ptr<const GroupedLevel> kept = std::move(grouped);
  auto measure = [kept](SizeMetric metric, std::span<const uint32_t> rows, Progress& whole) {
    const ChosenRows chosen{&kept->level, {rows.begin(), rows.end()}};
    return sizesOfRows(kept->analysis->graph(), metric, std::span(&chosen, 1), kept->analysis->threads(), whole);
  };
  auto groups = std::make_shared<const HeapGroups>(kept->level.rows, std::move(measure));
  return ChosenGroups{std::move(groups), kept, std::move(warnings)};
}

Result<ChosenGroups> groupsAt(OpenedTrace& trace, PointIndex at, const GroupsChoice& choice, Progress& progress) {
  const Grouping grouping = TRY(parseGrouping(choice.by));
  if (areAllTypes(choice, grouping)) {
    return typesOf(trace.at(at), choice.counted, progress);
  }
  return groupsWithLevelAt(trace, at, choice, progress);
}

Result<ChosenGroups> groupsWithLevelAt(OpenedTrace& trace, PointIndex at, const GroupsChoice& choice,
                                       Progress& progress) {
  Grouping grouping = TRY(parseGrouping(choice.by));
  AnalysedPoint& point = trace.at(at);
  const std::string key = keyOf(choice, grouping, trace.descriptions().get());
  if (std::optional<ChosenGroups> known = point.knownGroups(key)) return std::move(*known);
  const auto facts = TRY(PointFacts::at(trace, at, progress));
  ChosenGroups groups = TRY(groupsIn(trace, facts, choice, std::move(grouping), progress));
  return point.keepGroups(key, std::move(groups));
}

Result<BitSet> objectsOf(const PointFacts& facts, const GroupsChoice& choice, Progress& progress) {
  Grouping grouping = TRY(parseGrouping(choice.by));
  Result<BitSet> objects = groupedObjects(facts, choice, progress);
  if (!objects || choice.path.empty()) return objects;
  const auto tree = TRY(GroupingTree::bind(facts, std::move(grouping)));
  std::optional<GroupingNode> node = TRY(tree->nodeAt(std::move(*objects), choice.path, progress));
  if (!node) return unknownRow(choice.path, tree->grouping());
  return std::move(node->objects);
}

std::unexpected<Error> unknownRow(const KeyPath& path, const Grouping& grouping) {
  return usageError(
      fmt::format("there is no row \"{}\" in the grouping \"{}\"", fmt::join(path, " > "), toString(grouping)));
}

}  // namespace heaptrail
