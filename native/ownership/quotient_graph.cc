#include "ownership/quotient_graph.h"

#include <atomic>
#include <optional>
#include <utility>

#include "ownership/arc_table.h"
#include "ownership/ordered_groups.h"
#include "ownership/share_walk.h"

namespace heaptrail {

namespace {

class Quotient {
 public:
  Quotient(const LiveGraph& graph, const ObjectGroups& groups, ObjectShares shares, Threads threads, Progress& progress,
           uint64_t objectsPerBlock)
      : graph_(graph),
        heap_(graph.heap()),
        groups_(groups),
        threads_(threads),
        progress_(progress),
        blocks_{heap_.objectCount(), objectsPerBlock},
        shares_(std::move(shares)) {
    result_.sizes.resize(groups.count());
  }

  Result<QuotientGraph> build() {
    countRoots();
    divideFirst();
    if (!goOn()) return cancelledError();
    divideWithinBlocks();
    if (!goOn() || !divideLeft()) return cancelledError();
    addRoots();
    keepArcs();
    return std::move(result_);
  }

 private:
  struct BlockWalk {
    std::optional<ShareWalk> walk;
    std::vector<ObjectIndex> ofBlocks;  // objects of groups that are blocks
    std::vector<uint32_t> left;
  };

  bool goOn() const { return !cancelled_.load(std::memory_order_relaxed) && !progress_.cancelled(); }
  void advance(uint64_t objects) {
    if (!progress_.advance(objects)) cancelled_.store(true, std::memory_order_relaxed);
  }
  bool isCounted(uint32_t group) const { return groups_.isBlock[group] == 0; }

  void countRoots() {
    for (const BlockRoot& root : groups_.roots) shares_[root.object.value()].addReference();
  }

  /// What any walk may meet: leaves, and objects of groups that are blocks.
  void divideFirst() {
    walks_.resize(blocks_.count());
    forEachBlock(threads_, blocks_, [&](const Block& block) {
      if (!goOn()) return;
      BlockWalk& own = walks_[block.number];
      own.walk.emplace(graph_, groups_, shares_, block);
      graph_.live().forEachIn(block.from, block.to, [&](uint64_t i) {
        const ObjectIndex object(static_cast<uint32_t>(i));
        if (own.walk->divideBefore(object)) own.ofBlocks.push_back(object);
      });
    });
  }

  void divideWithinBlocks() {
    forEachBlock(threads_, blocks_, [&](const Block& block) {
      if (!goOn()) return;
      BlockWalk& own = walks_[block.number];
      for (uint64_t i = block.to; i-- > block.from;) {
        if (graph_.live().test(i)) own.walk->visit(ObjectIndex(static_cast<uint32_t>(i)));
      }
      own.left = own.walk->takeLeft();
      advance(block.size());
    });
  }

  bool divideLeft() {
    ShareWalk walk(graph_, groups_, shares_, Block{.to = heap_.objectCount()});
    uint64_t sinceCheck = 0;
    for (size_t block = walks_.size(); block-- > 0;) {
      for (const uint32_t object : walks_[block].left) {
        walk.visit(ObjectIndex(object));
        if (++sinceCheck < blocks_.perBlock) continue;
        sinceCheck = 0;
        if (!goOn()) return false;
      }
    }
    for (const BlockWalk& own : walks_) {
      for (const ObjectIndex object : own.ofBlocks) walk.add(object);
    }
    addUp(walk.sizes(), walk.arcs());
    for (const BlockWalk& own : walks_) addUp(own.walk->sizes(), own.walk->arcs());
    return true;
  }

  void addUp(const std::vector<Size>& sizes, const ArcTable& arcs) {
    for (size_t group = 0; group < sizes.size(); ++group) result_.sizes[group] += sizes[group];
    arcs_.add(arcs);
  }

  void addRoots() {
    for (const BlockRoot& root : groups_.roots) {
      QuotientArc& arc = arcs_(root.block, groups_.groupOf[root.object.value()]);
      ++arc.references;
      arc.owned += shares_[root.object.value()].share();
    }
  }

  void keepArcs() {
    result_.arcs = arcs_.sorted();
    std::erase_if(result_.arcs, [this](const QuotientArc& arc) { return !isCounted(arc.to); });
    const OrderedGroups order = OrderedGroups::of(groups_.count(), result_.arcs);
    for (QuotientArc& arc : result_.arcs) {
      if (order.componentOf[arc.from] == order.componentOf[arc.to]) arc.owned = 0;
    }
  }

  const LiveGraph& graph_;
  const Heap& heap_;
  const ObjectGroups& groups_;
  Threads threads_;
  Progress& progress_;
  Blocks blocks_;
  std::atomic<bool> cancelled_ = false;
  ObjectShares shares_;
  std::vector<BlockWalk> walks_;
  ArcTable arcs_;
  QuotientGraph result_;
};

}  // namespace

Result<QuotientGraph> QuotientGraph::build(const LiveGraph& graph, const ObjectGroups& groups, ObjectShares shares,
                                           Threads threads, Progress& progress, uint64_t objectsPerBlock) {
  return Quotient(graph, groups, std::move(shares), threads, progress, objectsPerBlock).build();
}

}  // namespace heaptrail
