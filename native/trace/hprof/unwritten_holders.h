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

/// Adds the references that hold what belongs to classes whose loader can go: their loaders hold classes that nothing
/// refers to, and classes hold what only a field of their class object can be the holder of. Without, liveness would
/// take these objects for roots, and they would hold the loader.
void addUnwrittenReferences(HeapParts& parts);

}  // namespace heaptrail::hprof
