#include "language/outline.h"

#include <algorithm>

namespace heaptrail::dsl {

namespace {

Symbol symbolOf(const Description& description) {
  const bool isHead = description.head.has_value();
  std::vector<Symbol> inside;
  for (const Description& part : description.inside) inside.push_back(symbolOf(part));
  return {.name = toString(description.type),
          .detail = isHead ? "data structure" : "inner part",
          .kind = isHead ? Symbol::Kind::kHead : Symbol::Kind::kInnerPart,
          .range = description.range,
          .nameRange = description.type.range,
          .children = std::move(inside)};
}

void addPattern(const TypePattern& pattern, WordSort sort, bool describes, std::vector<SortedWord>& words) {
  words.push_back({pattern.nameRange, sort, describes});
  if (pattern.range.end > pattern.nameRange.end) {
    words.push_back({{pattern.nameRange.end, pattern.range.end}, WordSort::kOperator, false});
  }
}

void addFieldAndRole(const PointedTo& pointedTo, std::vector<SortedWord>& words) {
  if (pointedTo.field) words.push_back({pointedTo.field->range, WordSort::kField, false});
  if (pointedTo.asRange.empty()) return;
  words.push_back({pointedTo.asRange, WordSort::kKeyword, false});
  words.push_back({pointedTo.roleRange, WordSort::kKeyword, false});
}

}  // namespace

std::vector<Symbol> symbolsOf(const DescriptionFile& file) {
  std::vector<Symbol> symbols;
  for (const Block& block : file.tree().blocks) {
    std::vector<Symbol> described;
    for (const Description& description : block.descriptions) described.push_back(symbolOf(description));
    if (!block.isNamespace()) {
      symbols.insert(symbols.end(), described.begin(), described.end());
      continue;
    }
    symbols.push_back({.name = block.package.empty() ? "namespace" : block.package,
                       .detail = "",
                       .kind = Symbol::Kind::kNamespace,
                       .range = block.range,
                       .nameRange = block.nameRange,
                       .children = std::move(described)});
  }
  return symbols;
}

std::vector<TextRange> foldsOf(const DescriptionFile& file) {
  std::vector<TextRange> folds;
  const auto add = [&](TextRange range) {
    if (file.source().lineOf(range.begin) < file.source().lineOf(range.end)) folds.push_back(range);
  };
  for (const Block& block : file.tree().blocks) {
    if (block.isNamespace()) add(block.body);
    forEachDescription(block, [&](const Description& each, const Description*) { add(each.body); });
  }
  for (const Comment& comment : file.tree().comments) add(comment.range);
  std::ranges::sort(folds, {}, &TextRange::begin);
  return folds;
}

std::vector<SortedWord> wordsOf(const DescriptionFile& file) {
  std::vector<SortedWord> words;
  for (const Comment& comment : file.tree().comments) words.push_back({comment.range, WordSort::kComment, false});
  for (const Block& block : file.tree().blocks) {
    if (block.isNamespace()) {
      const auto keyword = static_cast<uint32_t>(kNamespaceKeyword.size());
      words.push_back({{block.range.begin, block.range.begin + keyword}, WordSort::kKeyword, false});
      if (!block.nameRange.empty()) words.push_back({block.nameRange, WordSort::kNamespace, false});
    }
    forEachDescription(block, [&](const Description& description, const Description*) {
      if (description.head) words.push_back({*description.head, WordSort::kKeyword, false});
      addPattern(description.type, description.head ? WordSort::kHead : WordSort::kInnerPart, true, words);
      for (const PointedTo& pointedTo : description.pointedTo) {
        addPattern(pointedTo.pattern, pointedTo.leaf ? WordSort::kLeaf : WordSort::kPattern, false, words);
        addFieldAndRole(pointedTo, words);
      }
      for (const PointedTo& size : description.sizes) {
        addPattern(size.pattern, WordSort::kPattern, false, words);
        addFieldAndRole(size, words);
      }
    });
  }
  std::ranges::sort(words, {}, [](const SortedWord& word) { return word.range.begin; });
  return words;
}

}  // namespace heaptrail::dsl
