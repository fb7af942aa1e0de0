#include "ownership/ownership_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "ownership/apportion.h"
#include "ownership/ordered_groups.h"

namespace heaptrail {

namespace {

constexpr uint32_t kHeapNode = 0;

/// What one node owns of another.
struct Part {
  uint64_t owned = 0;
  uint64_t references = 0;
};

void sortChildren(OwnershipNode& node) {
  std::ranges::sort(node.children, [](const auto& a, const auto& b) {
    return a.owned != b.owned ? a.owned > b.owned : a.node < b.node;
  });
}

class GraphBuilder {
 public:
  GraphBuilder(const PointOwnership& point, std::span<const uint64_t> weights)
      : point_(point),
        weights_(weights),
        order_(OrderedGroups::of(static_cast<uint32_t>(point.groups.size()), point.quotient.arcs)) {}

  OwnershipGraph build() {
    numberNodes();
    noteOwners();
    for (uint32_t group = 0; group < point_.groups.size(); ++group) {
      OwnershipNode& node = graph_.nodes[nodeOf(group)];
      node.own += point_.quotient.sizes[group];
      node.groups.push_back(group);
    }
    for (OwnershipNode& node : graph_.nodes) nameNode(node);
    divide();
    for (OwnershipNode& node : graph_.nodes) sortChildren(node);
    return std::move(graph_);
  }

 private:
  struct Owner {
    uint64_t weight = 0;
    uint64_t references = 0;
  };

  /// The heap first, then sources before what they lead to.
  void numberNodes() {
    const auto components = static_cast<uint32_t>(order_.members.size());
    nodeOfComponent_.resize(components);
    uint32_t next = 1;
    for (uint32_t component = components; component-- > 0;) {
      const bool isHeap = component == order_.componentOf[0];
      nodeOfComponent_[component] = isHeap ? kHeapNode : next++;
    }
    graph_.nodes.resize(components);
    owners_.resize(components);
  }

  uint32_t nodeOf(uint32_t group) const { return nodeOfComponent_[order_.componentOf[group]]; }

  void noteOwners() {
    outside_.resize(point_.groups.size());
    for (size_t i = 0; i < point_.quotient.arcs.size(); ++i) {
      const QuotientArc& arc = point_.quotient.arcs[i];
      if (nodeOf(arc.from) == nodeOf(arc.to)) continue;
      Owner& owner = owners_[nodeOf(arc.to)][nodeOf(arc.from)];
      owner.weight += weights_[i];
      owner.references += arc.references;
      outside_[arc.to] += arc.references;
    }
    for (uint32_t group = 1; group < point_.groups.size(); ++group) {
      if (isBlock(point_.groups[group].kind)) owners_[nodeOf(group)][kHeapNode] = {1, 0};
    }
  }

  /// A cycle is called by the class that most references from outside lead to.
  void nameNode(OwnershipNode& node) {
    std::ranges::stable_sort(node.groups, [this](uint32_t a, uint32_t b) { return outside_[a] > outside_[b]; });
    const ClassGroup& first = point_.groups[node.groups.front()];
    node.key = first.key;
    node.label = first.label;
    node.kind = first.kind;
    node.type = first.type;
    node.minimumLength = first.minimumLength;
    if (node.groups.size() == 1) return;
    node.kind = GroupKind::kCycle;
    node.label = fmt::format("{} and {} more", first.label, node.groups.size() - 1);
  }

  void divide() {
    for (auto node = static_cast<uint32_t>(graph_.nodes.size()); node-- > 0;) {
      OwnershipNode& owned = graph_.nodes[node];
      owned.owned = owned.own.bytes;
      for (const OwnershipNode::Child& child : owned.children) owned.owned += child.owned;
      std::vector<uint64_t> weights;
      for (const auto& [owner, how] : owners_[node]) weights.push_back(how.weight);
      // A reference to what nearly everybody refers to owns less than the smallest part of a byte.
      if (std::ranges::all_of(weights, [](uint64_t weight) { return weight == 0; })) {
        weights.clear();
        for (const auto& [owner, how] : owners_[node]) weights.push_back(how.references);
      }
      const std::vector<uint64_t> parts = apportion(owned.owned, weights);
      size_t next = 0;
      for (const auto& [owner, how] : owners_[node]) {
        graph_.nodes[owner].children.push_back({node, parts[next++], how.references});
      }
    }
  }

  const PointOwnership& point_;
  std::span<const uint64_t> weights_;
  OrderedGroups order_;
  std::vector<uint32_t> nodeOfComponent_;
  std::vector<std::map<uint32_t, Owner>> owners_;  // by node
  std::vector<uint64_t> outside_;                  // by group: references from other nodes
  OwnershipGraph graph_;
};

class GraphReducer {
 public:
  GraphReducer(const OwnershipGraph& graph, const ShownNodes& shown)
      : graph_(graph), shown_(shown), nodes_(graph.nodes), owners_(graph.nodes.size()) {
    for (uint32_t node = 0; node < graph.nodes.size(); ++node) {
      for (const OwnershipNode::Child& child : graph.nodes[node].children) {
        owners_[child.node][node] = {child.owned, child.references};
      }
    }
  }

