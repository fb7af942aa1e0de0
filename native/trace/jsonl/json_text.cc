#include "trace/jsonl/json_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace heaptrail::jsonl {

JsonText& JsonText::open(char bracket) {
  separate();
  text_ += bracket;
  return *this;
}

JsonText& JsonText::close(char bracket) {
  text_ += bracket;
  return *this;
}

JsonText& JsonText::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ':';
  return *this;
}

JsonText& JsonText::value(uint64_t number) {
  separate();
  char digits[20];
  const auto [end, problem] = std::to_chars(digits, digits + sizeof digits, number);
  text_.append(digits, end);
  return *this;
}

JsonText& JsonText::value(double number) {
  separate();
  text_ += fmt::format("{}", std::isfinite(number) ? number : 0.0);
  return *this;
}

JsonText& JsonText::value(bool truth) {
  separate();
  text_ += truth ? "true" : "false";
  return *this;
}

JsonText& JsonText::value(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

JsonText& JsonText::null() {
  separate();
  text_ += "null";
  return *this;
}

JsonText& JsonText::memberIfAny(std::string_view name, std::string_view text) {
  return text.empty() ? *this : member(name, text);
}

/// Puts the comma between two values. What stands before tells whether one is due.
void JsonText::separate() {
  if (text_.empty()) return;
  const char last = text_.back();
  if (last != '{' && last != '[' && last != ':' && last != '\n') text_ += ',';
}

void JsonText::quote(std::string_view text) {
  text_ += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      text_ += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      text_ += c;
    }
  }
  text_ += '"';
}

}  // namespace heaptrail::jsonl
