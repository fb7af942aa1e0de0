#include "model/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace heaptrail {

namespace {

constexpr std::array<std::string_view, 3> kKinds{"minor", "major", "concurrent"};

}  // namespace

std::string_view toString(CollectionKind kind) { return kKinds[static_cast<size_t>(kind)]; }

Result<CollectionKind> parseCollectionKind(std::string_view word) {
  const auto* const found = std::ranges::find(kKinds, word);
  if (found != kKinds.end()) return static_cast<CollectionKind>(found - kKinds.begin());
  return usageError(fmt::format("expected minor, major or concurrent as kind of a collection, found \"{}\"", word));
}

}  // namespace heaptrail
