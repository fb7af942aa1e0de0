// Values by the names of fields: how rules for texts of objects (text_rules.h) look into them. What cannot be read
// (the field is not there, the file has changed) is none, so that a rule can try another field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/heap.h"
#include "model/values.h"
#include "values/java_text.h"

namespace heaptrail {

/// The fields of one object. Where a class hides a field of its superclass, the name means its own.
class FieldValues {
 public:
  FieldValues(const Heap& heap, const StoredValues& values, ObjectIndex object);

  const StoredValue* find(std::string_view name) const;
  /// Of a whole number, a char or a boolean.
  std::optional<int64_t> integer(std::string_view name) const;
  /// The object that a field refers to; none() where it is null or not in the heap.
  ObjectIndex object(std::string_view name) const;

 private:
  const Heap& heap_;
  std::vector<std::pair<const Field*, StoredValue>> fields_;
};

class ValueReader {
 public:
  /// Both outlive this.
  ValueReader(const Heap& heap, const StoredValues& values) : heap_(heap), values_(values) {}

  const Heap& heap() const { return heap_; }
  FieldValues fields(ObjectIndex object) const { return {heap_, values_, object}; }
  /// The first elements of an array.
  std::vector<StoredValue> elements(ObjectIndex array, size_t atMost) const;

  /// The text of a java.lang.String; none for null and for what is no string.
  std::optional<JavaText> string(ObjectIndex string, size_t longest) const;
  /// The same of a field that holds a string, or, as names of threads did before JDK 9, an array of chars.
  std::optional<JavaText> string(const FieldValues& fields, std::string_view name, size_t longest) const;
  /// Chars, or bytes with the coder of compact strings.
  JavaText characters(ObjectIndex array, bool wide, size_t longest) const;

 private:
  /// Characters in some elements of an array.
  JavaText piecewise(ObjectIndex array, uint64_t first, uint64_t count, bool wide, size_t longest) const;

  const Heap& heap_;
  const StoredValues& values_;
};

}  // namespace heaptrail
