#include "trace/anttracks/checkpoints.h"

#include <algorithm>
#include <utility>

namespace heaptrail::anttracks {

namespace {

constexpr uint64_t kMostMemory = uint64_t{256} << 20;
constexpr uint64_t kShortestDistance = uint64_t{16} << 20;
// A state of a large heap takes longer to pack than the trace up to the next one takes to read: these are farther
// apart.
constexpr uint64_t kDistancePerByte = 3;

ReplayedHeap withoutObjects(const ReplayedHeap& heap) {
  return {ObjectStore(), heap.spaces, heap.threads, heap.roots, heap.used, heap.collections, heap.known, heap.hadRoots};
}

}  // namespace

Checkpoint::Checkpoint(const Replay& replay, TracePlace next)
    : next_(next), objects_(replay.heap().store), rest_(withoutObjects(replay.heap())) {}

ReplayedHeap Checkpoint::heap() const {
  ReplayedHeap heap = withoutObjects(rest_);
  objects_.unpack(heap.store);
  return heap;
}

void Checkpoints::offer(const Replay& replay, TracePlace next, uint64_t bytes) {
  if (!replay.isSettled() || bytes < last_ + std::max(distance_, kShortestDistance)) return;
  last_ = bytes;
  taken_.push_back({Checkpoint(replay, next), bytes});
  memory_ += taken_.back().checkpoint.bytes();
  distance_ = std::max(distance_, kDistancePerByte * taken_.back().checkpoint.bytes());
  while (memory_ > kMostMemory && taken_.size() > 1) {
    // Every other one goes.
    std::vector<Taken> kept;
    memory_ = 0;
    for (size_t i = 1; i < taken_.size(); i += 2) {
      memory_ += taken_[i].checkpoint.bytes();
      kept.push_back(std::move(taken_[i]));
    }
    taken_ = std::move(kept);
    distance_ = 2 * std::max(distance_, kShortestDistance);
  }
}

const Checkpoint* Checkpoints::before(uint32_t collections) const {
  const auto after = std::ranges::upper_bound(taken_, collections, {},
                                              [](const Taken& taken) { return taken.checkpoint.collections(); });
  return after == taken_.begin() ? nullptr : &std::prev(after)->checkpoint;
}

}  // namespace heaptrail::anttracks
