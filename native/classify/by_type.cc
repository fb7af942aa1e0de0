#include "classify/by_type.h"

#include <map>
#include <string_view>

#include "base/try.h"
#include "classify/count_by_number.h"

namespace heaptrail {

Result<std::vector<GroupRow>> groupByType(const Heap& heap, const BitSet& members, Threads threads,
                                          Progress& progress) {
  const std::vector<Type>& types = heap.symbols().types;
  const SizesOfTypes shallow(heap);
  const std::vector<Size> sizes = TRY(countInShares(members.size(), static_cast<uint32_t>(types.size()), threads,
                                                    progress, [&](uint64_t from, uint64_t to, std::vector<Size>& sums) {
                                                      members.forEachIn(from, to, [&](uint64_t i) {
                                                        const ObjectIndex object(static_cast<uint32_t>(i));
                                                        sums[heap.typeOf(object).value()] += {1, shallow.of(object)};
                                                      });
                                                    }));
  std::map<std::string_view, Size> byName;
  for (size_t type = 0; type < types.size(); ++type) {
    if (sizes[type].objects > 0) byName[types[type].name] += sizes[type];
  }
  std::vector<GroupRow> rows;
  rows.reserve(byName.size());
  for (const auto& [name, size] : byName) rows.push_back({std::string(name), size.objects, size.bytes});
  return rows;
}

}  // namespace heaptrail
