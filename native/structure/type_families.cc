#include "structure/type_families.h"

#include <algorithm>
#include <array>

#include "dsl/names.h"

namespace heaptrail {

bool isOfJdk(std::string_view type) {
  constexpr std::array<std::string_view, 5> kPackages{"java.", "javax.", "jdk.", "sun.", "com.sun."};
  return std::ranges::any_of(kPackages, [&](std::string_view start) { return type.starts_with(start); });
}

std::string_view libraryOf(std::string_view type) {
  if (isOfJdk(type)) return "JDK";
  const std::string_view package = dsl::packageOf(dsl::elementName(type));
  const size_t first = package.find('.');
  return first == std::string_view::npos ? package : package.substr(0, package.find('.', first + 1));
}

std::string withoutNumbers(std::string_view type) {
  const auto isHex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  std::string text;
  for (size_t i = 0; i < type.size();) {
    size_t end = i;
    bool hasDigit = false;
    for (; end < type.size() && isHex(type[end]); ++end) hasDigit = hasDigit || type[end] <= '9';
    if (hasDigit) {
      text += '*';
    } else {
      text += type.substr(i, std::max<size_t>(end - i, 1));
    }
    i = std::max(end, i + 1);
  }
  return text;
}

bool isJdkWrapper(std::string_view type) {
  return type.starts_with("java.util.concurrent.atomic.") || type.starts_with("java.lang.ref.");
}

bool isOfSameFamily(std::string_view whole, std::string_view part) {
  if (dsl::outermostClass(whole) == dsl::outermostClass(part)) return true;
  if (isOfJdk(whole)) return false;
  const std::string_view package = dsl::packageOf(dsl::elementName(whole));
  return package == dsl::packageOf(dsl::elementName(part)) && !package.empty();
}

}  // namespace heaptrail
