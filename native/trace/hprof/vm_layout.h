// How a JVM lays objects out in memory, found out from the dump: header, width of references, where arrays begin, how
// fields are packed. From that and from the measured distances (measured_sizes.h): the shallow size of every class.
//
// HotSpot packs fields by rules of its own, which this file follows for JDK 15 and later (gaps in superclasses are
// filled) and for earlier ones. Where the measurement contradicts the rules it wins: fields the JVM injects are not in
// the dump.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/hprof/survey.h"

namespace heaptrail::hprof {

struct VmLayout {
  uint32_t headerBytes = 12;  // of an instance
  uint32_t referenceBytes = 4;
  uint32_t narrowArrayBase = 16;  // where elements of up to 4 bytes begin …
  uint32_t wideArrayBase = 16;    // … and those of 8
  bool fillsGaps = true;          // subclasses' fields go into gaps of their superclasses (JDK 15 and later)
  uint32_t alignment = 8;

  uint32_t arrayBase(uint32_t elementBytes) const { return elementBytes == 8 ? wideArrayBase : narrowArrayBase; }
  uint32_t elementBytes(ValueKind kind) const {
    return kind == ValueKind::kReference ? referenceBytes : primitiveBytes(kind);
  }
};

/// Shallow sizes of a dump's classes.
struct ClassSizes {
  VmLayout layout;
  std::vector<uint32_t> instanceBytes;     // by place in Survey::classes
  std::vector<uint32_t> classObjectBytes;  // of the class object itself, static fields included
};

ClassSizes inferSizes(const Survey& survey);

/// Bytes of all instances of a class.
uint64_t bytesOfInstances(const Survey& survey, size_t place, const ClassSizes& sizes);

/// Bytes of all arrays that were counted in `tally`.
uint64_t bytesOf(const ArrayTally& tally, ValueKind element, const VmLayout& layout);

}  // namespace heaptrail::hprof
