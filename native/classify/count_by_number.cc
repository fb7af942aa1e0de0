#include "classify/count_by_number.h"

#include <algorithm>
#include <array>
#include <utility>

namespace heaptrail {

namespace {

constexpr size_t kBatch = 1024;
constexpr uint64_t kObjectsPerCountingThread = uint64_t{1} << 20;

/// Calls `visit(object, number)` for the members in [from, to) that have a number.
template <typename Visit>
void forEachNumber(const BitSet& objects, const ObjectNumbers& numbers, uint64_t from, uint64_t to, Visit&& visit) {
  std::array<ObjectIndex, kBatch> batch{};
  std::array<uint32_t, kBatch> found{};
  size_t filled = 0;
  const auto flush = [&] {
    numbers.ofMany({batch.data(), filled}, found.data());
    for (size_t i = 0; i < filled; ++i) {
      if (found[i] != ObjectNumbers::kNone) visit(batch[i], found[i]);
    }
    filled = 0;
  };
  objects.forEachIn(from, to, [&](uint64_t i) {
    batch[filled++] = ObjectIndex(static_cast<uint32_t>(i));
    if (filled == kBatch) flush();
  });
  flush();
}

}  // namespace

Result<std::vector<Size>> countByNumber(const Heap& heap, const BitSet& objects, const ObjectNumbers& numbers,
                                        uint32_t count, Threads threads, Progress& progress) {
  const SizesOfTypes sizes(heap);
  return countInShares(
      objects.size(), count, threads, progress, [&](uint64_t from, uint64_t to, std::vector<Size>& sums) {
        forEachNumber(objects, numbers, from, to,
                      [&](ObjectIndex object, uint32_t number) { sums[number] += {1, sizes.of(object)}; });
      });
}

Result<std::vector<Size>> countInShares(
    uint64_t objects, uint32_t count, Threads threads, Progress& progress,
    const std::function<void(uint64_t from, uint64_t to, std::vector<Size>& sums)>& add) {
  // A table per thread, not per block: with 100,000 types a block's own table would cost more than its objects.
  const uint64_t shares = std::min<uint64_t>(threads.count(), objects / kObjectsPerCountingThread + 1);
  const uint64_t perShare = (objects / shares / 64 + 1) * 64;
  std::vector<std::vector<Size>> sums(shares);
  forEachBlock(threads, shares, [&](uint64_t share) {
    std::vector<Size>& mine = sums[share];
    mine.resize(count);
    const uint64_t end = std::min(objects, (share + 1) * perShare);
    for (uint64_t from = share * perShare; from < end; from += kObjectsBetweenChecks) {
      const uint64_t to = std::min<uint64_t>(end, from + kObjectsBetweenChecks);
      add(from, to, mine);
      if (!progress.advance(to - from)) return;
    }
  });
  if (progress.cancelled()) return cancelledError();
  std::vector<Size> total = std::move(sums.front());
  for (size_t share = 1; share < sums.size(); ++share) {
    for (uint32_t i = 0; i < count; ++i) total[i] += sums[share][i];
  }
  return total;
}

Result<std::vector<BitSet>> splitByNumber(const BitSet& objects, const ObjectNumbers& numbers, uint32_t count,
                                          Threads threads, Progress& progress) {
  std::vector<BitSet> parts;
  for (uint32_t i = 0; i < count; ++i) parts.emplace_back(objects.size());
  const bool done = forEachStretch(objects.size(), threads, progress, [&](uint64_t from, uint64_t to) {
    forEachNumber(objects, numbers, from, to,
                  [&](ObjectIndex object, uint32_t number) { parts[number].set(object.value()); });
  });
  if (!done) return cancelledError();
  return parts;
}

bool forEachStretch(uint64_t objects, Threads threads, Progress& progress,
                    const std::function<void(uint64_t from, uint64_t to)>& visit) {
  forEachBlock(threads, Blocks{objects, kObjectsBetweenChecks}, [&](const Block& stretch) {
    if (progress.cancelled()) return;
    visit(stretch.from, stretch.to);
    progress.advance(stretch.size());
  });
  return !progress.cancelled();
}

}  // namespace heaptrail
