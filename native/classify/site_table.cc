#include "classify/site_table.h"

#include <fmt/format.h>

#include "base/text.h"

namespace heaptrail {

std::optional<std::string> SiteTable::whyNotTold(const Heap& heap) {
  if (!heap.parts().sites.empty()) return std::nullopt;
  return "the trace does not tell where objects were allocated: record the program with --sites sampled or exact";
}

std::string frameKey(const Frame& frame) {
  std::string key = fmt::format("{}.{}", frame.className, frame.method);
  if (frame.file.empty()) return frame.line > 0 ? fmt::format("{}:{}", key, frame.line) : key;
  return frame.line > 0 ? fmt::format("{} ({}:{})", key, frame.file, frame.line)
                        : fmt::format("{} ({})", key, frame.file);
}

bool fitsFrame(const Frame& frame, std::string_view pattern) {
  const std::string method = fmt::format("{}.{}", frame.className, frame.method);
  return matchesWildcard(pattern, method) || matchesWildcard(pattern, fmt::format("{}:{}", method, frame.line)) ||
         matchesWildcard(pattern, frameKey(frame));
}

}  // namespace heaptrail
