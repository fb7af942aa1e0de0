// What an object stands for, in a few words, where its values say so: a string's text, a number's value, the name of
// an enum constant or a thread, a date. Which types have such a text, and how it is made, are the entries of a table
// (text_rules.h).
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "model/heap.h"
#include "model/values.h"

namespace heaptrail {

class ObjectTexts {
 public:
  static constexpr size_t kShortText = 80;   // characters of a text beside others
  static constexpr size_t kLongText = 1000;  // of the one object that is looked at
  /// Each is some reads of the file: more than so many would be felt.
  static constexpr size_t kMaxTexts = 1000;

  /// No values, no texts. The heap outlives this.
  ObjectTexts(const Heap& heap, const StoredValues* values) : heap_(heap), values_(values) {}

  /// Empty where there is none: for types without an entry, where values cannot be read, and after kMaxTexts of them.
  std::string of(ObjectIndex object, size_t longest = kShortText);

 private:
  const Heap& heap_;
  const StoredValues* values_;
  size_t made_ = 0;
};

}  // namespace heaptrail
