// The characters of Java's strings, which are in an array of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "model/heap.h"

namespace heaptrail {

/// The array with the characters of a string; none() for null and for what is no string.
class StringContents {
 public:
  explicit StringContents(const Heap& heap);

  TypeId type() const { return type_; }
  /// Whether a string is all of its array: before JDK 7u6 several could share one.
  bool areWhole() const { return areWhole_; }
  /// The place of the field that tells how characters are written, among all fields; none before JDK 9.
  std::optional<size_t> coder() const { return coder_; }
  ObjectIndex of(ObjectIndex string) const;

 private:
  const Heap& heap_;
  TypeId type_ = TypeId::none();
  uint32_t slot_ = Heap::kNoSlot;
  std::optional<size_t> coder_;
  bool areWhole_ = true;
};

}  // namespace heaptrail
