#include "ownership/collections.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "dsl/names.h"
#include "graph/work_list.h"

namespace heaptrail {

namespace {

constexpr uint64_t kUnheld = std::numeric_limits<uint64_t>::max();
constexpr unsigned kTypeShift = 32;
// Views and iterators refer to the collection that they are of: they hold one only where nobody else does.
constexpr uint64_t kOfSameFamily = uint64_t{1} << 62;

}  // namespace

class CollectionFinder {
 public:
  CollectionFinder(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads, Progress& progress,
                   ObjectShares* counted)
      : graph_(graph), heap_(graph.heap()), types_(types), threads_(threads), progress_(progress), counted_(counted) {
    const std::vector<Type>& all = heap_.symbols().types;
    isHead_.resize(all.size());
    isReferenceArray_.resize(all.size());
    families_.resize(all.size());
    std::unordered_map<std::string_view, uint32_t> known;
    for (uint32_t t = 0; t < all.size(); ++t) {
      isHead_[t] = types.isHead(TypeId(t)) ? 1 : 0;
      isReferenceArray_[t] = all[t].shape == TypeShape::kReferenceArray ? 1 : 0;
      families_[t] = known.emplace(dsl::outermostClass(all[t].name), static_cast<uint32_t>(known.size())).first->second;
    }
  }

  Result<Collections> find() {
    found_.parts_ = Array<uint32_t>(heap_.objectCount());
    if (!findParts()) return cancelledError();
    addArrays();
    if (!(counted_ == nullptr ? findHolders<false>() : findHolders<true>())) return cancelledError();
    return std::move(found_);
  }

 private:
  uint32_t typeOf(ObjectIndex object) const { return heap_.typeOf(object).value(); }

  /// Makes collections of the heads that descriptions know, and lists the arrays that may become some.
  bool findHeads() {
    struct BlockHeads {
      std::vector<ObjectIndex> heads;
      std::vector<ObjectIndex> arrays;
    };
    const Blocks blocks = graph_.blocks();
    std::vector<BlockHeads> found(blocks.count());
    std::atomic<bool> goOn = true;
    forEachBlock(threads_, blocks, [&](const Block& block) {
      if (!goOn.load(std::memory_order_relaxed)) return;
      BlockHeads& own = found[block.number];
      graph_.live().forEachIn(block.from, block.to, [&](uint64_t i) {
        const ObjectIndex object(static_cast<uint32_t>(i));
        const uint32_t type = typeOf(object);
        if (isHead_[type] != 0) own.heads.push_back(object);
        if (isReferenceArray_[type] != 0) own.arrays.push_back(object);
      });
      if (!progress_.advance(block.size() / 2)) goOn.store(false, std::memory_order_relaxed);
    });
    for (const BlockHeads& own : found) {
      for (const ObjectIndex object : own.heads) addHead(object);
      arrays_.insert(arrays_.end(), own.arrays.begin(), own.arrays.end());
    }
    return goOn.load();
  }

  void addHead(ObjectIndex object) {
    found_.heads_.push_back(object);
    found_.parts_[object.value()] = found_.count();
  }

  bool findParts() {
    if (!findHeads()) return false;
    WorkList work(heap_);
    uint32_t sinceCheck = 0;
    for (uint32_t collection = 0; collection < found_.count(); ++collection) {
      const ObjectIndex head = found_.heads_[collection];
      const dsl::Scope scope = types_.scopeBelow(heap_.typeOf(head));
      work.push(head);
      while (!work.empty()) {
        const ObjectIndex part = work.pop();
        const dsl::Step* const steps = types_.stepsFrom(heap_.typeOf(part), scope);
        graph_.forEachReference(part, [&](ObjectIndex target) {
          uint32_t& known = found_.parts_[target.value()];
          if (known != 0) return;
          const TypeId type = heap_.typeOf(target);
          if (steps[type.value()] != dsl::Step::kInner) return;
          known = collection + 1;
          if (types_.leadsOn(type, scope) && graph_.isInner(target)) work.push(target);
        });
        if (++sinceCheck < kObjectsBetweenChecks) continue;
        sinceCheck = 0;
        if (progress_.cancelled()) return false;
      }
    }
    return true;
  }

  /// Those that are part of no structure.
  void addArrays() {
    for (const ObjectIndex array : arrays_) {
      if (found_.parts_[array.value()] == 0) addHead(array);
    }
    arrays_ = {};
  }

  template <bool counts>
  bool findHolders() {
    found_.holders_ = Array<uint64_t>(found_.count());
    std::ranges::fill(found_.holders_, kUnheld);
    BitSet isHead(heap_.objectCount());
    for (const ObjectIndex head : found_.heads_) isHead.set(head.value());
    std::atomic<bool> goOn = true;
    forEachBlock(threads_, graph_.blocks(), [&](const Block& block) {
      if (!goOn.load(std::memory_order_relaxed)) return;
      graph_.live().forEachIn(block.from, block.to, [&](uint64_t i) {
        const ObjectIndex object(static_cast<uint32_t>(i));
        if (!graph_.isInner(object)) return;
        graph_.forEachReference(object, [&](ObjectIndex target) {
          if constexpr (counts) countReference(*counted_, block, target);
          if (isHead.test(target.value())) hold(object, target);
        });
      });
      if (!progress_.advance(block.size())) goOn.store(false, std::memory_order_relaxed);
    });
    return goOn.load();
  }

  void hold(ObjectIndex holder, ObjectIndex head) {
    const uint32_t collection = found_.of(head);
    if (found_.of(holder) == collection) return;
    const TypeId described = heap_.typeOfClassObject(holder);
    const uint32_t type = described.exists() ? described.value() : typeOf(holder);
    uint64_t rank = (uint64_t{type} << kTypeShift) | holder.value();
    // The nodes of a map in which there are maps are no views of these.
    const uint32_t own = found_.of(holder);
    const bool isPart = own != Collections::kNone && found_.heads_[own] != holder;
    const bool isView =
        !described.exists() && !isPart && families_[type] == families_[typeOf(head)] && isReferenceArray_[type] == 0;
    if (isView) rank |= kOfSameFamily;
    const std::atomic_ref<uint64_t> best(found_.holders_[collection]);
    uint64_t known = best.load(std::memory_order_relaxed);
    while (rank < known && !best.compare_exchange_weak(known, rank, std::memory_order_relaxed)) {
    }
  }

  const LiveGraph& graph_;
  const Heap& heap_;
  const dsl::DescribedTypes& types_;
  Threads threads_;
  Progress& progress_;
  ObjectShares* counted_;
  std::vector<uint8_t> isHead_;            // by type
  std::vector<uint8_t> isReferenceArray_;  // by type
  std::vector<uint32_t> families_;         // by type: a number for its outermost class
  std::vector<ObjectIndex> arrays_;        // of references
  Collections found_;
};

Result<Collections> Collections::find(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads,
                                      Progress& progress, ObjectShares* counted) {
  return CollectionFinder(graph, types, threads, progress, counted).find();
}

ObjectIndex Collections::holder(uint32_t collection) const {
  const uint64_t best = holders_[collection];
  return best == kUnheld ? ObjectIndex::none() : ObjectIndex(static_cast<uint32_t>(best));
}

}  // namespace heaptrail
