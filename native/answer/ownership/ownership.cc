// Answers who owns the heap at a point.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "answer/ownership/ownership_question.h"
#include "answer/shared/asked_points.h"
#include "base/try.h"
#include "ownership/counted_shares.h"
#include "session/ownership_analysis.h"
#include "trends/chosen_points.h"

namespace heaptrail {

namespace {

constexpr size_t kMaxMembers = 20;
constexpr std::string_view kHeapKey = "heap";

bool hasBlocks(const std::vector<RootBlocks>& roots, RootBlocks kind) {
  return roots.empty() || std::ranges::find(roots, kind) != roots.end();
}

ShownNodes shownNodes(const OwnershipQuestion& question, uint64_t total) {
  return {.minimumOwned = static_cast<uint64_t>(static_cast<double>(total) * question.threshold / 100),
          .statics = hasBlocks(question.roots, RootBlocks::kStatic),
          .threads = hasBlocks(question.roots, RootBlocks::kThread),
          .system = hasBlocks(question.roots, RootBlocks::kSystem)};
}

std::vector<std::shared_ptr<const PointOwnership>> knownOwnership(OpenedTrace& trace,
                                                                  const std::vector<PointIndex>& points) {
  const std::shared_ptr<KeptOwnership> kept = trace.keptOwnership();
  std::vector<std::shared_ptr<const PointOwnership>> known;
  for (const PointIndex point : points) {
    if (auto ownership = kept->known(point)) known.push_back(std::move(ownership));
  }
  return known;
}

bool isLight(const OpenedTrace& trace, PointIndex point) {
  return trace.trace().timeline().points[point.value()].isLight;
}

/// The model by which a point can be told: light ones have no objects that could be divided.
OwnershipModel modelOf(const OpenedTrace& trace, PointIndex point, OwnershipModel asked) {
  return isLight(trace, point) ? OwnershipModel::kCounts : asked;
}

/// The graph of a point by the model that was asked for.
Result<OwnershipGraph> graphOf(OpenedTrace& trace, const PointOwnership& ownership, PointIndex point,
                               OwnershipModel model, Progress& progress) {
  if (modelOf(trace, point, model) == OwnershipModel::kObjects) return OwnershipGraph::byObjects(ownership);
  const std::vector<PointIndex> points = pointsToCount(trace, point);
  TRY(workOnOwnership(trace, points, std::nullopt, progress));
  return OwnershipGraph::build(ownership, weightsByCounts(ownership, knownOwnership(trace, points)));
}

/// How `heap` and `inspect` are asked about the objects of a node; of roots, about those that they hold. None where no
/// grouping tells them.
std::optional<ObjectsChoice> objectsOf(const OwnershipNode& node, const PointOwnership& point) {
  if (node.kind == GroupKind::kHeap) return ObjectsChoice{"type", {}, ""};
  if (node.kind == GroupKind::kSystem) return ObjectsChoice{"rooted", {node.label}, ""};
  if (node.kind == GroupKind::kOther || node.own.objects == 0) return std::nullopt;
  const auto groupsOfType = std::ranges::count(point.groups, node.type, &ClassGroup::type);
  const bool isWholeType = node.kind == GroupKind::kClass && groupsOfType < 2;
  if (isWholeType) return ObjectsChoice{"type", {node.type}, ""};
  if (node.kind == GroupKind::kArray && node.minimumLength > 0) {
    // The smallest order of magnitude takes in arrays without elements.
    const uint64_t from = node.minimumLength == 1 ? 0 : node.minimumLength;
    return ObjectsChoice{"type", {node.type}, fmt::format("length>={} and length<{}", from, 10 * node.minimumLength)};
  }
  if (node.groups.size() == 1) return ObjectsChoice{"ownership", {point.groups[node.groups.front()].key}, ""};
  std::string any;
  for (const uint32_t group : node.groups) {
    any += fmt::format("{}ownership=\"{}\"", any.empty() ? "" : " or ", point.groups[group].key);
  }
  return ObjectsChoice{"type", {}, std::move(any)};
}

class AnswerBuilder {
 public:
  AnswerBuilder(const PointOwnership& point, OwnershipAnswer& answer) : point_(point), answer_(answer) {}

