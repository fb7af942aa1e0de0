#include "values/number_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace heaptrail {

namespace {

constexpr size_t kMostWords = 64;  // 32 bits each: about 600 digits
constexpr uint64_t kChunk = 1'000'000'000;
constexpr int64_t kMostZeros = 30;  // of a BigDecimal, before they are written as an exponent

/// Divides by kChunk again and again. `words`: the most significant first.
std::string decimal(std::vector<uint64_t> words) {
  std::vector<uint64_t> chunks;
  while (std::ranges::any_of(words, [](uint64_t word) { return word != 0; })) {
    uint64_t rest = 0;
    for (uint64_t& word : words) {
      const uint64_t value = rest << 32 | word;
      word = value / kChunk;
      rest = value % kChunk;
    }
    chunks.push_back(rest);
  }
  if (chunks.empty()) return "0";
  std::string digits = fmt::format("{}", chunks.back());
  for (size_t i = chunks.size() - 1; i-- > 0;) digits += fmt::format("{:09}", chunks[i]);
  return digits;
}

}  // namespace

std::string bigIntegerText(const ObjectText& text, const FieldValues& fields) {
  const std::optional<int64_t> sign = fields.integer("signum");
  if (!sign) return {};
  if (*sign == 0) return "0";
  std::vector<uint64_t> words;
  for (const StoredValue& word : text.reader().elements(fields.object("mag"), kMostWords + 1))
    words.push_back(word.bits);
  if (words.empty() || words.size() > kMostWords) return {};
  return (*sign < 0 ? "-" : "") + decimal(std::move(words));
}

std::string bigDecimalText(const ObjectText& text, const FieldValues& fields) {
  const std::optional<int64_t> scale = fields.integer("scale");
  const std::optional<int64_t> compact = fields.integer("intCompact");
  if (!scale || !compact) return {};
  // The smallest number says that the digits stand in an object of their own.
  const bool isCompact = *compact != std::numeric_limits<int64_t>::min();
  std::string digits = isCompact ? fmt::format("{}", *compact) : text.ofPart(fields.object("intVal"));
  if (!digits.empty() && digits.front() != '-' && (digits.front() < '0' || digits.front() > '9')) return {};
  const bool negative = digits.starts_with('-');
  if (negative) digits.erase(0, 1);
  if (*scale < 0 || *scale > static_cast<int64_t>(digits.size()) + kMostZeros) {
    digits += fmt::format("E{:+}", -*scale);
  } else if (*scale > 0) {
    const auto behind = static_cast<size_t>(*scale);
    if (digits.size() <= behind) digits.insert(0, behind - digits.size() + 1, '0');
    digits.insert(digits.size() - behind, ".");
  }
  return (negative ? "-" : "") + digits;
}

}  // namespace heaptrail
