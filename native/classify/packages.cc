#include "classify/packages.h"

#include "dsl/names.h"

namespace heaptrail {

KeyPath packageKeys(std::string_view type) {
  std::string_view rest = dsl::packageOf(type);
  if (rest.empty()) return {std::string(kNoPackage)};
  KeyPath keys;
  for (size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
    keys.emplace_back(rest.substr(0, dot));
    rest.remove_prefix(dot + 1);
  }
  keys.emplace_back(rest);
  return keys;
}

bool isInPackage(std::string_view type, std::string_view package) {
  return type.size() > package.size() && type.starts_with(package) && type[package.size()] == '.';
}

}  // namespace heaptrail
