// Groups as bits of a word, 64 to a sweep: which of them an object belongs to.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bit_set.h"
#include "base/progress.h"
#include "graph/group_sizes.h"
#include "graph/live_graph.h"
#include "model/size.h"

namespace heaptrail {

class GroupMasks {
 public:
  static constexpr uint32_t kPerSweep = 64;

  explicit GroupMasks(const Partition& partition)
      : groups_(partition.groups), maskOf_([&partition](ObjectIndex object, uint32_t sweep) -> uint64_t {
          const uint32_t group = partition.groupOf(object);
          return group / kPerSweep == sweep ? uint64_t{1} << (group % kPerSweep) : 0;
        }) {}

  explicit GroupMasks(std::span<const BitSet> groups)
      : groups_(static_cast<uint32_t>(groups.size())), maskOf_([groups](ObjectIndex object, uint32_t sweep) {
          const size_t from = size_t{sweep} * kPerSweep;
          const size_t count = std::min<size_t>(kPerSweep, groups.size() - from);
          uint64_t mask = 0;
          for (size_t g = 0; g < count; ++g) mask |= uint64_t{groups[from + g].test(object.value())} << g;
          return mask;
        }) {}

  uint32_t groups() const { return groups_; }
  uint32_t sweeps() const { return sweepsOf(groups_); }

  /// The groups of one sweep that `object` belongs to.
  uint64_t of(ObjectIndex object, uint32_t sweep) const { return maskOf_(object, sweep); }

  /// How many sweeps so many groups take.
  static uint32_t sweepsOf(uint32_t groups) { return (groups + kPerSweep - 1) / kPerSweep; }

 private:
  uint32_t groups_;
  std::function<uint64_t(ObjectIndex, uint32_t)> maskOf_;
};

/// Adds every live object to the sizes of the groups in its mask; false when cancelled.
template <typename MaskOf>
bool tallyMasks(const LiveGraph& graph, uint32_t sweep, MaskOf&& maskOf, std::span<Size> sizes, Progress& progress) {
  constexpr uint64_t kObjectsPerStep = uint64_t{1} << 16;
  const std::span<Size> swept = sizes.subspan(size_t{sweep} * GroupMasks::kPerSweep);
  const uint64_t wanted = swept.size() >= GroupMasks::kPerSweep ? ~uint64_t{0} : (uint64_t{1} << swept.size()) - 1;
  const uint64_t objects = graph.heap().objectCount();
  for (uint64_t start = 0; start < objects; start += kObjectsPerStep) {
    graph.live().forEachIn(start, std::min(objects, start + kObjectsPerStep), [&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      uint64_t mask = maskOf(object) & wanted;
      if (mask == 0) return;
      const Size size{1, graph.heap().shallowBytes(object)};
      for (; mask != 0; mask &= mask - 1) swept[static_cast<uint32_t>(std::countr_zero(mask))] += size;
    });
    if (!progress.advance(kObjectsPerStep)) return false;
  }
  return true;
}

}  // namespace heaptrail
