// What HotSpot adds to objects of some JDK classes and does not write to dumps: fields of its own, and padding.
//
// vm_layout.h finds unknown additions by measuring, but for these classes there is often a single instance, or a heap
// with gaps, and then only knowing helps. Verified against GC.class_histogram of JDK 17 and 25 (test/recorder).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "trace/hprof/survey.h"

namespace heaptrail::hprof {

/// The kinds of all fields a class declares, injected ones included.
std::vector<ValueKind> instanceFields(const Survey& survey, const ClassRecord& record);

/// Whether instances have a cache line of padding on both sides of their fields (@Contended).
bool isPadded(std::string_view className);

/// The size of such an instance: the measured one if it can be, otherwise what the padding makes of the computed one.
uint32_t paddedBytes(std::string_view className, uint32_t computed, uint64_t measured);

}  // namespace heaptrail::hprof
