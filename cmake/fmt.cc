// What fmt has in its library, compiled once for what ships. Debian has that library as a shared one only, and nothing
// may be needed on the machine where this runs; with headers alone each of thirty compilers would do this again.
#include <fmt/format-inl.h>

namespace fmt::detail {

// The templates that fmt's headers declare and leave to its library, for what is written here: char.
template auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;
template auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl(locale_ref) -> char;

}  // namespace fmt::detail
