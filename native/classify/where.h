// Conditions on objects, as users write them: `type=java.util.*Map and not length<100`.
//
//   condition  = term { "or" term }
//   term       = factor { "and" factor }
//   factor     = "not" factor | "(" condition ")" | test
//   test       = name                               of properties that say yes or no: `top-level`
//              | name ("=" | "!=") text             a pattern, in which * stands for anything; a name; a word; a point
//              | name comparison number
//              | field { "." field } (comparison | "matches") (text | number | "true" | "false" | "null")
//   comparison = "=" | "!=" | "<" | "<=" | ">" | ">="
//
// A word that is no property is a field, whose value is read from a heap dump (classify/field_test.h); `this.age` is
// one that is called like a property. Which properties there are, the list of properties says (property_list.h,
// docs/groupings.md). Words are separated by blanks; a text with blanks or parentheses stands in quotes.
#pragma once

#include <string_view>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "classify/heap_facts.h"

namespace heaptrail {

/// The members of `among` for which the condition holds. An error where it asks for what the heap does not tell of any
/// object; of single objects that it does not tell it of, such a test does not hold. Begins phases of its own.
Result<BitSet> findWhere(const HeapFacts& facts, std::string_view condition, const BitSet& among, Progress& progress);

/// The same of a heap of which nothing else is known.
Result<BitSet> findWhere(const Heap& heap, std::string_view condition, const BitSet& among, Progress& progress);

/// What is wrong with a condition, without a heap.
Status checkCondition(std::string_view condition);

}  // namespace heaptrail
