// Reads types and patterns of types, and what people write in their place: as in Java sources (`Map<K, V>`), as the JVM
// calls them (`[Ljava.lang.String;`, `java/util/Map`), in quotes.
#pragma once

#include "dsl/token_reader.h"

namespace heaptrail::dsl {

class PatternParser : protected TokenReader {
 protected:
  using TokenReader::TokenReader;

  /// Whether a pattern begins here, a wrong one too.
  bool atPattern() const;
  TypePattern parsePattern();

 private:
  bool atQuote(size_t ahead = 0) const;
  void parseQuoted(TypePattern& pattern);
  void parsePlusInFront(TypePattern& pattern);
  void parseJvmArray(TypePattern& pattern);
  void parseName(TypePattern& pattern);
  void checkName(const TypePattern& pattern);
  void skipTypeArguments();
  void parsePlus(TypePattern& pattern);
  void parseBrackets(TypePattern& pattern);
};

}  // namespace heaptrail::dsl
