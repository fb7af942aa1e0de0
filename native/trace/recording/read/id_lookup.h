// From ids to indices, for the reader's own passes: the ids of recordings are running numbers, so a bit for each with a
// count per 64 of them finds an index at a single glance, where ObjectIds, made for addresses, has to look further.
//
// Takes 1.5 bits per possible id; where ids are too spread out for that, ObjectIds answers.
#pragma once

#include <cstdint>
#include <optional>

#include "base/array.h"
#include "base/count_bits.h"
#include "model/object_ids.h"

namespace heaptrail::recording {

class IdLookup {
 public:
  /// `ids` must live as long.
  explicit IdLookup(const ObjectIds& ids);

  std::optional<ObjectIndex> find(uint64_t id) const {
    if (lines_.empty()) return ids_.find(ObjectId(id));
    const uint64_t at = id / 64;
    if (at >= lines_.size()) return std::nullopt;
    const Line& line = lines_[at];
    const uint64_t bit = uint64_t{1} << (id % 64);
    if ((line.bits() & bit) == 0) return std::nullopt;
    return ObjectIndex(line.before + countBits(line.bits() & (bit - 1)));
  }

 private:
  /// Twelve bytes, so that a cache line holds more than 300 ids.
  struct Line {
    uint32_t low;
    uint32_t high;
    uint32_t before;  // how many ids there are below

    uint64_t bits() const { return uint64_t{high} << 32 | low; }
  };

  const ObjectIds& ids_;
  Array<Line> lines_;
};

}  // namespace heaptrail::recording
