// Which rows of a level a word of a path means: the row of that key, or, where there is none, the rows of several keys
// with ` | ` between them, as one set: `java.lang.String | char[]`.
//
// A key may have ` | ` in it: a key that stands whole between two of them is meant.
#pragma once

#include <string_view>
#include <vector>

namespace heaptrail {

class RowKeys {
 public:
  /// `word` outlives this.
  explicit RowKeys(std::string_view word);

  /// Whether the word may name more than one row.
  bool several() const { return parts_.size() > 1; }

  /// Whether the row of this key is among those that it names as several.
  bool hasAmongSeveral(std::string_view key) const;

 private:
  std::string_view word_;
  std::vector<std::string_view> parts_;  // in order of text
};

}  // namespace heaptrail
