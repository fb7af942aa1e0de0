// The rules by which objects have texts: a table with an entry per family of types. An entry names a type, says whether
// it holds for subclasses too, and makes the text from fields of the object.
//
// To add one: a small function in text_rules.cc, and its line in the table there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "values/value_reader.h"

namespace heaptrail {

bool hasTextRule(const Heap& heap, ObjectIndex object);

/// Around texts that programs have made up, such as those of strings: to be seen, or none, to be compared.
enum class TextMarks : uint8_t { kAround, kNone };

/// Makes the text of one object. A text may contain that of another object (of what an Optional holds), up to a depth.
class ObjectText {
 public:
  ObjectText(const ValueReader& reader, size_t longest, TextMarks marks = TextMarks::kAround, size_t depth = 0)
      : reader_(reader), longest_(longest), marks_(marks), depth_(depth) {}

  /// Empty where no rule applies, or the object lacks what the rule needs; without marks also where the text is.
  std::string of(ObjectIndex object) const;

  const ValueReader& reader() const { return reader_; }
  size_t longest() const { return longest_; }
  TextMarks marks() const { return marks_; }
  /// Of an object that this one holds; its type where it has no text, `null` for none().
  std::string ofPart(ObjectIndex part) const;

  /// With quotation marks if there are to be any.
  std::string shown(const JavaText& text) const;
  /// The strings in fields: as `shown`, or without marks in any case. Empty where the field is null.
  std::string shownField(const FieldValues& fields, std::string_view name) const;
  std::string plainField(const FieldValues& fields, std::string_view name) const;

 private:
  static constexpr size_t kMaxDepth = 3;

  const ValueReader& reader_;
  size_t longest_;
  TextMarks marks_;
  size_t depth_;
};

}  // namespace heaptrail
