// Writes JSON text, one value or a line for each of many: small, always well-formed if its callers close what they
// open, the same bytes for the same values.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace heaptrail {

class JsonWriter {
 public:
  JsonWriter& beginObject() { return open('{'); }
  JsonWriter& endObject() { return close('}'); }
  JsonWriter& beginArray() { return open('['); }
  JsonWriter& endArray() { return close(']'); }

  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth);
  JsonWriter& value(double number);
  template <std::integral Integer>
  JsonWriter& value(Integer number) {
    separate();
    char digits[20];
    text_.append(digits, std::to_chars(std::begin(digits), std::end(digits), number).ptr);
    return *this;
  }
  JsonWriter& null();

  template <typename Value>
  JsonWriter& member(std::string_view name, const Value& content) {
    return key(name).value(content);
  }

  /// Nothing where the text is empty.
  JsonWriter& memberIfAny(std::string_view name, std::string_view content) {
    return content.empty() ? *this : member(name, content);
  }

  /// Ends a line of JSON Lines: the next value stands by itself.
  void endLine() { text_ += '\n'; }
  void appendLine(std::string_view line) { text_.append(line) += '\n'; }

  const std::string& text() const { return text_; }
  void clear() { text_.clear(); }
  std::string take() && { return std::move(text_); }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();
  void quote(std::string_view text);

  std::string text_;
};

}  // namespace heaptrail
