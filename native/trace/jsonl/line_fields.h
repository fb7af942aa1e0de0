// The keys of a line, asked for by name and kind.
//
// What is missing or of another kind than it should be is remembered, the first of it, and the answer is an empty
// value: whoever reads a line asks for everything and then looks at `status` once.
#pragma once

#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "trace/jsonl/line_parser.h"

namespace heaptrail::jsonl {

/// A value as a person would want to see it in an error message.
std::string describe(const Json& value);

class LineFields {
 public:
  LineFields(const std::string& file, const Line& line, JsonObject object)
      : file_(file), line_(line), object_(object) {}

  /// Null counts as absent.
  std::optional<Json> find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key).has_value(); }

  uint64_t number(std::string_view key, uint64_t largest = ~uint64_t{0});
  std::optional<uint64_t> maybeNumber(std::string_view key, uint64_t largest = ~uint64_t{0});
  uint32_t smallNumberOr(std::string_view key, uint32_t otherwise);
  double seconds(std::string_view key);
  std::string text(std::string_view key);
  std::string textOr(std::string_view key, std::string otherwise);
  bool truthOr(std::string_view key, bool otherwise);
  std::map<std::string, uint64_t> numbersByName(std::string_view key);

  /// Calls `visit(element)` for each element of an array, if it is there.
  template <std::invocable<const Json&> Visit>
  void forEach(std::string_view key, Visit&& visit) {
    const std::optional<Json> value = find(key);
    if (!value) return;
    JsonArray array;
    if (value->get(array) != simdjson::SUCCESS) {
      complainOf(key, "an array", *value);
      return;
    }
    for (const Json element : array) visit(element);
  }

  /// The object that is an element of an array or the value of a key, with errors on the same line.
  std::optional<LineFields> inside(std::string_view key, const Json& value);
  /// Takes over what was found wrong there.
  void absorb(const LineFields& inner) {
    if (!error_) error_ = inner.error_;
  }

  void complain(std::string_view expected, std::string_view found);
  void complainOf(std::string_view key, std::string_view expected, const Json& found);

  bool sound() const { return !error_; }
  Status status() const {
    if (error_) return std::unexpected(*error_);
    return {};
  }

 private:
  static std::string missing(std::string_view key);

  const std::string& file_;
  const Line& line_;
  JsonObject object_;
  std::optional<Error> error_;
};

}  // namespace heaptrail::jsonl
