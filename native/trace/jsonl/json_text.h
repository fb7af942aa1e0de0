// JSON text as it grows: commas where they belong, always well-formed if its callers close what they open.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heaptrail::jsonl {

class JsonText {
 public:
  JsonText& open(char bracket);
  JsonText& close(char bracket);
  JsonText& key(std::string_view name);

  JsonText& value(uint64_t number);
  JsonText& value(uint32_t number) { return value(uint64_t{number}); }
  JsonText& value(double number);
  JsonText& value(bool truth);
  /// Must be UTF-8.
  JsonText& value(std::string_view text);
  JsonText& null();

  template <typename Value>
  JsonText& member(std::string_view name, const Value& content) {
    return key(name).value(content);
  }
  /// Nothing where the text is empty.
  JsonText& memberIfAny(std::string_view name, std::string_view text);

  void endLine() { text_ += '\n'; }
  void appendLine(std::string_view line) { text_.append(line) += '\n'; }

  const std::string& text() const { return text_; }
  void clear() { text_.clear(); }

 private:
  void separate();
  void quote(std::string_view text);

  std::string text_;
};

}  // namespace heaptrail::jsonl
