// How much: sizes always come as both, the number of objects and their bytes.
#pragma once

#include <cstdint>

namespace heaptrail {

struct Size {
  uint64_t objects = 0;
  uint64_t bytes = 0;

  Size& operator+=(const Size& other) {
    objects += other.objects;
    bytes += other.bytes;
    return *this;
  }
  friend Size operator-(const Size& a, const Size& b) { return {a.objects - b.objects, a.bytes - b.bytes}; }
  friend bool operator==(const Size&, const Size&) = default;
};

}  // namespace heaptrail
