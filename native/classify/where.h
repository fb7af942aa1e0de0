// Conditions on objects, as users write them: `type=java.util.*Map and not length<100`.
//
//   condition  = term { "or" term }
//   term       = factor { "and" factor }
//   factor     = "not" factor | "(" condition ")" | test
//   test       = "type" ("=" | "!=") pattern      the type's name; * stands for anything
//              | "extends" "=" pattern            the type or one of its superclasses
//              | "package" "=" name               the type's package, or one below it
//              | ("length" | "bytes") comparison number       elements of an array; shallow size
//              | "age" comparison number          collections that it has survived, where the trace tells
//              | "space" ("=" | "!=") ("eden" | "survivor" | "old")      where it lies, likewise
//              | "id" "=" number                  decimal, or hexadecimal after 0x
//   comparison = "=" | "!=" | "<" | "<=" | ">" | ">="
//
// Words are separated by blanks; a pattern or name with blanks or parentheses stands in quotes.
#pragma once

#include <string_view>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "model/heap.h"

namespace heaptrail {

/// The members of `among` for which the condition holds. An error where it asks for what the heap does not tell of any
/// object; of single objects that it does not tell it of, such a test does not hold. Progress advances by objects; the
/// caller has begun a phase.
Result<BitSet> findWhere(const Heap& heap, std::string_view condition, const BitSet& among, Progress& progress);

/// What is wrong with a condition, without a heap.
Status checkCondition(std::string_view condition);

}  // namespace heaptrail
