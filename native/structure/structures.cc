#include "structure/structures.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#include "structure/walks.h"

namespace heaptrail {

namespace {

constexpr uint64_t kObjectsPerBlock = uint64_t{1} << 16;

}  // namespace

/// Blocks of objects side by side; each block writes what belongs to the heads in it.
class Structures::Detection {
 public:
  Detection(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads, Progress& progress,
            uint64_t alwaysAllowed)
      : graph_(graph),
        heap_(graph.heap()),
        types_(types),
        threads_(threads),
        progress_(progress),
        blocks_{heap_.objectCount(), kObjectsPerBlock},
        walks_(graph, types),
        mostMemberships_(std::max(alwaysAllowed, kMostShares * graph.live().count())),
        memberships_(types.descriptions().entries().size()),
        containedByBlock_(blocks_.count()) {}

  Result<Structures> run() {
    result_.types_ = &types_;
    result_.heap_ = &heap_;
    findHeads();
    bytes_ = Array<uint64_t>(result_.count());
    containedCounts_ = Array<uint32_t>(size_t{result_.count()} + 1);
    result_.objects_ = Array<uint32_t>(result_.count());
    result_.leaves_ = Array<uint32_t>(result_.count());
    forEachBlock(threads_, blocks_, [&](const Block& block) { walkBlock(block); });
    if (progress_.cancelled()) return cancelledError();
    leaveOutTooWide();
    linkContained();
    result_.bytes_ = MostlySmallNumbers(bytes_.span());
    return std::move(result_);
  }

 private:
  template <typename Visit>
  void forEachHeadIn(const Block& block, Visit&& visit) const {
    graph_.live().forEachIn(block.from, block.to, [&](uint64_t object) {
      const ObjectIndex index(static_cast<uint32_t>(object));
      if (types_.isHead(heap_.typeOf(index))) visit(index);
    });
  }

  uint32_t entryOf(ObjectIndex head) const { return *types_.entryOf(heap_.typeOf(head)); }

  void findHeads() {
    firstOfBlock_.assign(blocks_.count() + 1, 0);
    forEachBlock(threads_, blocks_, [&](const Block& block) {
      uint32_t heads = 0;
      forEachHeadIn(block, [&](ObjectIndex) { ++heads; });
      firstOfBlock_[block.number + 1] = heads;
    });
    std::partial_sum(firstOfBlock_.begin(), firstOfBlock_.end(), firstOfBlock_.begin());
    result_.heads_ = Array<ObjectIndex>(firstOfBlock_.back());
    forEachBlock(threads_, blocks_, [&](const Block& block) {
      uint32_t next = firstOfBlock_[block.number];
      forEachHeadIn(block, [&](ObjectIndex head) { result_.heads_[next++] = head; });
    });
    BitSet isHead(heap_.objectCount());
    for (const ObjectIndex head : result_.heads_) isHead.set(head.value());
    result_.isHead_ = RankedBits(std::move(isHead));
  }

  void walkBlock(const Block& block) {
    if (progress_.cancelled()) return;
    const auto walk = walks_.borrow();
    std::vector<ObjectIndex>& contained = containedByBlock_[block.number];
    for (uint32_t i = firstOfBlock_[block.number]; i < firstOfBlock_[block.number + 1]; ++i) {
      const ObjectIndex head = result_.heads_[i];
      std::atomic<uint64_t>& memberships = memberships_[entryOf(head)];
      const uint64_t before = memberships.load(std::memory_order_relaxed);
      if (before > mostMemberships_) continue;
      const StructureWalk::End end = walk->run(head, Descent::kOwnParts, mostMemberships_, progress_);
      if (end == StructureWalk::End::kCancelled) return;
      memberships.fetch_add(walk->size().objects, std::memory_order_relaxed);
      if (end == StructureWalk::End::kTooLarge) continue;
      result_.objects_[i] = static_cast<uint32_t>(walk->size().objects);
      bytes_[i] = walk->size().bytes;
      result_.leaves_[i] = static_cast<uint32_t>(walk->leaves());
      containedCounts_[i] = static_cast<uint32_t>(walk->contained().size());
      contained.insert(contained.end(), walk->contained().begin(), walk->contained().end());
    }
    progress_.advance(block.size());
  }

  /// All structures of a description that is too wide, also those that were walked before that was known.
  void leaveOutTooWide() {
    for (uint32_t entry = 0; entry < memberships_.size(); ++entry) {
      if (memberships_[entry].load() > mostMemberships_) result_.tooWide_.push_back(entry);
    }
    if (result_.tooWide_.empty()) return;
    for (uint64_t block = 0; block < blocks_.count(); ++block) {
      std::vector<ObjectIndex> kept;
      auto next = containedByBlock_[block].begin();
      for (uint32_t i = firstOfBlock_[block]; i < firstOfBlock_[block + 1]; ++i) {
        const auto end = next + containedCounts_[i];
        if (std::ranges::binary_search(result_.tooWide_, entryOf(result_.heads_[i]))) {
          result_.objects_[i] = 0;
          bytes_[i] = 0;
          result_.leaves_[i] = 0;
          containedCounts_[i] = 0;
        } else {
          kept.insert(kept.end(), next, end);
        }
        next = end;
      }
      containedByBlock_[block] = std::move(kept);
    }
  }

  void linkContained() {
    result_.containedOffsets_ = Offsets::fromDegrees(std::move(containedCounts_));
    result_.contained_ = Array<StructureIndex>(result_.containedOffsets_.total());
    uint64_t next = 0;
    for (std::vector<ObjectIndex>& block : containedByBlock_) {
      for (const ObjectIndex head : block) {
        result_.contained_[next++] = *result_.of(head);
      }
      block = {};
    }
  }

  const LiveGraph& graph_;
  const Heap& heap_;
  const dsl::DescribedTypes& types_;
  Threads threads_;
  Progress& progress_;
  Blocks blocks_;
  Walks walks_;
  uint64_t mostMemberships_;
  std::vector<std::atomic<uint64_t>> memberships_;  // by entry
  std::vector<uint32_t> firstOfBlock_;              // the first structure of each block
  Array<uint64_t> bytes_;
  Array<uint32_t> containedCounts_;
  std::vector<std::vector<ObjectIndex>> containedByBlock_;  // heads, structure by structure
  Structures result_;
};

Result<Structures> Structures::detect(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads,
                                      Progress& progress, uint64_t alwaysAllowed) {
  return Detection(graph, types, threads, progress, alwaysAllowed).run();
}

std::optional<StructureIndex> Structures::of(ObjectIndex head) const {
  if (!isHead_.test(head.value())) return std::nullopt;
  return StructureIndex(static_cast<uint32_t>(isHead_.rank(head.value())));
}

}  // namespace heaptrail
