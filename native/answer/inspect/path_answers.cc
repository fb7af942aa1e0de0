#include "answer/inspect/path_answers.h"

#include <algorithm>

#include "answer/shared/describe_objects.h"
#include "base/try.h"

namespace heaptrail {

namespace {

constexpr size_t kMaxBranches = 8;

/// Writes nodes down the tree, where a structure's inner parts follow its head.
class PathTreeWriter {
 public:
  PathTreeWriter(const Heap& heap, const dsl::DescribedTypes& types) : heap_(heap), types_(types) {}

  std::vector<PathNodeAnswer> write(const std::vector<PathNode>& nodes) const {
    std::vector<PathNodeAnswer> answers;
    for (const PathNode& node : firstOf(nodes)) {
      answers.push_back(toAnswer(node, Around()));
      answers.back().holder = describeHolder(heap_, node.holder);
    }
    return answers;
  }

 private:
  /// What stands above a node: a head or an inner part of a structure, or neither.
  struct Around {
    TypeId type = TypeId::none();
    dsl::Scope scope = dsl::kEverywhere;
  };

  PathNodeAnswer toAnswer(const PathNode& node, Around above) const {
    PathNodeAnswer answer;
    answer.via = node.via;
    answer.type = heap_.symbols()[node.type].name;
    answer.objects = node.objects;
    answer.members = node.members;
    answer.repeats = node.repeats;
    answer.example = heap_.idOf(node.example).value();
    Around here;
    if (above.type.exists() && types_.step(above.type, node.type, above.scope) == dsl::Step::kInner) {
      answer.role = PathRole::kInner;
      here = {node.type, above.scope};
    } else if (types_.isHead(node.type)) {
      answer.role = PathRole::kHead;
      here = {node.type, types_.scopeBelow(node.type)};
    }
    for (const PathNode& child : firstOf(node.children)) answer.children.push_back(toAnswer(child, here));
    return answer;
  }

  static std::span<const PathNode> firstOf(const std::vector<PathNode>& nodes) {
    return std::span(nodes).first(std::min(nodes.size(), kMaxBranches));
  }

  const Heap& heap_;
  const dsl::DescribedTypes& types_;
};

template <typename Visit>
void forEachNode(std::vector<PathNodeAnswer>& nodes, const Visit& visit) {
  for (PathNodeAnswer& node : nodes) {
    visit(node);
    forEachNode(node.children, visit);
  }
}

}  // namespace

std::vector<PathNodeAnswer> pathTreeAnswer(const Heap& heap, const dsl::DescribedTypes& types,
                                           const std::vector<PathNode>& tree) {
  return PathTreeWriter(heap, types).write(tree);
}

Status addCuts(const CutFacts& facts, const BitSet& group, std::vector<PathNodeAnswer>& tree, Progress& progress) {
  std::vector<PathNodeAnswer*> nodes;
  std::vector<ObjectIndex> places;
  forEachNode(tree, [&](PathNodeAnswer& node) {
    if (node.objects != 1) return;
    nodes.push_back(&node);
    places.push_back(*facts.graph.heap().find(ObjectId(node.example)));
  });
  const std::vector<CutPlace> cuts =
      TRY(cutPlaces(facts.graph, facts.dominators, facts.holders, facts.reverse, group, places, progress));
  for (size_t i = 0; i < nodes.size(); ++i) nodes[i]->cut = cuts[i];
  return {};
}

}  // namespace heaptrail