  void addNodes(const OwnershipGraph& graph) {
    for (const OwnershipNode& node : graph.nodes) {
      OwnershipNodeAnswer told{.key = node.key,
                               .label = node.label,
                               .kind = node.kind,
                               .type = node.type,
                               .own = node.own,
                               .owned = node.owned,
                               .members = {},
                               .newObjects = 0,
                               .grown = 0,
                               .objects = objectsOf(node, point_),
                               .children = {}};
      for (const uint32_t group : node.groups) {
        if (!point_.newObjects.empty()) told.newObjects += point_.newObjects[group];
        const bool isMember = node.kind == GroupKind::kCycle && told.members.size() < kMaxMembers;
        if (isMember) told.members.push_back(point_.groups[group].key);
      }
      for (const OwnershipNode::Child& child : node.children) {
        told.children.push_back({child.node, child.owned, child.references});
      }
      answer_.nodes.push_back(std::move(told));
    }
    OwnershipNodeAnswer& heap = answer_.nodes.front();
    for (const uint64_t count : point_.newObjects) heap.newObjects += count;
  }

  void addGrowth(const OwnershipGraph& graph, const OwnedByKey& before) {
    const auto of = [&before](const std::string& key) {
      const auto found = before.find(key);
      return found == before.end() ? OwnedGroup() : found->second;
    };
    uint64_t totalBefore = 0;
    for (const auto& [key, group] : before) totalBefore += group.own.bytes;
    uint64_t shownBefore = 0;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      const OwnershipNode& node = graph.nodes[i];
      if (node.kind == GroupKind::kOther) continue;
      uint64_t earlier = of(node.key).owned;
      uint64_t ownEarlier = 0;
      for (const uint32_t group : node.groups) ownEarlier += of(point_.groups[group].key).own.bytes;
      shownBefore += ownEarlier;
      // Blocks that are not shown as such: their own bytes alone.
      const bool isRest = node.kind == GroupKind::kClass && !hasKey(node);
      if (isRest) earlier = ownEarlier;
      answer_.nodes[i].grown = static_cast<int64_t>(node.owned - earlier);
    }
    for (OwnershipNodeAnswer& node : answer_.nodes) {
      if (node.kind != GroupKind::kOther) continue;
      node.grown = static_cast<int64_t>(node.owned - (totalBefore - shownBefore));
    }
  }

 private:
  bool hasKey(const OwnershipNode& node) const {
    return node.groups.empty() || point_.groups[node.groups.front()].key == node.key;
  }

  const PointOwnership& point_;
  OwnershipAnswer& answer_;
};

}  // namespace

