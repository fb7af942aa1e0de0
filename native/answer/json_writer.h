// Writes JSON text: small, always well-formed, the same bytes for the same answer.
#pragma once

#include <concepts>
#include <cstdint>
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
    text_ += std::to_string(number);
    return *this;
  }
  JsonWriter& null();

  template <typename Value>
  JsonWriter& member(std::string_view name, const Value& content) {
    return key(name).value(content);
  }

  std::string take() && { return std::move(text_); }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();
  void quote(std::string_view text);

  std::string text_;
};

}  // namespace heaptrail
