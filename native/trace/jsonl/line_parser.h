// From the text of a line to JSON values: simdjson with our errors, and without its hunger for memory on long lines.
//
// simdjson takes about fifteen times the size of what it parses. Of a line with a large array of references, only the
// rest is therefore parsed at once; the references follow in pieces.
#pragma once

#include <simdjson.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "base/try.h"
#include "trace/jsonl/line_reader.h"

namespace heaptrail::jsonl {

using Json = simdjson::dom::element;
using JsonObject = simdjson::dom::object;
using JsonArray = simdjson::dom::array;

class LineParser {
 public:
  /// `file` is for errors.
  explicit LineParser(std::string file) : file_(std::move(file)) {}

  /// Calls `visit(object)`, which gives a Status, for each JSON object on the line: nearly always one. They are gone
  /// with the next call.
  template <typename Visit>
  Status parse(const Line& line, Visit&& visit);

  /// Calls `visit(array)`, which gives a Status, for the references of the present line in order, one array after the
  /// other: the object's own `refs`, or pieces that were too long to be parsed with the rest.
  template <typename Visit>
  Status forEachPiece(const Line& line, const JsonArray& own, Visit&& visit);

 private:
  static constexpr size_t kLongLine = size_t{1} << 20;

  Result<JsonObject> parseObject(const Line& line, std::span<char> text);
  Status complain(const Line& line, simdjson::error_code problem) const;
  Status takeOutReferences(const Line& line, std::string& rest);
  static std::span<char> nextPiece(std::span<char>& references);

  std::string file_;
  simdjson::dom::parser parser_;
  std::span<char> references_;  // from [ to ], where they are not parsed with the rest
  std::string rest_;            // of a long line, without its references
};

/// The values on a line that holds several, separated by spaces: where each is.
std::vector<std::span<char>> splitValues(std::span<char> text);

/// Where the value of the key "refs" is in the text of an object: from [ to ]; empty where there is none.
std::span<char> findReferences(std::span<char> text);

template <typename Visit>
Status LineParser::parse(const Line& line, Visit&& visit) {
  references_ = {};
  std::span<char> text = line.text;
  if (text.size() > kLongLine) {
    TRY(takeOutReferences(line, rest_));
    text = {rest_.data(), rest_.size()};
  }
  const Result<JsonObject> only = parseObject(line, text);
  if (only) return visit(*only);
  const std::vector<std::span<char>> values = splitValues(text);
  if (values.size() < 2) return std::unexpected(only.error());
  for (const std::span<char> value : values) {
    const JsonObject object = TRY(parseObject(line, value));
    TRY(visit(object));
  }
  return {};
}

template <typename Visit>
Status LineParser::forEachPiece(const Line& line, const JsonArray& own, Visit&& visit) {
  if (references_.empty()) return visit(own);
  // `own` is empty: it is what was left when the references were taken out.
  for (std::span<char> left = references_; !left.empty();) {
    const std::span<char> piece = nextPiece(left);
    const char first = std::exchange(piece.front(), '[');
    const char last = std::exchange(piece.back(), ']');
    JsonArray references;
    const simdjson::error_code problem = parser_.parse(piece.data(), piece.size(), false).get_array().get(references);
    if (problem != simdjson::SUCCESS) return complain(line, problem);
    TRY(visit(references));
    piece.front() = first;
    piece.back() = last;
  }
  return {};
}

}  // namespace heaptrail::jsonl
