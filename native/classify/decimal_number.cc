#include "classify/decimal_number.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace heaptrail {

namespace {

// Far from what overflows when digits are added, and larger than any number somebody means.
constexpr int64_t kLargestExponent = int64_t{1} << 60;

std::string_view takeDigits(std::string_view& text) {
  const size_t length = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  return digits;
}

/// Behind `e`; none where it is no number.
std::optional<int64_t> exponentOf(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  if (text.empty()) return std::nullopt;
  int64_t exponent = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (end != text.data() + text.size() || problem == std::errc::invalid_argument) return std::nullopt;
  if (problem == std::errc::result_out_of_range) return text.front() == '-' ? -kLargestExponent : kLargestExponent;
  return std::clamp(exponent, -kLargestExponent, kLargestExponent);
}

}  // namespace

std::optional<DecimalNumber> DecimalNumber::of(std::string_view text) {
  DecimalNumber number;
  if (text.starts_with('-')) {
    number.isNegative_ = true;
    text.remove_prefix(1);
  }
  if (text == "NaN" || text == "Infinity") {
    number.kind_ = text == "NaN" ? Kind::kNone : Kind::kInfinite;
    return number;
  }
  const std::string_view whole = takeDigits(text);
  std::string_view fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = takeDigits(text);
  }
  if (whole.empty() && fraction.empty()) return std::nullopt;
  int64_t exponent = 0;
  if (!text.empty()) {
    if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
    const std::optional<int64_t> written = exponentOf(text.substr(1));
    if (!written) return std::nullopt;
    exponent = *written;
  }
  number.digits_.append(whole).append(fraction);
  const size_t first = number.digits_.find_first_not_of('0');
  if (first == std::string::npos) {
    number.digits_.clear();
    return number;
  }
  number.digits_.erase(number.digits_.find_last_not_of('0') + 1);
  number.digits_.erase(0, first);
  number.exponent_ = exponent + static_cast<int64_t>(whole.size()) - static_cast<int64_t>(first);
  return number;
}

std::weak_ordering DecimalNumber::sizeAgainst(const DecimalNumber& other) const {
  if (kind_ != other.kind_) return kind_ <=> other.kind_;
  if (exponent_ != other.exponent_) return exponent_ <=> other.exponent_;
  return digits_ <=> other.digits_;
}

std::partial_ordering DecimalNumber::operator<=>(const DecimalNumber& other) const {
  if (kind_ == Kind::kNone || other.kind_ == Kind::kNone) return std::partial_ordering::unordered;
  if (sign() != other.sign()) return sign() <=> other.sign();
  return sign() < 0 ? other.sizeAgainst(*this) : sizeAgainst(other);
}

}  // namespace heaptrail
