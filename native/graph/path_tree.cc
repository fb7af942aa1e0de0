#include "graph/path_tree.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace heaptrail {

namespace {

constexpr uint32_t kNoNode = ~uint32_t{0};

// Structures nested deeper than this (trees of trees) are drawn together at the end.
constexpr uint32_t kDeepest = 100;

/// Nodes while they are being collected: flat, with parents; children are attached when all are known.
struct Draft {
  uint32_t parent = kNoNode;
  uint32_t depth = 0;
  PathNode node;
};

class Merger {
 public:
  Merger(const LiveGraph& graph, const RootHolders& holders, const ShortestPaths& paths)
      : graph_(graph), holders_(holders), paths_(paths), nodes_(graph.heap().objectCount()) {}

  void add(ObjectIndex member) { ++drafts_[nodeOf(member)].node.members; }

  std::vector<PathNode> take() {
    // Children come after their parents, so one pass from the back completes each before it is moved up.
    std::vector<PathNode> first;
    for (size_t i = drafts_.size(); i > 0; --i) {
      Draft& draft = drafts_[i - 1];
      order(draft.node.children);
      if (draft.parent == kNoNode) {
        first.push_back(std::move(draft.node));
        continue;
      }
      PathNode& parent = drafts_[draft.parent].node;
      parent.members += draft.node.members;
      parent.children.push_back(std::move(draft.node));
    }
    order(first);
    return first;
  }

 private:
  using Way = std::tuple<uint32_t, TypeId, std::string>;

  /// The node of an object, and before it the nodes of all objects on the path to it. No recursion: paths may be long.
  uint32_t nodeOf(ObjectIndex object) {
    std::vector<ObjectIndex> missing;
    uint32_t node = kNoNode;
    for (ObjectIndex current = object; current.exists(); current = paths_.before(current)) {
      if (nodes_[current.value()] != 0) {
        node = nodes_[current.value()] - 1;
        break;
      }
      missing.push_back(current);
    }
    for (size_t i = missing.size(); i > 0; --i) {
      const ObjectIndex current = missing[i - 1];
      node = node == kNoNode ? firstNode(current) : nextNode(node, paths_.before(current), current);
      PathNode& counted = drafts_[node].node;
      if (counted.objects++ == 0) counted.example = current;
      nodes_[current.value()] = node + 1;
    }
    return node;
  }

  uint32_t firstNode(ObjectIndex object) {
    const RootHolder& holder = holders_.of(object).front();
    RootHolder kindOfHolder = holder;
    kindOfHolder.object = ObjectIndex::none();
    const TypeId type = graph_.heap().typeOf(object);
    const auto [place, fresh] =
        firstNodes_.emplace(std::tuple(kindOfHolder, type), static_cast<uint32_t>(drafts_.size()));
    if (fresh) addDraft(kNoNode, 0, type).holder = holder;
    return place->second;
  }

  uint32_t nextNode(uint32_t parent, ObjectIndex previous, ObjectIndex object) {
    const TypeId type = graph_.heap().typeOf(object);
    if (drafts_[parent].node.type == type || drafts_[parent].depth == kDeepest) {
      drafts_[parent].node.repeats = true;
      return parent;
    }
    std::string via = wayTo(previous, object);
    const auto [place, fresh] = nextNodes_.emplace(Way(parent, type, via), static_cast<uint32_t>(drafts_.size()));
    if (fresh) addDraft(parent, drafts_[parent].depth + 1, type).via = std::move(via);
    return place->second;
  }

  PathNode& addDraft(uint32_t parent, uint32_t depth, TypeId type) {
    Draft& draft = drafts_.emplace_back();
    draft.parent = parent;
    draft.depth = depth;
    draft.node.type = type;
    return draft.node;
  }

  std::string wayTo(ObjectIndex from, ObjectIndex to) const {
    const Heap& heap = graph_.heap();
    if (heap.symbols()[heap.typeOf(from)].shape == TypeShape::kReferenceArray) return "[*]";
    const uint32_t slot = slotTo(graph_, SoftReferences::kFollow, from, to);
    return slot == Heap::kNoSlot ? "<class>" : heap.slotName(from, slot);
  }

  static void order(std::vector<PathNode>& nodes) {
    std::ranges::sort(nodes, [](const PathNode& a, const PathNode& b) {
      return std::tuple(b.members, a.example) < std::tuple(a.members, b.example);
    });
  }

  const LiveGraph& graph_;
  const RootHolders& holders_;
  const ShortestPaths& paths_;
  std::vector<Draft> drafts_;
  std::map<std::tuple<RootHolder, TypeId>, uint32_t> firstNodes_;
  std::map<Way, uint32_t> nextNodes_;
  Array<uint32_t> nodes_;  // by object, 0 where it is on no path so far, else one more than its node
};

}  // namespace

Result<std::vector<PathNode>> mergePaths(const LiveGraph& graph, const RootHolders& holders, const ShortestPaths& paths,
                                         const BitSet& group, Progress& progress) {
  Merger merger(graph, holders, paths);
  const uint64_t objects = group.size();
  for (uint64_t from = 0; from < objects; from += kObjectsBetweenChecks) {
    group.forEachIn(from, std::min<uint64_t>(objects, from + kObjectsBetweenChecks), [&](uint64_t i) {
      const ObjectIndex member(static_cast<uint32_t>(i));
      if (paths.leadTo(member)) merger.add(member);
    });
    if (!progress.advance(kObjectsBetweenChecks)) return cancelledError();
  }
  return merger.take();
}

}  // namespace heaptrail
