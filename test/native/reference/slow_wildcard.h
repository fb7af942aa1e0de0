// Patterns with stars, as plainly as they read.
#pragma once

#include <cstddef>
#include <string>

namespace heaptrail::test {

/// `*` by trying everything it may stand for.
inline bool slowlyMatches(const std::string& name, const std::string& pattern) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] != '*')
    return !name.empty() && name[0] == pattern[0] && slowlyMatches(name.substr(1), pattern.substr(1));
  for (size_t skipped = 0; skipped <= name.size(); ++skipped) {
    if (slowlyMatches(name.substr(skipped), pattern.substr(1))) return true;
  }
  return false;
}

}  // namespace heaptrail::test
