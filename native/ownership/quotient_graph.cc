#include "ownership/quotient_graph.h"

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "base/array.h"
#include "base/bit_set.h"
#include "ownership/arc_table.h"
#include "ownership/ordered_groups.h"

namespace heaptrail {

namespace {

// How far the processor fetches ahead of the sweeps.
constexpr uint64_t kReferencesAhead = 24;

/// What is known of an object: one line of the cache for each reference to it.
struct Record {
  uint64_t share;  // what one reference to it owns of it, in parts of bytes, once it is done
  uint32_t group;
  uint32_t references;  // to it, with those of roots
};

class Quotient {
 public:
  Quotient(const LiveGraph& graph, const ObjectGroups& groups, Threads threads, Progress& progress)
      : graph_(graph),
        heap_(graph.heap()),
        groups_(groups),
        threads_(threads),
        progress_(progress),
        records_(heap_.objectCount()) {
    result_.sizes.resize(groups.count());
  }

  Result<QuotientGraph> build() {
    count();
    addRoots();
    if (!goOn()) return cancelledError();
    sortArcs();
    order();
    shareLeaves();
    if (!goOn() || !shareInner()) return cancelledError();
    for (const BlockRoot& root : groups_.roots) {
      const Record& record = records_[root.object.value()];
      arcs_(root.block, record.group).owned += record.share;
    }
    sortArcs();
    return std::move(result_);
  }

 private:
  struct BlockCounts {
    std::vector<Size> sizes;
    ArcTable arcs;
  };

  bool goOn() const { return !cancelled_.load(std::memory_order_relaxed) && !progress_.cancelled(); }
  void advance(uint64_t objects) {
    if (!progress_.advance(objects)) cancelled_.store(true, std::memory_order_relaxed);
  }
  uint64_t blockCount() const { return (heap_.objectCount() + kLiveObjectsPerBlock - 1) / kLiveObjectsPerBlock; }
  bool isCounted(uint32_t group) const { return groups_.isBlock[group] == 0; }

  /// Calls `visit(object, type)` for the live objects of a block of numbers.
  template <typename Visit>
  void forEachLive(uint64_t block, Visit&& visit) const {
    const uint64_t to = std::min<uint64_t>(heap_.objectCount(), (block + 1) * kLiveObjectsPerBlock);
    graph_.live().forEachIn(block * kLiveObjectsPerBlock, to,
                            [&](uint64_t i) { visit(ObjectIndex(static_cast<uint32_t>(i))); });
  }

  /// Sizes of groups, references to each object, and references between groups.
  void count() {
    forEachBlock(threads_, blockCount(), [&](uint64_t block) {
      const uint64_t to = std::min<uint64_t>(heap_.objectCount(), (block + 1) * kLiveObjectsPerBlock);
      for (uint64_t i = block * kLiveObjectsPerBlock; i < to; ++i) records_[i].group = groups_.groupOf[i];
    });
    std::vector<BlockCounts> counts(blockCount());
    const std::span<const ObjectIndex> targets = heap_.parts().references.targets();
    forEachBlock(threads_, counts.size(), [&](uint64_t block) {
      if (!goOn()) return;
      BlockCounts& own = counts[block];
      own.sizes.resize(groups_.count());
      forEachLive(block, [&](ObjectIndex object) {
        const uint32_t group = records_[object.value()].group;
        own.sizes[group] += {1, heap_.shallowBytes(object)};
        if (!graph_.isInner(object)) return;
        const auto [from, end] = heap_.parts().references.range(object.value());
        const uint64_t ahead = std::min<uint64_t>(end + kReferencesAhead, targets.size());
        for (uint64_t r = from + kReferencesAhead; r < ahead; ++r) __builtin_prefetch(&records_[targets[r].value()], 1);
        graph_.forEachReference(object, [&](ObjectIndex target) {
          Record& record = records_[target.value()];
          if (!isCounted(record.group)) return;
          std::atomic_ref<uint32_t>(record.references).fetch_add(1, std::memory_order_relaxed);
          ++own.arcs(group, record.group).references;
        });
      });
      advance(kLiveObjectsPerBlock);
    });
    for (const BlockCounts& own : counts) {
      for (size_t group = 0; group < own.sizes.size(); ++group) result_.sizes[group] += own.sizes[group];
      arcs_.add(own.arcs);
    }
  }

  void addRoots() {
    for (const BlockRoot& root : groups_.roots) {
      Record& record = records_[root.object.value()];
      ++record.references;
      ++arcs_(root.block, record.group).references;
    }
  }

  void sortArcs() { result_.arcs = arcs_.sorted(); }

