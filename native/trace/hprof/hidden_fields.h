// What HotSpot adds to objects of some JDK classes and does not write to dumps: fields of its own, and padding.
//
// vm_layout.h finds unknown additions by measuring, but for these classes there is often a single instance, or a heap
// with gaps, and then only knowing helps. Verified against GC.class_histogram of JDK 17 and 25 (test/recorder).
#pragma once

#include <vector>

#include "trace/hprof/survey.h"

namespace heaptrail::hprof {

/// What instances of a class have besides what its superclass has: declared fields, and what the JVM adds to them.
struct OwnFields {
  std::vector<ValueKind> contended;  // those that keep a distance to everything else
  std::vector<ValueKind> others;
};

OwnFields ownFields(const Survey& survey, const ClassRecord& record);

}  // namespace heaptrail::hprof
