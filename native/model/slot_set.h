// Slots of the objects of a type, such as those whose references keep nothing alive. Most types have none of them, the
// others one or two: a few numbers in order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace heaptrail {

class SlotSet {
 public:
  SlotSet() = default;
  SlotSet(std::initializer_list<uint32_t> slots) {
    for (const uint32_t slot : slots) add(slot);
  }

  static const SlotSet& none() {
    static const SlotSet kNone;
    return kNone;
  }

  void add(uint32_t slot) {
    const auto place = std::ranges::lower_bound(slots_, slot);
    if (place == slots_.end() || *place != slot) slots_.insert(place, slot);
  }

  bool empty() const { return slots_.empty(); }
  bool has(uint32_t slot) const { return std::ranges::find(slots_, slot) != slots_.end(); }
  /// Ascending.
  std::span<const uint32_t> slots() const { return slots_; }

  bool operator==(const SlotSet&) const = default;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.slots_);
  }

 private:
  std::vector<uint32_t> slots_;
};

}  // namespace heaptrail
