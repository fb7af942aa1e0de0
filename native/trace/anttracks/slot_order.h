// Which field or element each pointer of a list is: lists have one entry per reference slot, in the collector's order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trace/anttracks/object_store.h"
#include "trace/anttracks/type_table.h"

namespace heaptrail::anttracks {

enum class ListFit : uint8_t {
  kWhole,    // every slot has its pointer
  kNothing,  // the list says nothing of the object's slots
  kPartly,   // it is no list of all slots: which ones it has cannot be told
};

struct Arranged {
  ListFit fit = ListFit::kNothing;
  std::span<const uint32_t> slots;  // if it is whole
};

/// Puts `list` (rows + 1, 0 for null) into slot order. `before` is what was known of the object; slots that the list
/// leaves out by design stay as they were there. `memory`: for what has to be put into another order.
Arranged arrange(const TypeTable& types, const ObjectStore::Row& object, std::span<const uint32_t> list, bool reversed,
                 std::span<const uint32_t> before, std::vector<uint32_t>& memory);

}  // namespace heaptrail::anttracks
