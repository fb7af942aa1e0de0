// What a file of descriptions says, as it is written.
//
//   file        = { namespace | description }
//   namespace   = "namespace" name "{" { description } "}"
//   description = "DS" pattern "{" { pointedTo ";" | part } "}" | part
//   part        = pattern "{" { pointedTo ";" } "}"
//   pointedTo   = [ field ":" ] ( pattern | "(" pattern ")" ) [ "as" role ]
//   pattern     = "*" | name [ "+" ] { "[" "]" }
//
// Everything has its place in the text. A tree is made of any text; where it has errors, the tree holds what could be
// understood.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/diagnostic.h"
#include "dsl/roles.h"
#include "dsl/source_text.h"
#include "dsl/token.h"

namespace heaptrail::dsl {

/// Words that make a description one of a head. A list, so that there can be more kinds of heads.
inline constexpr std::string_view kHeadKeyword = "DS";
inline constexpr std::string_view kNamespaceKeyword = "namespace";

/// A type, or with stars a pattern of types.
struct TypePattern {
  std::string name;         // without what follows: `HashMap$Node`, `*`
  bool subclasses = false;  // `+`
  uint32_t dimensions = 0;  // pairs of brackets
  TextRange nameRange;
  TextRange range;

  bool hasWildcard() const { return name.contains('*'); }
  bool isAnything() const { return name == "*" && dimensions == 0; }
};

struct NamedField {
  std::string name;
  TextRange range;
};

/// A field and a role say how a collection is read. Which objects belong to a structure is up to patterns alone.
struct PointedTo {
  TypePattern pattern;
  bool leaf = false;                // in parentheses
  TextRange range;                  // with its field, parentheses, role and semicolon
  std::optional<NamedField> field;  // that it stands for; none for any
  std::optional<Role> role;
  TextRange asRange;    // the keyword before the role
  TextRange roleRange;  // its word
};

struct Description {
  std::optional<TextRange> head;  // the keyword, where there is one
  TypePattern type;
  std::vector<PointedTo> pointedTo;
  std::vector<PointedTo> sizes;     // `size: int as size;`: primitive fields, which point to nothing
  std::vector<Description> inside;  // of a head: parts that are described for what hangs below it only
  TextRange body;                   // from brace to brace
  TextRange range;
};

/// A block of descriptions: a `namespace`, or what stands outside of any between two of them.
struct Block {
  std::string package;  // empty outside
  TextRange nameRange;
  TextRange body;
  TextRange range;
  std::vector<Description> descriptions;

  bool isNamespace() const { return !range.empty(); }
};

/// Calls `visit(description, head)` for every description of a block; those inside a head come behind it. `head` is the
/// one that a description stands in, null where it stands in none.
template <typename Visit>
void forEachDescription(const Block& block, Visit&& visit) {
  for (const Description& description : block.descriptions) {
    visit(description, static_cast<const Description*>(nullptr));
    for (const Description& inside : description.inside) visit(inside, &description);
  }
}

struct SyntaxTree {
  std::vector<Block> blocks;
  std::vector<Comment> comments;
  std::vector<Token> tokens;
};

struct Parsed {
  SyntaxTree tree;
  std::vector<Diagnostic> diagnostics;  // syntax and misspelt-keyword
};

Parsed parse(const SourceText& source);

/// As in the language: `HashMap$Node+[]`.
std::string toString(const TypePattern& pattern);

}  // namespace heaptrail::dsl
