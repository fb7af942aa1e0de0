// age: how many collections the object has survived.
#pragma once

#include <algorithm>
#include <string>

#include "classify/number_property.h"

namespace heaptrail {

struct Age {
  static constexpr std::string_view kName = "age";
  static constexpr std::string_view kSentence = "How many garbage collections the object has survived";
  static constexpr std::string_view kNotKnown = "(not known)";
  static std::optional<std::string> whyNotTold(const Heap& heap) {
    if (heap.tellsAges()) return std::nullopt;
    return "the trace does not tell how old objects are: traces of the AntTracks VM do";
  }

  static std::optional<uint64_t> of(const Heap& heap, ObjectIndex object) { return heap.ageOf(object); }
  static uint32_t classes(const Heap& heap) {
    uint32_t classes = 0;
    for (uint32_t o = 0; o < heap.objectCount(); ++o) {
      if (const std::optional<uint32_t> age = heap.ageOf(ObjectIndex(o))) classes = std::max(classes, *age + 1);
    }
    return std::min(classes, kOldest + 1);
  }
  static uint32_t classOf(uint64_t age) { return static_cast<uint32_t>(std::min<uint64_t>(age, kOldest)); }
  static std::string keyOf(uint32_t age) { return std::to_string(age) + (age == kOldest ? " and more" : ""); }

 private:
  static constexpr uint32_t kOldest = 100'000;
};

using AgeProperty = NumberProperty<Age>;

}  // namespace heaptrail
