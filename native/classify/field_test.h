// Conditions on what fields hold: `user.name="bob"`, `count>1000`, `state matches "WAIT*"`.
//
// A path begins at a field of the object, one of its own or inherited, and may lead on through what fields refer to. At
// its end stand a number, a truth, null, or what an object stands for (values/text_rules.h): the text of a string, the
// number in a box, the name of an enum constant, all of it. Numbers are compared as they are written, digit by digit.
// Where an object has no such field, or the path ends before, the test
// does not hold. Values are read from the trace for each object that is asked about: a type without the field costs
// nothing, any other object some reads of the file.
#pragma once

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

/// An error where the trace holds no values, or none of its types has the first field.
Result<Test> fieldTest(const HeapFacts& facts, const FieldCondition& condition, Progress& progress);

}  // namespace heaptrail
