// Words of enumerations: what users write and read for each value. Each enumeration has one table of them, beside it:
//
//   constexpr auto wordsOf(Counted) {
//     return std::to_array<Word<Counted>>({{"live", Counted::kLive}, {"all", Counted::kAll}});
//   }
//
// From this table come `toString(Counted::kLive)`, `fromWord<Counted>("live")` and `listOfWords<Counted>()`. Where two
// words stand for one value, both are understood and the first is written.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heaptrail {

template <typename Enum>
struct Word {
  std::string_view word;
  Enum value;
};

template <typename Enum>
concept HasWords = requires(Enum value) { wordsOf(value); };

template <HasWords Enum>
constexpr std::string_view toString(Enum value) {
  for (const Word<Enum>& entry : wordsOf(value)) {
    if (entry.value == value) return entry.word;
  }
  std::unreachable();
}

/// None where no value has this word.
template <HasWords Enum>
constexpr std::optional<Enum> fromWord(std::string_view word) {
  for (const Word<Enum>& entry : wordsOf(Enum{})) {
    if (entry.word == word) return entry.value;
  }
  return std::nullopt;
}

/// In the order of the table.
template <HasWords Enum>
std::vector<std::string> listOfWords() {
  std::vector<std::string> words;
  for (const Word<Enum>& entry : wordsOf(Enum{})) words.emplace_back(entry.word);
  return words;
}

/// `live, unreachable or all`.
std::string alternatives(const std::vector<std::string>& words);

}  // namespace heaptrail