  /// Inner objects, component by component, sinks first.
  void order() {
    order_ = OrderedGroups::of(groups_.count(), result_.arcs);
    const size_t components = order_.members.size();
    hasInside_.assign(components, 0);
    for (const QuotientArc& arc : result_.arcs) {
      if (order_.componentOf[arc.from] == order_.componentOf[arc.to]) hasInside_[order_.componentOf[arc.from]] = 1;
    }
    begin_.assign(components + 1, 0);
    const auto forEachInner = [this](auto&& visit) {
      graph_.live().forEach([&](uint64_t i) {
        if (graph_.isInner(ObjectIndex(static_cast<uint32_t>(i)))) visit(i, order_.componentOf[records_[i].group]);
      });
    };
    forEachInner([&](uint64_t, uint32_t component) { ++begin_[component + size_t{1}]; });
    for (size_t component = 0; component < components; ++component) begin_[component + 1] += begin_[component];
    inner_ = Array<uint32_t>(begin_.back());
    std::vector<uint64_t> next(begin_.begin(), begin_.end() - 1);
    forEachInner([&](uint64_t i, uint32_t component) { inner_[next[component]++] = static_cast<uint32_t>(i); });
  }

  uint64_t ownParts(ObjectIndex object) const { return heap_.shallowBytes(object) << kOwnershipShift; }
  static uint64_t divided(uint64_t owned, uint64_t references) { return references <= 1 ? owned : owned / references; }

  void shareLeaves() {
    forEachBlock(threads_, blockCount(), [&](uint64_t block) {
      if (!goOn()) return;
      forEachLive(block, [&](ObjectIndex object) {
        if (graph_.isInner(object)) return;
        Record& record = records_[object.value()];
        record.share = divided(ownParts(object), record.references);
      });
      advance(kLiveObjectsPerBlock);
    });
  }

  bool shareInner() {
    done_ = BitSet(heap_.objectCount());
    for (size_t component = 0; component < order_.members.size(); ++component) {
      const std::span<const uint32_t> objects(inner_.data() + begin_[component],
                                              begin_[component + 1] - begin_[component]);
      if (hasInside_[component] != 0) {
        if (!shareWithCycles(static_cast<uint32_t>(component), objects)) return false;
      } else {
        shareInAnyOrder(objects);
        if (!goOn()) return false;
      }
    }
    return true;
  }

  /// All that these objects refer to is in other components, and done.
  void shareInAnyOrder(std::span<const uint32_t> objects) {
    const uint64_t blocks = (objects.size() + kLiveObjectsPerBlock - 1) / kLiveObjectsPerBlock;
    if (blocks <= 1) {
      shareBlock(objects, arcs_);
      advance(objects.size());
      return;
    }
    std::vector<ArcTable> owned(blocks);
    forEachBlock(threads_, blocks, [&](uint64_t block) {
      if (!goOn()) return;
      const uint64_t from = block * kLiveObjectsPerBlock;
      shareBlock(objects.subspan(from, std::min<uint64_t>(kLiveObjectsPerBlock, objects.size() - from)), owned[block]);
      advance(kLiveObjectsPerBlock);
    });
    for (const ArcTable& own : owned) arcs_.add(own);
  }

  void shareBlock(std::span<const uint32_t> objects, ArcTable& arcs) {
    constexpr size_t kOffsetsAhead = 32;
    constexpr size_t kTargetsAhead = 16;
    constexpr size_t kRecordsAhead = 8;
    constexpr size_t kMostRecords = 8;
    for (size_t i = 0; i < objects.size(); ++i) {
      if (i + kOffsetsAhead < objects.size()) heap_.prefetch(ObjectIndex(objects[i + kOffsetsAhead]));
      if (i + kTargetsAhead < objects.size()) heap_.prefetchReferences(ObjectIndex(objects[i + kTargetsAhead]));
      if (i + kRecordsAhead < objects.size()) {
        const auto references = heap_.references(ObjectIndex(objects[i + kRecordsAhead]));
        for (size_t r = 0; r < references.size() && r < kMostRecords; ++r) {
          __builtin_prefetch(&records_[references[r].value()]);
        }
      }
      const ObjectIndex object(objects[i]);
      Record& record = records_[object.value()];
      const uint64_t owned = ownParts(object) + ownedBeyond(object, record.group, arcs);
      record.share = divided(owned, record.references);
    }
  }

  /// The parts of what an object refers to outside of its component.
  uint64_t ownedBeyond(ObjectIndex object, uint32_t group, ArcTable& arcs) {
    uint64_t owned = 0;
    graph_.forEachReference(object, [&](ObjectIndex target) {
      const Record& record = records_[target.value()];
      if (!isCounted(record.group)) return;
      owned += record.share;
      arcs(group, record.group).owned += record.share;
    });
    return owned;
  }

  // Objects of a component that refer to each other: cycles among them are found as OrderedGroups does it. Until an
  // object is done its share holds its number on the way.

