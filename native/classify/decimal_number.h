// A number as it is written, whatever its length: compared digit by digit, so a long is told from a fraction next to
// it, which no double can, and a BigInteger from another one.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heaptrail {

class DecimalNumber {
 public:
  /// None where the text is no number as Java prints it: `-12`, `0.5`, `1.0E10`, `Infinity`, `NaN`.
  static std::optional<DecimalNumber> of(std::string_view text);

  /// NaN has no order, as in Java.
  std::partial_ordering operator<=>(const DecimalNumber& other) const;
  bool operator==(const DecimalNumber& other) const { return (*this <=> other) == 0; }

 private:
  enum class Kind : uint8_t { kFinite, kInfinite, kNone };

  std::weak_ordering sizeAgainst(const DecimalNumber& other) const;
  int sign() const { return digits_.empty() && kind_ == Kind::kFinite ? 0 : isNegative_ ? -1 : 1; }

  Kind kind_ = Kind::kFinite;
  bool isNegative_ = false;
  std::string digits_;    // behind the point, neither beginning nor ending with 0; empty for 0
  int64_t exponent_ = 0;  // of ten
};

}  // namespace heaptrail
