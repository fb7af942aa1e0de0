// Which references of a Java heap do not keep their targets alive.
#pragma once

#include <vector>

#include "model/slot_set.h"
#include "model/symbols.h"

namespace heaptrail {

/// By type: the slot of the referent, or none.
struct ReferentSlots {
  std::vector<SlotSet> weak;  // of weak and phantom references, which the collector clears
  std::vector<SlotSet> soft;  // of soft ones, which it clears when memory runs short
};

ReferentSlots findReferentSlots(const Symbols& symbols);

}  // namespace heaptrail