  struct Visit {
    uint32_t object;
    uint32_t nextReference;
    uint32_t lowest;
  };

  bool shareWithCycles(uint32_t component, std::span<const uint32_t> objects) {
    uint64_t next = 1;
    uint64_t sinceCheck = 0;
    for (const uint32_t start : objects) {
      if (records_[start].share != 0 || done_.test(start)) continue;
      enter(start, next);
      while (!way_.empty()) {
        if (step(component, next)) continue;
        const Visit visit = way_.back();
        way_.pop_back();
        if (!way_.empty()) way_.back().lowest = std::min(way_.back().lowest, visit.lowest);
        if (visit.lowest == records_[visit.object].share) closeCycle(component, visit.object);
        if (++sinceCheck < kLiveObjectsPerBlock) continue;
        sinceCheck = 0;
        advance(kLiveObjectsPerBlock);
        if (!goOn()) return false;
      }
    }
    advance(sinceCheck);
    return goOn();
  }

  void enter(uint32_t object, uint64_t& next) {
    records_[object].share = next;
    way_.push_back({object, 0, static_cast<uint32_t>(next)});
    open_.push_back(object);
    ++next;
  }

  bool isInside(uint32_t component, ObjectIndex target) const {
    return graph_.isInner(target) && isCounted(records_[target.value()].group) &&
           order_.componentOf[records_[target.value()].group] == component;
  }

  /// The positions of references of an object that do not count.
  SlotSet weakPositions(ObjectIndex object) const {
    SlotSet positions;
    const SlotSet& weak = heap_.weakSlots(heap_.typeOf(object));
    if (graph_.weak() == WeakReferences::kKeepAlive || weak.empty()) return positions;
    uint32_t next = 0;
    heap_.forEachSlot(object, [&](ObjectIndex, uint32_t slot) {
      if (weak.has(slot)) positions.add(next);
      ++next;
    });
    return positions;
  }

  /// Goes on to the next object of the component that is not known yet; false when there is none below this one.
  bool step(uint32_t component, uint64_t& next) {
    Visit& visit = way_.back();
    const ObjectIndex object(visit.object);
    const auto references = heap_.references(object);
    const SlotSet weak = weakPositions(object);
    while (visit.nextReference < references.size()) {
      const uint32_t position = visit.nextReference++;
      const ObjectIndex target = references[position];
      if (weak.has(position) || !isInside(component, target) || done_.test(target.value())) continue;
      const uint64_t number = records_[target.value()].share;
      if (number == 0) {
        enter(target.value(), next);
        return true;
      }
      visit.lowest = std::min(visit.lowest, static_cast<uint32_t>(number));
    }
    return false;
  }

  /// The objects from `first` on are one: what they own together is divided among the references from elsewhere.
  void closeCycle(uint32_t component, uint32_t first) {
    size_t begin = open_.size();
    do {
      --begin;
    } while (open_[begin] != first);
    const std::span<const uint32_t> members(open_.data() + begin, open_.size() - begin);
    uint64_t owned = 0;
    uint64_t references = 0;
    for (const uint32_t member : members) {
      const ObjectIndex object(member);
      Record& record = records_[member];
      owned += ownParts(object);
      references += record.references;
      graph_.forEachReference(object, [&](ObjectIndex target) {
        const Record& other = records_[target.value()];
        if (!isCounted(other.group)) return;
        if (isInside(component, target) && !done_.test(target.value())) {
          // What can be reached from here and is not done can only be of the same cycle.
          --references;
          return;
        }
        owned += other.share;
        if (order_.componentOf[other.group] != component) arcs_(record.group, other.group).owned += other.share;
      });
    }
    const uint64_t share = divided(owned, references);
    for (const uint32_t member : members) {
      records_[member].share = share;
      done_.set(member);
    }
    open_.resize(begin);
  }

  const LiveGraph& graph_;
  const Heap& heap_;
  const ObjectGroups& groups_;
  Threads threads_;
  Progress& progress_;
  std::atomic<bool> cancelled_ = false;
  Array<Record> records_;
  ArcTable arcs_;
  OrderedGroups order_;
  std::vector<uint8_t> hasInside_;  // by component: whether references stay within it
  std::vector<uint64_t> begin_;     // by component: its first in inner_
  Array<uint32_t> inner_;
  BitSet done_;  // inner objects of components with references inside
  std::vector<Visit> way_;
  std::vector<uint32_t> open_;
  QuotientGraph result_;
};

}  // namespace

Result<QuotientGraph> QuotientGraph::build(const LiveGraph& graph, const ObjectGroups& groups, Threads threads,
                                           Progress& progress) {
  return Quotient(graph, groups, threads, progress).build();
}

}  // namespace heaptrail
