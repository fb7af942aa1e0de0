#include "support/json_layout.h"

#include <algorithm>
#include <vector>

namespace heaptrail::test {

namespace {

constexpr size_t kColumns = 110;

/// Where the value ends that begins at `from`: at the comma or bracket behind it, or at the end of the text.
size_t endOfValue(std::string_view json, size_t from) {
  size_t depth = 0;
  bool inText = false;
  for (size_t at = from; at < json.size(); ++at) {
    const char c = json[at];
    if (inText) {
      if (c == '\\') ++at;
      inText = c != '"';
    } else if (c == '"') {
      inText = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (depth == 0) return at;
      --depth;
    } else if (c == ',' && depth == 0) {
      return at;
    }
  }
  return json.size();
}

/// `{"a":1}` with what it is the value of: `"key":{"a":1}`. The bracket is the first that stands outside of texts.
size_t bracketOf(std::string_view part) {
  const size_t start = part.starts_with('"') ? part.find("\":") + 2 : 0;
  return start < part.size() && (part[start] == '{' || part[start] == '[') ? start : std::string_view::npos;
}

void append(std::string_view part, size_t indent, std::string& text) {
  const size_t bracket = bracketOf(part);
  text.append(indent, ' ');
  if (indent + part.size() <= kColumns || bracket == std::string_view::npos) {
    text += part;
    return;
  }
  text += part.substr(0, bracket + 1);
  size_t at = bracket + 1;
  while (at < part.size() && part[at] != '}' && part[at] != ']') {
    const size_t end = endOfValue(part, at);
    text += '\n';
    append(part.substr(at, end - at), indent + 2, text);
    at = end;
    if (at < part.size() && part[at] == ',') {
      text += ',';
      ++at;
    }
  }
  text += '\n';
  text.append(indent, ' ');
  text += part.substr(std::min(at, part.size()));
}

}  // namespace

std::string laidOut(std::string_view json) {
  std::string text;
  append(json, 0, text);
  return text;
}

}  // namespace heaptrail::test
