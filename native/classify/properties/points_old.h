// points-old: at how many points before this one the object was there already.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "base/try.h"
#include "classify/property.h"

namespace heaptrail {

/// For conditions only: a comparison looks at one or two earlier points, however many there are.
class PointsOldProperty : public Property {
 public:
  std::string_view name() const override { return "points-old"; }
  std::string_view sentence() const override {
    return "At how many points of the trace before this one the object was there already";
  }
  Operand operand() const override { return Operand::kNumber; }

  Result<Test> test(const HeapFacts& facts, const Compared& compared, Progress& progress) const override {
    const uint64_t number = compared.number;
    switch (compared.comparison) {
      case Comparison::kAtLeast:
        return between(facts, number, std::nullopt, true, progress);
      case Comparison::kMore:
        return between(facts, number + 1, std::nullopt, true, progress);
      case Comparison::kLess:
        return between(facts, number, std::nullopt, false, progress);
      case Comparison::kAtMost:
        return between(facts, number + 1, std::nullopt, false, progress);
      case Comparison::kEqual:
        return between(facts, number, number + 1, true, progress);
      case Comparison::kUnequal:
        return between(facts, number, number + 1, false, progress);
    }
    std::unreachable();
  }

 private:
  /// An object is as old as `least` points if it was there so many points before; it is that once and for all, because
  /// nothing comes back to life.
  static Result<Test> between(const HeapFacts& facts, uint64_t least, std::optional<uint64_t> tooOld, bool isInside,
                              Progress& progress) {
    const auto heapBefore = [&](uint64_t points) -> Result<std::shared_ptr<const Heap>> {
      return facts.heapBefore(points, progress);
    };
    const auto from = TRY(heapBefore(least));
    std::shared_ptr<const Heap> older;
    if (tooOld) {
      older = TRY(heapBefore(*tooOld));
    }
    return [heap = &facts.heap(), from, older, isInside](ObjectIndex object) {
      const ObjectId id = heap->idOf(object);
      const auto wasIn = [&](const std::shared_ptr<const Heap>& before) {
        return before != nullptr && before->find(id).has_value();
      };
      return (wasIn(from) && !wasIn(older)) == isInside;
    };
  }
};

}  // namespace heaptrail
