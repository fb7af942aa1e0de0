// Reads descriptions and their bodies.
#pragma once

#include "dsl/pattern_parser.h"

namespace heaptrail::dsl {

class DescriptionParser : protected PatternParser {
 protected:
  explicit DescriptionParser(const SourceText& source);

  /// Where a name stands, or what is wrong instead of one. Puts the description, and what wrongly stands in its body,
  /// into the block.
  void parseDescription(Block& block);

  /// Whether a description or namespace begins here, and not a pointed-to type: that is how a missing brace is found.
  bool atDescription() const;

  /// Whether what begins here stands inside of what began at `outer`, as far as indentation tells.
  bool standsInside(uint32_t outer, size_t opening) const;

  /// `keyword` misspelt, or another word in its place.
  void correctKeyword(std::string_view keyword);

  /// `}` on a line of its own, as far in as the line of `opening`.
  Fix insertClosingBrace(TextRange opening) const;

  size_t correctedHead_ = ~size_t{0};  // the token that was meant to be the keyword of a head
  size_t correction_ = 0;              // the last diagnostic of correctKeyword

 private:
  bool parseHead(Description& description);
  bool readDescription(Block& block, Description& description);
  bool atTypeWithoutSemicolon() const;
  bool bodyGoesOnWith(const Description& description, size_t openingToken) const;
  void parseInside(Block& block, Description& description);
  void parseBodyOf(Block& block, Description& description);
  void reportMissingBrace(Block& block, Description& description);
  void parseBody(Block& block, Description& description, TextRange opening);
  void parsePointedTo(Description& description);
  void parseField(PointedTo& pointedTo);
  void parseRole(PointedTo& pointedTo);
  void parseInner(Description& description, PointedTo pointedTo);
  void parseLeaf(Description& description, PointedTo pointedTo);
  void addPointedTo(Description& description, PointedTo pointedTo);
  bool parseMoreTypes(PointedTo& pointedTo, std::vector<PointedTo>& more);
  void closeLeaf(PointedTo& pointedTo, std::vector<PointedTo>& more, size_t firstExtra, size_t extra);
  void endPointedTo(PointedTo& pointedTo);
  bool atFieldName() const;
  void skipToEndOfPointedTo();

  bool bracesArePaired_ = true;  // in the whole file: then descriptions stand where they were meant to
};

}  // namespace heaptrail::dsl
