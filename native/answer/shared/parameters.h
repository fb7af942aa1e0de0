// How a question declares its parameters: once, for everybody who reads, lists or explains them. A question is a struct
// with a name, a sentence, and one static function that shows each of its parameters to a visitor:
//
//   struct HeapQuestion {
//     static constexpr std::string_view kName = "heap";
//     static constexpr std::string_view kSentence = "The heap at one point, grouped by type";
//
//     HeapOrder order = HeapOrder::kBytes;
//     uint64_t limit = 100;
//
//     template <typename Visitor, typename Self>
//     static void fields(Visitor& visitor, Self& self) {
//       visitor.word("sort", self.order, "The order of rows");
//       visitor.number("limit", self.limit, "How many rows at the most");
//     }
//   };
//
// The value that a field has in a new question is the parameter's default. A visitor has one function for each kind of
// parameter:
//
//   text        any text
//   condition   text in the language of conditions (classify/where.h)
//   grouping    text in the language of groupings (classify/grouping.h)
//   objectId    an object's id as text, 0x7f0a31c8 or decimal, because JavaScript's numbers do not hold 64 bits
//   flag        true or false
//   number      a whole number that is not negative
//   percentage  a number from 0 to 100
//   word        one of an enumeration's words (text/words.h)
//   words       a list of such words
//   texts       a list of texts
//   files       a list of files, each with a name and its text
//
// Visitors are the command line (cli/question_options.h), the addon (addon/arguments.h) and the JSON schema
// (answer/question_schema.h), from which the TypeScript types and checks are generated.
#pragma once

#include <cstddef>
#include <string_view>

namespace heaptrail {

/// Whether a question makes sense without a parameter.
enum class Presence { kOptional, kRequired };

/// What every question about a heap says of its parameter `at`.
inline constexpr std::string_view kPointSentence =
    "The point: a number, first, last, suggested, or a time such as 12.5s. Suggested is the end of the window that "
    "`timeline` suggests; without one the last, or the one before the heap fell";

/// What a list of texts consists of.
struct ListOf {
  std::string_view item;  // what one of them is, in one word
  size_t max = 0;         // how many there may be; 0 for any number
};

}  // namespace heaptrail
