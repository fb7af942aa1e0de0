// Which group each live object is in, for a quotient graph: any division of the live objects into groups will do.
//
// Some groups are *blocks*: they stand for what keeps a heap alive from outside (a class with its static fields, a
// thread, a kind of roots). They are held by the heap itself, and what else refers to their objects does not count:
// everybody refers to classes and threads, and nobody owns them by that.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "base/array.h"
#include "model/ids.h"

namespace heaptrail {

/// A reference from outside of the heap's objects.
struct BlockRoot {
  uint32_t block = 0;
  ObjectIndex object;

  friend auto operator<=>(const BlockRoot&, const BlockRoot&) = default;
};

struct ObjectGroups {
  static constexpr uint32_t kNone = ~uint32_t{0};  // of objects that are not live

  Array<uint32_t> groupOf;  // by object
  /// By group.
  std::vector<uint8_t> isBlock;
  /// Ascending, each once. None leads to an object of a block.
  std::vector<BlockRoot> roots;

  uint32_t count() const { return static_cast<uint32_t>(isBlock.size()); }
};

}  // namespace heaptrail
