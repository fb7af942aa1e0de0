// What HotSpot adds to objects of some JDK classes and does not write to dumps: fields of its own, and padding.
//
// vm_layout.h finds unknown additions by measuring, but for these classes there is often a single instance, or a heap
// with gaps, and then only knowing helps. Verified against GC.class_histogram of JDK 17 and 25 (test/recorder).
#pragma once

#include "trace/hprof/field_packing.h"
#include "trace/hprof/survey.h"

namespace heaptrail::hprof {

/// Adds what `record` declares to the fields of its superclass, and what the JVM adds to that.
void addAllFields(FieldPacking& packing, const Survey& survey, const ClassRecord& record);

}  // namespace heaptrail::hprof
