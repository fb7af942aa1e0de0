#include "trace/jsonl/line_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace heaptrail::jsonl {

namespace {

constexpr std::array<std::string_view, 9> kKeys{"heaptrail", "gc",   "point", "end",   "root",
                                                "o",         "type", "site",  "thread"};

}  // namespace

Result<LineKind> kindOf(const std::string& file, const Line& line, const JsonObject& object) {
  const auto* best = kKeys.end();
  std::string_view first;
  for (const auto& [key, value] : object) {
    if (first.empty()) first = key;
    const auto* found = std::ranges::find(kKeys, key);
    best = std::min(best, found);
  }
  if (best != kKeys.end()) return static_cast<LineKind>(best - kKeys.begin());
  return lineError(file, line, "one of the keys heaptrail, type, site, thread, gc, point, o, root, end",
                   first.empty() ? "no key" : fmt::format("\"{}\"", first.substr(0, 60)));
}

}  // namespace heaptrail::jsonl
