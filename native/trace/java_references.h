// Which references of a Java heap do not keep their targets alive.
#pragma once

#include <cstdint>
#include <vector>

#include "model/symbols.h"

namespace heaptrail {

/// By type: the slot of the referent, or Heap::kNoSlot.
struct ReferentSlots {
  std::vector<uint32_t> weak;  // of weak and phantom references, which the collector clears
  std::vector<uint32_t> soft;  // of soft ones, which it clears when memory runs short
};

ReferentSlots findReferentSlots(const Symbols& symbols);

}  // namespace heaptrail
