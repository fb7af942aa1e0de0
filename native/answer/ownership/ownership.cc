// Answers who owns the heap at a point.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "answer/ownership/ownership_question.h"
#include "session/ownership_analysis.h"

namespace heaptrail {

namespace {

constexpr size_t kMaxMembers = 20;

bool hasBlocks(const std::vector<RootBlocks>& roots, RootBlocks kind) {
  return roots.empty() || std::ranges::find(roots, kind) != roots.end();
}

ShownNodes shownNodes(const OwnershipQuestion& question, uint64_t total) {
  return {.minimumOwned = static_cast<uint64_t>(static_cast<double>(total) * question.threshold / 100),
          .statics = hasBlocks(question.roots, RootBlocks::kStatic),
          .threads = hasBlocks(question.roots, RootBlocks::kThread),
          .system = hasBlocks(question.roots, RootBlocks::kSystem)};
}

/// What was owned at the point before, by the keys of groups: those of a cycle all owned what it owned.
class EarlierOwnership {
 public:
  EarlierOwnership(const PointOwnership& point, const OwnershipGraph& graph) {
    for (const OwnershipNode& node : graph.nodes) {
      for (const uint32_t group : node.groups) {
        const uint64_t own = point.quotient.sizes[group].bytes;
        groups_[point.groups[group].key] = {node.owned, own};
        total_ += own;
      }
    }
  }

  uint64_t ownedBy(const std::string& key) const {
    const auto found = groups_.find(key);
    return found == groups_.end() ? 0 : found->second.owned;
  }
  uint64_t ownOf(const std::string& key) const {
    const auto found = groups_.find(key);
    return found == groups_.end() ? 0 : found->second.own;
  }
  uint64_t total() const { return total_; }

 private:
  struct Sizes {
    uint64_t owned = 0;
    uint64_t own = 0;
  };
  std::unordered_map<std::string, Sizes> groups_;
  uint64_t total_ = 0;
};

std::optional<ObjectsChoice> objectsOf(const OwnershipNode& node) {
  if (node.kind == GroupKind::kHeap) return ObjectsChoice{"type", {}, ""};
  if (node.kind == GroupKind::kClass) return ObjectsChoice{"type", {node.type}, ""};
  if (node.kind != GroupKind::kArray || node.minimumLength == 0) return std::nullopt;
  // The smallest order of magnitude takes in arrays without elements.
  const uint64_t from = node.minimumLength == 1 ? 0 : node.minimumLength;
  return ObjectsChoice{"type", {node.type}, fmt::format("length>={} and length<{}", from, 10 * node.minimumLength)};
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
                               .objects = objectsOf(node),
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

  void addGrowth(const OwnershipGraph& graph, const EarlierOwnership& before) {
    uint64_t shownBefore = 0;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      const OwnershipNode& node = graph.nodes[i];
      if (node.kind == GroupKind::kOther) continue;
      uint64_t earlier = node.kind == GroupKind::kHeap ? before.total() : before.ownedBy(node.key);
      uint64_t ownEarlier = 0;
      for (const uint32_t group : node.groups) ownEarlier += before.ownOf(point_.groups[group].key);
      shownBefore += ownEarlier;
      // Blocks that are not shown as such: their own bytes alone.
      const bool isRest = node.kind == GroupKind::kClass && !hasKey(node);
      if (isRest) earlier = ownEarlier;
      answer_.nodes[i].grown = static_cast<int64_t>(node.owned - earlier);
    }
    for (OwnershipNodeAnswer& node : answer_.nodes) {
      if (node.kind != GroupKind::kOther) continue;
      node.grown = static_cast<int64_t>(node.owned - (before.total() - shownBefore));
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
  const Result<PointIndex> at = trace.point(question.at);
  if (!at) return std::unexpected(at.error());
  OwnershipAnswer answer;
  answer.model = question.model;
  answer.threshold = question.threshold;
  answer.depth = question.depth;
  const bool hasBefore = at->value() > 0;
  std::shared_ptr<const PointOwnership> before;
  const auto tellPoint = [&](PointIndex point, std::vector<Warning>* warnings) -> Result<PointAnswer> {
    const auto summary = trace.at(point).summary(progress);
    if (!summary) return std::unexpected(summary.error());
    if (warnings != nullptr) *warnings = (*summary)->warnings;
    return trace.toAnswer(point, sumOf((*summary)->live));
  };
  if (hasBefore) {
    const PointIndex earlier(at->value() - 1);
    Progress part(progress, 0.5);
    const auto found = ownershipAt(trace, earlier, NewObjects::kNotCounted, part);
    if (!found) return std::unexpected(found.error());
    before = *found;
    Result<PointAnswer> since = tellPoint(earlier, nullptr);
    if (!since) return std::unexpected(since.error());
    answer.since = *since;
  }
  Progress part(progress, hasBefore ? 0.5 : 1);
  const auto found = ownershipAt(trace, *at, NewObjects::kCounted, part);
  if (!found) return std::unexpected(found.error());
  const PointOwnership& point = **found;
  Result<PointAnswer> told = tellPoint(*at, &answer.warnings);
  if (!told) return std::unexpected(told.error());
  answer.point = *told;
  answer.among = trace.among();
  if (hasBefore && !trace.trace().info().identity) {
    answer.warnings.push_back(
        {"objects of this trace cannot be told again at another point, so new ones are not "
         "counted: recordings and AntTracks traces know them"});
  }
  const OwnershipGraph whole = OwnershipGraph::byObjects(point);
  for (const Size& size : point.quotient.sizes) answer.total += size;
  const OwnershipGraph shown = shownPart(whole, shownNodes(question, answer.total.bytes));
  AnswerBuilder builder(point, answer);
  builder.addNodes(shown);
  if (before != nullptr) builder.addGrowth(shown, EarlierOwnership(*before, OwnershipGraph::byObjects(*before)));
  return answer;
}

}  // namespace heaptrail
