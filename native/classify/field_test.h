// Conditions on what fields hold: `user.name="bob"`, `count>1000`, `state matches "WAIT*"`.
//
// A path begins at a field of the object, one of its own or inherited, and may lead on through what fields refer to. At
// its end stand a number, a truth, null, or what an object stands for (values/text_rules.h): the text of a string, the
// number in a box, the name of an enum constant. Where an object has no such field, or the path ends before, the test
// does not hold. Values are read from the trace for each object that is asked about: a type without the field costs
// nothing, any other object some reads of the file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "classify/property.h"

namespace heaptrail {

enum class FieldComparison : uint8_t { kEqual, kUnequal, kLess, kAtMost, kMore, kAtLeast, kMatches };

/// A test of a field, as it is written.
struct FieldCondition {
  std::string_view text;                // the path as written
  std::vector<std::string_view> names;  // its fields
  FieldComparison comparison = FieldComparison::kEqual;
  std::string_view operand;
  bool quoted = false;  // then it is a text, whatever it looks like
  std::string mistake;  // what is said where there is no such field: that a property was expected
};

/// The operand as a number, with sign and fraction; none where it is none.
std::optional<double> numberOf(std::string_view text);

/// An error where the trace holds no values, or none of its types has the first field.
Result<Test> fieldTest(const HeapFacts& facts, const FieldCondition& condition, Progress& progress);

}  // namespace heaptrail
