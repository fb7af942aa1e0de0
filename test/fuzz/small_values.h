// What the fields of the small heap hold, so that conditions on fields are asked and not only read.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "classify/heap_facts.h"
#include "model/values.h"

namespace heaptrail::fuzz {

/// By the objects of smallHeap(): "anna" in Latin-1 (9, its bytes 8) and "gr€" in UTF-16 (11, its bytes 10), a boxed
/// number, a builder, a constant, a session, and two late ones: the first leads to all else, the other to nothing.
class SmallValues : public StoredValues {
 public:
  Result<std::vector<StoredValue>> fields(ObjectIndex instance) const override {
    const auto found = fields_.find(instance.value());
    return found == fields_.end() ? std::vector<StoredValue>{} : found->second;
  }

  Result<std::vector<StoredValue>> elements(ObjectIndex array, uint64_t first, uint64_t count) const override {
    const std::string_view bytes = array.value() == 8    ? std::string_view("anna")
                                   : array.value() == 10 ? std::string_view("g\0r\0\xac\x20", 6)
                                                         : std::string_view();
    std::vector<StoredValue> elements;
    for (uint64_t i = first; i < bytes.size() && elements.size() < count; ++i) {
      elements.push_back({ValueKind::kByte, static_cast<uint8_t>(bytes[i])});
    }
    return elements;
  }

  Result<std::vector<StaticValue>> staticFields(ObjectIndex) const override { return std::vector<StaticValue>{}; }
  Status compareContents(const ContentsWanted&, Threads, Progress&) const override { return {}; }
  uint64_t contentBytes() const override { return 0; }

 private:
  static StoredValue to(uint64_t object) { return {ValueKind::kReference, 16 * object}; }
  static StoredValue whole(ValueKind kind, uint64_t bits) { return {kind, bits}; }

  std::vector<StoredValue> session(uint64_t user, uint64_t count, double rate, char16_t letter, uint64_t age) const {
    return {to(user),
            whole(ValueKind::kInt, count),
            whole(ValueKind::kBoolean, count % 2),
            {ValueKind::kDouble, std::bit_cast<uint64_t>(rate)},
            whole(ValueKind::kChar, letter),
            whole(ValueKind::kLong, age)};
  }

  std::vector<StoredValue> late(float count, uint64_t next, uint64_t state, std::vector<StoredValue> inherited) const {
    std::vector<StoredValue> values{{ValueKind::kFloat, std::bit_cast<uint32_t>(count)}, to(next), to(state)};
    values.insert(values.end(), inherited.begin(), inherited.end());
    return values;
  }

  const std::map<uint32_t, std::vector<StoredValue>> fields_{
      {9, {to(8), whole(ValueKind::kByte, 0)}},
      {11, {to(10), whole(ValueKind::kByte, 1)}},
      {12, {whole(ValueKind::kInt, 0xfffffff9)}},
      {13, {to(8), whole(ValueKind::kByte, 0), whole(ValueKind::kInt, 3)}},
      {14, {to(9)}},
      {15, session(9, 42, 0.5, u'\'', (uint64_t{1} << 53) + 1)},
      {16, late(1.5F, 15, 14, session(11, 7, -1e300, u'a', ~uint64_t{0}))},
      // A null, and an object that is not in the heap.
      {17, late(0.1F, 0, 1000, session(13, 0, 0.0, 0xd83d, 12))},
  };
};

/// The small heap, of which besides itself only values are known.
class SmallHeapWithValues : public BareHeap {
 public:
  using BareHeap::BareHeap;
  Result<std::shared_ptr<const StoredValues>> values() const override { return values_; }

 private:
  std::shared_ptr<const StoredValues> values_ = std::make_shared<const SmallValues>();
};

}  // namespace heaptrail::fuzz