Result<OwnershipAnswer> ask(OpenedTrace& trace, const OwnershipQuestion& question, Progress& progress) {
  const PointIndex at = TRY(trace.point(question.at));
  OwnershipAnswer answer;
  answer.model = modelOf(trace, at, question.model);
  answer.threshold = question.threshold;
  answer.depth = question.depth;
  // Light points have other nodes than full ones.
  const bool hasBefore = at.value() > 0 && isLight(trace, PointIndex(at.value() - 1)) == isLight(trace, at);
  std::shared_ptr<const PointOwnership> before;
  const auto tellPoint = [&](PointIndex point, std::vector<Warning>* warnings) -> Result<PointAnswer> {
    const auto summary = TRY(trace.at(point).summary(progress));
    if (warnings != nullptr) *warnings = summary->warnings;
    return trace.toAnswer(point, sumOf(summary->live));
  };
  if (hasBefore) {
    const PointIndex earlier(at.value() - 1);
    Progress part(progress, 0.5);
    before = TRY(ownershipAt(trace, earlier, NewObjects::kNotCounted, part));
    answer.since = TRY(tellPoint(earlier, nullptr));
  }
  Progress part(progress, hasBefore ? 0.5 : 1);
  const auto found = TRY(ownershipAt(trace, at, NewObjects::kCounted, part));
  const PointOwnership& point = *found;
  answer.point = TRY(tellPoint(at, &answer.warnings));
  answer.among = trace.among();
  if (isLight(trace, at)) {
    answer.warnings.push_back({"of a light point it is told by counts who owns what, and new objects are not counted"});
  }
  if (hasBefore && !trace.trace().info().identity) {
    answer.warnings.push_back(
        {"objects of this trace cannot be told again at another point, so new ones are not "
         "counted: recordings and AntTracks traces know them"});
  }
  Progress counting(progress, 0);
  const OwnershipGraph whole = TRY(graphOf(trace, point, at, question.model, counting));
  for (const Size& size : point.quotient.sizes) answer.total += size;
  const OwnershipGraph shown = shownPart(whole, shownNodes(question, answer.total.bytes));
  AnswerBuilder builder(point, answer);
  builder.addNodes(shown);
  if (before != nullptr) {
    const OwnershipGraph earlier = TRY(graphOf(trace, *before, PointIndex(at.value() - 1), question.model, counting));
    builder.addGrowth(shown, ownedByKey(earlier, *before));
  }
  return answer;
}

Result<OwnershipHistoryAnswer> ask(OpenedTrace& trace, const OwnershipHistoryQuestion& question, Progress& progress) {
  if (question.keys.size() > OwnershipHistoryQuestion::kMaxKeys) {
    return usageError(
        fmt::format("expected at most {} keys, found {}", OwnershipHistoryQuestion::kMaxKeys, question.keys.size()));
  }
  const auto began = std::chrono::steady_clock::now();
  const std::vector<PointIndex> asked = TRY(askedPoints(trace, question.from, question.to, question.every));
  // Both ends first, then what is between them, so that the first answers show the whole.
  const std::vector<PointIndex> order = orderOfVisits(asked, trace.trace().readsInOrder());
  std::optional<std::chrono::steady_clock::time_point> until;
  if (question.within > 0) until = began + std::chrono::milliseconds(question.within);
  TRY(workOnOwnership(trace, order, until, progress));
  const std::shared_ptr<KeptOwnership> kept = trace.keptOwnership();
  OwnershipHistoryAnswer answer;
  answer.wanted = asked.size();
  answer.series.resize(1 + question.keys.size());
  answer.series.front().key = kHeapKey;
  for (size_t i = 0; i < question.keys.size(); ++i) answer.series[i + 1].key = question.keys[i];
  for (const PointIndex index : asked) {
    const auto point = kept->known(index);
    if (point == nullptr) continue;
    if (progress.cancelled()) return cancelledError();
    const auto compute = [&]() -> Result<OwnedByKey> {
      Progress part(progress, 0);
      const OwnershipGraph graph = TRY(graphOf(trace, *point, index, question.model, part));
      return ownedByKey(graph, *point);
    };
    const auto owned = TRY(kept->owned(index, question.model == OwnershipModel::kCounts, compute));
    answer.points.push_back({index.value(), trace.trace().timeline().points[index.value()].seconds});
    for (OwnershipHistoryAnswer::Series& series : answer.series) {
      const auto found = owned->find(series.key);
      const OwnedGroup group = found == owned->end() ? OwnedGroup() : found->second;
      series.own.push_back(group.own.bytes);
      series.owned.push_back(group.owned);
      series.objects.push_back(group.own.objects);
      series.references.push_back(group.references);
    }
  }
  answer.complete = answer.points.size() == answer.wanted;
  return answer;
}

}  // namespace heaptrail
