// What a file looks like from above: its symbols, what can be folded, and which word is of which sort.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/description_set.h"

namespace heaptrail::dsl {

struct Symbol {
  enum class Kind : uint8_t { kNamespace, kHead, kInnerPart };
  std::string name;    // as written
  std::string detail;  // `data structure`, `inner part`
  Kind kind = Kind::kInnerPart;
  TextRange range;
  TextRange nameRange;
  std::vector<Symbol> children;  // of a namespace, and of a head with descriptions inside
};

std::vector<Symbol> symbolsOf(const DescriptionFile& file);

/// From brace to brace, and comments of several lines.
std::vector<TextRange> foldsOf(const DescriptionFile& file);

/// The order is that of the legend an editor is given.
enum class WordSort : uint8_t {
  kKeyword,
  kNamespace,
  kHead,
  kInnerPart,
  kPattern,
  kLeaf,
  kOperator,
  kComment,
  kField,
};

struct SortedWord {
  TextRange range;
  WordSort sort = WordSort::kKeyword;
  bool describes = false;  // the described type of a description
};

/// In the order of the text, none over another. A comment of several lines is one word.
std::vector<SortedWord> wordsOf(const DescriptionFile& file);

}  // namespace heaptrail::dsl
