// What HotSpot keeps alive from places it does not write to a dump.
//
// The instance fields of java.lang.Class are left out (its name, reflection data, annotations, enum constants,
// signers…), so are threads of the compilers and some handles of the VM. Objects that only these hold have no path from
// a root in the file, though they are alive. Which types can be held that way is known; whether an object is,
// graph/liveness.h decides.
#pragma once

#include <vector>

#include "model/heap.h"

namespace heaptrail::hprof {

std::vector<WithoutReferrer> findUnwrittenHolders(const Symbols& symbols);

}  // namespace heaptrail::hprof
