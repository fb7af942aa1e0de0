#include "model/java_names.h"

#include <algorithm>

namespace heaptrail {

std::string_view primitiveName(ValueKind kind) {
  switch (kind) {
    case ValueKind::kBoolean:
      return "boolean";
    case ValueKind::kChar:
      return "char";
    case ValueKind::kFloat:
      return "float";
    case ValueKind::kDouble:
      return "double";
    case ValueKind::kByte:
      return "byte";
    case ValueKind::kShort:
      return "short";
    case ValueKind::kInt:
      return "int";
    case ValueKind::kLong:
      return "long";
    case ValueKind::kReference:
      break;
  }
  return "";
}

namespace {

std::string_view primitiveOfDescriptor(char code) {
  switch (code) {
    case 'Z':
      return "boolean";
    case 'C':
      return "char";
    case 'F':
      return "float";
    case 'D':
      return "double";
    case 'B':
      return "byte";
    case 'S':
      return "short";
    case 'I':
      return "int";
    case 'J':
      return "long";
    default:
      return "";
  }
}

}  // namespace

std::string readableClassName(std::string_view raw) {
  const size_t dimensions = std::min(raw.find_first_not_of('['), raw.size());
  std::string_view element = raw.substr(dimensions);
  std::string name;
  if (dimensions > 0 && element.size() == 1 && !primitiveOfDescriptor(element[0]).empty()) {
    name = primitiveOfDescriptor(element[0]);
  } else {
    if (dimensions > 0 && element.size() > 2 && element.front() == 'L' && element.back() == ';') {
      element = element.substr(1, element.size() - 2);
    }
    name = element;
    std::ranges::replace(name, '/', '.');
    // The part behind '+' is an address that makes hidden classes of one name distinct.
    if (const size_t suffix = name.rfind("+0x"); suffix != std::string::npos) name[suffix] = '/';
  }
  for (size_t i = 0; i < dimensions; ++i) name += "[]";
  return name;
}

std::string readableSignature(std::string_view signature) {
  std::string raw(signature);
  if (raw.size() > 2 && raw.front() == 'L' && raw.back() == ';') raw = raw.substr(1, raw.size() - 2);
  // JVMTI writes the address of a hidden class behind a dot, class files and dumps behind '+'.
  if (const size_t suffix = raw.rfind(".0x"); suffix != std::string::npos) raw[suffix] = '+';
  return readableClassName(raw);
}

ValueKind valueKindOf(std::string_view signature) {
  constexpr std::string_view kCodes = "LZCFDBSIJ";  // in the order of ValueKind
  const size_t place = signature.empty() ? std::string_view::npos : kCodes.find(signature.front());
  return place == std::string_view::npos ? ValueKind::kReference : static_cast<ValueKind>(place);
}

}  // namespace heaptrail