  OwnershipGraph reduce() {
    std::vector<uint8_t> isLeftOut(graph_.nodes.size());
    for (uint32_t node = 1; node < graph_.nodes.size(); ++node) {
      const OwnershipNode& own = graph_.nodes[node];
      uint32_t* rest = restFor(own.kind);
      if (rest == nullptr && own.owned >= shown_.minimumOwned) continue;
      if (rest == nullptr) rest = &other_;
      isLeftOut[node] = 1;
      leaveOut(node, *rest);
    }
    isLeftOut.resize(nodes_.size());
    return rebuilt(isLeftOut);
  }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};

  /// Where the own bytes of a block go that is not shown as one; null where it is.
  uint32_t* restFor(GroupKind kind) {
    switch (kind) {
      case GroupKind::kStatic:
        return shown_.statics ? nullptr : &classes_;
      case GroupKind::kThread:
        return shown_.threads ? nullptr : &threads_;
      case GroupKind::kSystem:
        return shown_.system ? nullptr : &other_;
      default:
        return nullptr;
    }
  }

  /// The owners of a node, which are all shown, become those of its children.
  void leaveOut(uint32_t node, uint32_t& rest) {
    // What each of them still has to get of what this node owns.
    std::vector<uint32_t> owners;
    std::vector<uint64_t> left;
    for (const auto& [owner, part] : owners_[node]) {
      owners.push_back(owner);
      left.push_back(part.owned);
    }
    const auto give = [&](uint32_t target, const std::vector<uint64_t>& parts) {
      for (size_t i = 0; i < owners.size(); ++i) {
        if (parts[i] != 0) owners_[target][owners[i]].owned += parts[i];
        left[i] -= parts[i];
      }
    };
    for (const OwnershipNode::Child& child : graph_.nodes[node].children) {
      const Part part = owners_[child.node][node];
      owners_[child.node].erase(node);
      give(child.node, apportion(part.owned, left));
    }
    if (graph_.nodes[node].own.objects == 0) return;
    if (rest == kNone) rest = addRest(&rest);
    nodes_[rest].own += graph_.nodes[node].own;
    nodes_[rest].owned += graph_.nodes[node].own.bytes;
    nodes_[rest].groups.insert(nodes_[rest].groups.end(), graph_.nodes[node].groups.begin(),
                               graph_.nodes[node].groups.end());
    give(rest, std::vector<uint64_t>(left));
  }

  uint32_t addRest(const uint32_t* rest) {
    OwnershipNode node;
    node.kind = rest == &other_ ? GroupKind::kOther : GroupKind::kClass;
    node.key = rest == &other_ ? "other" : rest == &classes_ ? "java.lang.Class objects" : "java.lang.Thread objects";
    node.label = rest == &other_ ? "other" : rest == &classes_ ? "Class" : "Thread";
    if (rest != &other_) node.type = rest == &classes_ ? "java.lang.Class" : "java.lang.Thread";
    nodes_.push_back(std::move(node));
    owners_.emplace_back();
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  OwnershipGraph rebuilt(const std::vector<uint8_t>& isLeftOut) {
    std::vector<uint32_t> order;
    for (uint32_t node = 0; node < nodes_.size(); ++node) {
      if (isLeftOut[node] == 0) order.push_back(node);
    }
    std::ranges::stable_sort(order.begin() + 1, order.end(), {}, [this](uint32_t node) { return ~nodes_[node].owned; });
    std::vector<uint32_t> places(nodes_.size());
    for (uint32_t place = 0; place < order.size(); ++place) places[order[place]] = place;
    OwnershipGraph result;
    for (const uint32_t node : order) {
      nodes_[node].children.clear();
      result.nodes.push_back(std::move(nodes_[node]));
    }
    for (const uint32_t node : order) {
      for (const auto& [owner, part] : owners_[node]) {
        result.nodes[places[owner]].children.push_back({places[node], part.owned, part.references});
      }
    }
    for (OwnershipNode& node : result.nodes) sortChildren(node);
    return result;
  }

  const OwnershipGraph& graph_;
  const ShownNodes& shown_;
  std::vector<OwnershipNode> nodes_;              // with those for the rest behind
  std::vector<std::map<uint32_t, Part>> owners_;  // by node
  uint32_t other_ = kNone;
  uint32_t classes_ = kNone;
  uint32_t threads_ = kNone;
};

}  // namespace

OwnershipGraph OwnershipGraph::build(const PointOwnership& point, std::span<const uint64_t> weights) {
  return GraphBuilder(point, weights).build();
}

OwnershipGraph OwnershipGraph::byObjects(const PointOwnership& point) {
  std::vector<uint64_t> weights;
  for (const QuotientArc& arc : point.quotient.arcs) weights.push_back(arc.owned);
  return build(point, weights);
}

OwnershipGraph shownPart(const OwnershipGraph& graph, const ShownNodes& shown) {
  return GraphReducer(graph, shown).reduce();
}

}  // namespace heaptrail
