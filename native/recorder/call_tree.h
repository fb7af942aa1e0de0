// The stacks at which allocations were sampled, as a tree of their frames: what thousands of stacks share is kept once.
// A stack is the node of its innermost frame. Nothing is named here: of most stacks no object lives to see a point.
//
// Takes about 40 bytes per node. From any thread of the program.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "recorder/frame_names.h"

namespace heaptrail::recorder {

class CallTree {
 public:
  /// The number of a stack; frames stand with the innermost first. 0 is the stack without frames.
  uint32_t insert(std::span<const jvmtiFrameInfo> frames);

  /// The frames of a stack, the innermost first.
  std::vector<FramePlace> frames(uint32_t stack) const;

 private:
  struct Node {
    uint32_t parent = 0;  // the caller
    FramePlace place;
  };
  uint32_t child(uint32_t parent, FramePlace place);
  size_t slotOf(uint32_t parent, FramePlace place) const;
  void grow();

  mutable std::mutex mutex_;  // held for moments, and nothing is asked of the JVM meanwhile; guards what follows
  std::vector<Node> nodes_{1};
  std::vector<uint32_t> slots_ = std::vector<uint32_t>(1 << 12);  // open addressing, by parent and place; 0 is free
};

}  // namespace heaptrail::recorder
