#include "answer/shared/object_answers.h"

#include <fmt/format.h>

#include <charconv>

namespace heaptrail {

Result<uint64_t> parseObjectId(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view digits = hexadecimal ? text.substr(2) : text;
  uint64_t id = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), id, hexadecimal ? 16 : 10);
  if (problem == std::errc() && end == digits.data() + digits.size()) return id;
  return usageError(fmt::format("expected an object's id such as 0x7f0a31c8, found \"{}\"", text));
}

}  // namespace heaptrail
