// Which classes are the program's own, and not a library's: those below the packages that the user names; where she
// names none, those of the library that the program was started with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/heap.h"

namespace heaptrail {

class OwnPackages {
 public:
  OwnPackages() = default;
  /// Prefixes of packages or classes: `com.acme`.
  explicit OwnPackages(std::vector<std::string> prefixes) : prefixes_(std::move(prefixes)) {}
  /// From where the heap's threads began and, if that tells nothing, from where its objects were allocated.
  static OwnPackages guessed(const Heap& heap);

  bool has(std::string_view type) const;
  bool empty() const { return prefixes_.empty() && libraries_.empty(); }

 private:
  std::vector<std::string> prefixes_;
  std::vector<std::string> libraries_;
};

}  // namespace heaptrail
