// What is known of a collection while it runs. Its events are applied when it ends, for until then addresses mean the
// heap as it was when it began.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "trace/anttracks/event_decoder.h"
#include "trace/anttracks/pointer_lists.h"
#include "trace/anttracks/spaces.h"

namespace heaptrail::anttracks {

struct OpenCollection {
  struct Move {
    uint64_t from = 0;
    uint64_t to = 0;
    uint32_t row = 0;
  };
  struct RootPointer {
    uint64_t list = 0;  // a category, or the address of a thread
    uint64_t address = 0;
  };

  GcEvent start;
  Spaces spaces;                        // as they were when it began
  std::vector<AddressRange> collected;  // where all die that are not moved: unless everything is
  std::vector<AddressRange> failed;     // where objects may stay after all
  std::vector<Move> moves;
  std::unordered_map<uint64_t, uint32_t> born;  // fillers: by address
  PointerLists pointers;
  std::vector<RootPointer> roots;
  bool keepsInPlace = false;  // objects in spaces that are collected stay where they are

  /// Makes it a new one; the memory stays.
  void begin(const GcEvent& gc, const Spaces& now) {
    start = gc;
    spaces = now;
    collected.clear();
    failed.clear();
    moves.clear();
    born.clear();
    pointers.clear();
    roots.clear();
    keepsInPlace = false;
  }

  bool isMajor() const { return start.type == GcType::kMajor || start.type == GcType::kMajorSync; }
  bool isSync() const { return start.type == GcType::kMajorSync || start.type == GcType::kMinorSync; }
};

}  // namespace heaptrail::anttracks
