#include "growth/culprits.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "base/bit_set.h"
#include "structure/contained_structures.h"

namespace heaptrail {

namespace {

// A structure is explained by others when they account for this much of what it retains …
constexpr double kMostOfIt = 0.8;
// … and one that took in something itself only by another that took in so many times as much.
constexpr double kFarMore = 2;

bool isDescribedByUser(const dsl::DescribedTypes& types, TypeId type) {
  const dsl::DescriptionEntry* entry = types.descriptionOf(type);
  return entry != nullptr && !types.descriptions().fileOf(*entry).isShipped();
}

/// Candidates that retain enough, as a forest: whose parent is the nearest that dominates it.
class Forest {
 public:
  Forest(const Scene& scene, const std::vector<Candidate>& candidates) : scene_(scene), enough_(scene.enough()) {
    for (const Candidate& candidate : candidates) {
      if (candidate.retained() >= enough_) nodes_.emplace_back(candidate);
    }
    findParents();
  }

  std::vector<Candidate> choose() {
    // What dominates has the larger subtree: parents come before their children.
    for (Node& node : nodes_) node.named = !isExplained(node);
    std::vector<Candidate> chosen;
    for (const Node& node : nodes_) {
      if (node.named && !isPartOfNamed(node)) chosen.push_back(node.candidate);
    }
    return chosen;
  }

 private:
  struct Node {
    explicit Node(const Candidate& of) : candidate(of) {}

    Candidate candidate;
    Node* parent = nullptr;
    std::vector<const Node*> children;
    bool named = false;
  };

  void findParents() {
    const WindowEnd& end = scene_.ends->to;
    const auto headOf = [&](const Node& node) { return end.structures->head(node.candidate.structure); };
    std::ranges::sort(nodes_, {}, headOf);
    BitSet heads(end.heap().objectCount());
    for (const Node& node : nodes_) heads.set(headOf(node).value());
    const std::vector<ObjectIndex> parents = end.dominators->nearestDominators(heads);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if (!parents[i].exists()) continue;
      const auto parent = std::ranges::lower_bound(nodes_, parents[i], {}, headOf);
      nodes_[i].parent = &*parent;
      parent->children.push_back(&nodes_[i]);
    }
  }

  bool isContainer(const Node& node) const {
    return node.candidate.taken >= enough_ || node.candidate.composed() >= enough_;
  }

  bool isExplained(const Node& node) const {
    if (isContainer(node)) return hasFarLargerTaker(node, node);
    double below = 0;
    for (const Node* child : node.children) below += child->candidate.retained();
    return below >= kMostOfIt * node.candidate.retained();
  }

  bool hasFarLargerTaker(const Node& node, const Node& above) const {
    return std::ranges::any_of(above.children, [&](const Node* child) {
      const Candidate& inner = child->candidate;
      if (inner.retained() < kMostOfIt * node.candidate.retained()) return false;
      return inner.taken >= std::max(enough_, kFarMore * node.candidate.taken) || hasFarLargerTaker(node, *child);
    });
  }

  /// Whether it belongs to the deep structure of one that is named.
  bool isPartOfNamed(const Node& node) {
    for (const Node* above = node.parent; above != nullptr; above = above->parent) {
      if (above->named && isContainer(*above) && consistsOf(above->candidate.structure, node.candidate.structure)) {
        return true;
      }
    }
    return false;
  }

  bool consistsOf(StructureIndex outer, StructureIndex inner) {
    const auto [place, isNew] = contained_.try_emplace(outer.value());
    if (isNew) place->second = containedStructures(*scene_.ends->to.structures, std::span(&outer, 1));
    return place->second.test(inner.value());
  }

  const Scene& scene_;
  double enough_;
  std::vector<Node> nodes_;
  std::unordered_map<uint32_t, BitSet> contained_;  // by outer structure: all that it consists of
};

}  // namespace

Result<std::vector<Candidate>> findCandidates(const Scene& scene, Progress& progress) {
  const WindowEnd& end = scene.ends->to;
  const double enough = scene.enough();
  std::vector<bool> ofUser;
  for (uint32_t type = 0; type < end.heap().symbols().types.size(); ++type) {
    ofUser.push_back(isDescribedByUser(*scene.toTypes, TypeId(type)));
  }
  std::vector<Candidate> candidates;
  for (uint32_t i = 0; i < end.structures->count(); ++i) {
    if ((i + 1) % kStructuresPerCheck == 0 && !progress.advance(kStructuresPerCheck)) return cancelledError();
    const StructureIndex structure(i);
    if (scene.tracked->originOf(structure) == Origin::kUnmatched) continue;
    const StructureGrowth growth = growthOf(scene, structure);
    const auto own = static_cast<double>(growth.structure.bytes());
    const auto composed = static_cast<double>(growth.deepStructure.bytes());
    if (std::max({own, composed, static_cast<double>(growth.retained.bytes())}) < enough) continue;
    const bool whole = ofUser[end.typeOf(structure).value()];
    candidates.push_back({structure, growth, whole ? std::max(own, composed) : own});
  }
  return candidates;
}

std::vector<Candidate> chooseCulprits(const Scene& scene, const std::vector<Candidate>& candidates) {
  return Forest(scene, candidates).choose();
}

}  // namespace heaptrail
