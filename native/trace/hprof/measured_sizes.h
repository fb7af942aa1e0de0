// What the distance between neighbours in memory tells about sizes.
//
// A heap dump does not say how large an object is; it lists fields. But ids are addresses, and JVMs write objects in
// the order in which they lie in memory, most of them without a gap: the smallest distance to the next object, over all
// instances of a class, is their size. These counters are kept during the first pass; vm_layout.h draws the
// conclusions.
#pragma once

#include <array>
#include <cstdint>

#include "model/symbols.h"

namespace heaptrail::hprof {

/// Of one class: the smallest distance from an instance to what follows it, and how often that was seen.
struct MeasuredInstance {
  uint64_t distance = ~uint64_t{0};
  uint64_t address = 0;  // of an instance with that distance
  uint32_t times = 0;

  void add(uint64_t at, uint64_t found) {
    if (found < distance) {
      *this = {found, at, 1};
    } else if (found == distance) {
      ++times;
    }
  }
};

/// An array and the distance to what follows it.
struct MeasuredArray {
  uint32_t length;
  ValueKind element;
  uint64_t distance;
};

/// Where an array's first element may lie, over all JVMs.
inline constexpr std::array<uint32_t, 4> kArrayBases{12, 16, 20, 24};

/// How many arrays of one class there are, and how many bytes they take under every assumption that can turn out right.
struct ArrayTally {
  uint64_t arrays = 0;
  // [alignment 8 or 16][narrow or wide references][base]; arrays of primitives use the first of the middle ones.
  std::array<std::array<std::array<uint64_t, kArrayBases.size()>, 2>, 2> bytes{};

  void add(uint64_t length, uint32_t narrowBytes, uint32_t wideBytes) {
    ++arrays;
    const uint64_t elements[2] = {length * narrowBytes, length * wideBytes};
    for (size_t alignment = 0; alignment < 2; ++alignment) {
      const uint64_t mask = alignment == 0 ? 7 : 15;
      for (size_t width = 0; width < 2; ++width) {
        for (size_t base = 0; base < kArrayBases.size(); ++base) {
          bytes[alignment][width][base] += (elements[width] + kArrayBases[base] + mask) & ~mask;
        }
      }
    }
  }
};

}  // namespace heaptrail::hprof
