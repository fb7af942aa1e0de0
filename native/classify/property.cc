#include "classify/property.h"

#include <fmt/format.h>

#include <algorithm>

namespace heaptrail {

Result<Test> Property::test(const HeapFacts&, const Compared&, Progress&) const {
  return usageError(fmt::format("\"{}\" is no property for conditions", name()));
}

Result<Values> Property::values(const HeapFacts&, const Options&, Progress&) const {
  return usageError(fmt::format("objects cannot be grouped by \"{}\"", name()));
}

Result<BitSet> Property::leadOn(const HeapFacts&, const Options&, const BitSet&, Progress&) const {
  return usageError(fmt::format("\"{}\" leads to no other objects", name()));
}

std::vector<uint32_t> sortPaths(std::vector<KeyPath>& paths) {
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < paths.size(); ++i) order.push_back(i);
  std::ranges::sort(order, {}, [&](uint32_t i) -> const KeyPath& { return paths[i]; });
  std::vector<KeyPath> sorted;
  std::vector<uint32_t> places(paths.size());
  for (const uint32_t i : order) {
    if (sorted.empty() || sorted.back() != paths[i]) sorted.push_back(paths[i]);
    places[i] = static_cast<uint32_t>(sorted.size() - 1);
  }
  paths = std::move(sorted);
  return places;
}

}  // namespace heaptrail
