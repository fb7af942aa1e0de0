#include "classify/row_keys.h"

#include <algorithm>

namespace heaptrail {

namespace {

constexpr std::string_view kBetween = " | ";

/// Whether the key stands between two separators, or an end, somewhere in the word.
bool standsIn(std::string_view word, std::string_view key) {
  for (size_t at = word.find(key); at != std::string_view::npos; at = word.find(key, at + 1)) {
    const std::string_view behind = word.substr(at + key.size());
    if ((at == 0 || word.substr(0, at).ends_with(kBetween)) && (behind.empty() || behind.starts_with(kBetween))) {
      return true;
    }
  }
  return false;
}

}  // namespace

RowKeys::RowKeys(std::string_view word) : word_(word) {
  size_t from = 0;
  for (size_t at = word.find(kBetween); at != std::string_view::npos; at = word.find(kBetween, from)) {
    parts_.push_back(word.substr(from, at - from));
    from = at + kBetween.size();
  }
  parts_.push_back(word.substr(from));
  std::ranges::sort(parts_);
}

bool RowKeys::hasAmongSeveral(std::string_view key) const {
  if (std::ranges::binary_search(parts_, key)) return true;
  return key.contains(kBetween) && standsIn(word_, key);
}

}  // namespace heaptrail
