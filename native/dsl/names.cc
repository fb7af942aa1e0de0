#include "dsl/names.h"

#include <algorithm>
#include <array>

namespace heaptrail::dsl {

namespace {

constexpr std::array<std::string_view, 8> kPrimitives = {"boolean", "byte", "char", "double",
                                                         "float",   "int",  "long", "short"};

}  // namespace

bool isPrimitiveArray(const TypePattern& pattern) {
  return pattern.dimensions > 0 && std::ranges::find(kPrimitives, pattern.name) != kPrimitives.end();
}

std::string absoluteName(const TypePattern& pattern, std::string_view package) {
  const bool isAbsolute = package.empty() || pattern.name.contains('.') || pattern.name.starts_with('*');
  if (isAbsolute || isPrimitiveArray(pattern)) return pattern.name;
  return std::string(package) + "." + pattern.name;
}

std::string absoluteType(const TypePattern& pattern, std::string_view package) {
  std::string type = absoluteName(pattern, package);
  for (uint32_t i = 0; i < pattern.dimensions; ++i) type += "[]";
  return type;
}

std::string_view elementName(std::string_view type) {
  while (type.ends_with("[]")) type.remove_suffix(2);
  return type;
}

uint32_t dimensionsOf(std::string_view type) {
  return static_cast<uint32_t>((type.size() - elementName(type).size()) / 2);
}

std::string_view simpleName(std::string_view type) {
  const size_t dot = type.rfind('.');
  return dot == std::string_view::npos ? type : type.substr(dot + 1);
}

std::string_view packageOf(std::string_view type) {
  const size_t dot = type.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : type.substr(0, dot);
}

std::string_view outermostClass(std::string_view type) {
  const std::string_view name = elementName(type);
  const size_t simple = name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.') + 1;
  // A class may begin with a dollar sign.
  return name.substr(0, name.find('$', simple + 1));
}

}  // namespace heaptrail::dsl
