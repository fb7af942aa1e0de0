#include "trace/jsonl/line_fields.h"

#include <fmt/format.h>

#include <cmath>

namespace heaptrail::jsonl {

std::string describe(const Json& value) {
  constexpr size_t kMost = 60;
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  std::string text = simdjson::to_string(value);
  if (text.size() <= kMost) return text;
  size_t end = kMost;
  while (end > 0 && (text[end] & 0xc0) == 0x80) --end;  // not in the middle of a character
  return text.substr(0, end) + "…";
}

std::optional<Json> LineFields::find(std::string_view key) const {
  Json value;
  if (object_.at_key(key).get(value) != simdjson::SUCCESS || value.is_null()) return std::nullopt;
  return value;
}

std::optional<uint64_t> LineFields::maybeNumber(std::string_view key, uint64_t largest) {
  const std::optional<Json> value = find(key);
  if (!value) return std::nullopt;
  uint64_t number = 0;
  if (value->get(number) == simdjson::SUCCESS && number <= largest) return number;
  const bool any = largest == ~uint64_t{0};
  complainOf(key, any ? "a whole number from 0 on" : fmt::format("a whole number from 0 to {}", largest), *value);
  return std::nullopt;
}

uint64_t LineFields::number(std::string_view key, uint64_t largest) {
  if (!has(key)) complain(fmt::format("a number as \"{}\"", key), missing(key));
  return maybeNumber(key, largest).value_or(0);
}

uint32_t LineFields::smallNumberOr(std::string_view key, uint32_t otherwise) {
  return static_cast<uint32_t>(maybeNumber(key, ~uint32_t{0}).value_or(otherwise));
}

double LineFields::seconds(std::string_view key) {
  const std::optional<Json> value = find(key);
  double seconds = 0;
  if (!value) {
    complain(fmt::format("seconds since the start as \"{}\"", key), missing(key));
  } else if (value->get(seconds) != simdjson::SUCCESS || !std::isfinite(seconds)) {
    complainOf(key, "seconds since the start", *value);
  }
  return seconds;
}

std::string LineFields::text(std::string_view key) {
  if (!has(key)) complain(fmt::format("a text as \"{}\"", key), missing(key));
  return textOr(key, {});
}

std::string LineFields::textOr(std::string_view key, std::string otherwise) {
  const std::optional<Json> value = find(key);
  if (!value) return otherwise;
  std::string_view text;
  if (value->get(text) != simdjson::SUCCESS) complainOf(key, "a text", *value);
  return std::string(text);
}

bool LineFields::truthOr(std::string_view key, bool otherwise) {
  const std::optional<Json> value = find(key);
  if (!value) return otherwise;
  bool truth = otherwise;
  if (value->get(truth) != simdjson::SUCCESS) complainOf(key, "true or false", *value);
  return truth;
}

std::map<std::string, uint64_t> LineFields::numbersByName(std::string_view key) {
  std::map<std::string, uint64_t> result;
  const std::optional<Json> value = find(key);
  if (!value) return result;
  JsonObject object;
  if (value->get(object) != simdjson::SUCCESS) {
    complainOf(key, "an object with numbers", *value);
    return result;
  }
  for (const auto& [name, element] : object) {
    uint64_t number = 0;
    if (element.get(number) != simdjson::SUCCESS) complainOf(key, "whole numbers from 0 on", element);
    result.emplace(name, number);
  }
  return result;
}

std::optional<LineFields> LineFields::inside(std::string_view key, const Json& value) {
  JsonObject object;
  if (value.get(object) == simdjson::SUCCESS) return LineFields(file_, line_, object);
  complainOf(key, "an object", value);
  return std::nullopt;
}

void LineFields::complain(std::string_view expected, std::string_view found) {
  if (!error_) error_ = lineError(file_, line_, expected, found).error();
}

void LineFields::complainOf(std::string_view key, std::string_view expected, const Json& found) {
  complain(fmt::format("{} as \"{}\"", expected, key), describe(found));
}

std::string LineFields::missing(std::string_view key) { return fmt::format("no \"{}\"", key); }

}  // namespace heaptrail::jsonl
