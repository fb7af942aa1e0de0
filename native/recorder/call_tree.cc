#include "recorder/call_tree.h"

namespace heaptrail::recorder {

uint32_t CallTree::insert(std::span<const jvmtiFrameInfo> frames) {
  const std::lock_guard lock(mutex_);
  uint32_t node = 0;
  for (size_t i = frames.size(); i-- > 0;) node = child(node, {frames[i].method, frames[i].location});
  return node;
}

std::vector<FramePlace> CallTree::frames(uint32_t stack) const {
  const std::lock_guard lock(mutex_);
  std::vector<FramePlace> found;
  for (uint32_t node = stack; node != 0; node = nodes_[node].parent) found.push_back(nodes_[node].place);
  return found;
}

uint32_t CallTree::child(uint32_t parent, FramePlace place) {
  const size_t slot = slotOf(parent, place);
  if (slots_[slot] != 0) return slots_[slot];
  const auto node = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back({parent, place});
  slots_[slot] = node;
  if (nodes_.size() > slots_.size() / 2) grow();
  return node;
}

/// Where it stands, or the free slot where it would.
size_t CallTree::slotOf(uint32_t parent, FramePlace place) const {
  constexpr uint64_t kMixer = 0xD6E8FEB86659FD93;
  const size_t mask = slots_.size() - 1;
  size_t slot = (FramePlaceHash()(place) + parent * kMixer) >> 16 & mask;
  while (slots_[slot] != 0) {
    const Node& node = nodes_[slots_[slot]];
    if (node.parent == parent && node.place == place) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

void CallTree::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (uint32_t node = 1; node < nodes_.size(); ++node) slots_[slotOf(nodes_[node].parent, nodes_[node].place)] = node;
}

}  // namespace heaptrail::recorder
