// Properties that are numbers: conditions compare them, groupings put them into classes.
//
// `Number` is a small class without objects:
//
//   struct Length {
//     static constexpr std::string_view kName = "length";
//     static constexpr std::string_view kSentence = "How many elements an array has";
//     static constexpr std::string_view kNotKnown = "(no array)";    // the key of objects that have no such number
//     static std::optional<std::string> whyNotTold(const Heap& heap);
//     static std::optional<uint64_t> of(const Heap& heap, ObjectIndex object);
//     static uint32_t classes(const Heap& heap);                     // how many there may be
//     static uint32_t classOf(uint64_t number);
//     static std::string keyOf(uint32_t number_class);
//   };
#pragma once

#include <string>
#include <vector>

#include "classify/property.h"

namespace heaptrail {

inline bool compareNumbers(uint64_t a, Comparison comparison, uint64_t b) {
  switch (comparison) {
    case Comparison::kEqual:
      return a == b;
    case Comparison::kUnequal:
      return a != b;
    case Comparison::kLess:
      return a < b;
    case Comparison::kAtMost:
      return a <= b;
    case Comparison::kMore:
      return a > b;
    case Comparison::kAtLeast:
      return a >= b;
  }
  return false;
}

template <typename Number>
class NumberProperty : public Property {
 public:
  std::string_view name() const override { return Number::kName; }
  std::string_view sentence() const override { return Number::kSentence; }
  std::optional<std::string> whyNotTold(const Heap& heap) const override { return Number::whyNotTold(heap); }
  Operand operand() const override { return Operand::kNumber; }
  InGroupings inGroupings() const override { return InGroupings::kDivides; }

  Result<Test> test(const HeapFacts& facts, const Compared& compared, Progress&) const override {
    const Heap& heap = facts.heap();
    return [&heap, comparison = compared.comparison, number = compared.number](ObjectIndex object) {
      const std::optional<uint64_t> value = Number::of(heap, object);
      return value && compareNumbers(*value, comparison, number);
    };
  }

  Result<Values> values(const HeapFacts& facts, const Options&, Progress&) const override {
    const Heap& heap = facts.heap();
    const uint32_t classes = Number::classes(heap);
    std::vector<KeyPath> paths;
    for (uint32_t c = 0; c < classes; ++c) paths.push_back({Number::keyOf(c)});
    paths.push_back({std::string(Number::kNotKnown)});
    return singleValues(std::move(paths), [&heap, classes](ObjectIndex object) {
      const std::optional<uint64_t> value = Number::of(heap, object);
      return value ? Number::classOf(*value) : classes;
    });
  }
};

}  // namespace heaptrail
