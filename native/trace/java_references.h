// Which references of a Java heap do not keep their targets alive.
#pragma once

#include <vector>

#include "model/slot_set.h"
#include "model/symbols.h"

namespace heaptrail {

/// By type; see HeapParts.
struct ReferenceSlots {
  std::vector<SlotSet> weak;       // the referent of weak and phantom references, which the collector clears; and links
  std::vector<SlotSet> soft;       // the referent of soft ones, which it clears when memory runs short
  std::vector<SlotSet> collector;  // links: while it marks, it lists references of all kinds by a field of theirs
};

ReferenceSlots findReferenceSlots(const Symbols& symbols);

}  // namespace heaptrail
