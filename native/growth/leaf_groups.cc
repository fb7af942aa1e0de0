#include "growth/leaf_groups.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace heaptrail {

namespace {

/// Type and site, under their common numbers.
using GroupKey = uint64_t;
using Sizes = std::unordered_map<GroupKey, GrownSize>;

Status addLeaves(const StructuresAt& at, EndOfWindow which, Descent descent, CommonNames& names,
                 const Progress& progress, Sizes& sizes) {
  if (at.structures.empty()) return {};
  const Heap& heap = at.end->heap();
  StructureWalk walk(*at.end->graph, *at.types);
  BitSet counted(at.structures.size() > 1 ? heap.objectCount() : 0);
  for (const StructureIndex structure : at.structures) {
    const ObjectIndex head = at.end->structures->head(structure);
    if (walk.run(head, descent, StructureWalk::kNoLimit, progress) == StructureWalk::End::kCancelled) {
      return cancelledError();
    }
    for (const ObjectIndex member : walk.members()) {
      if (!walk.isLeaf(member)) continue;
      if (counted.size() > 0 && !counted.insert(member.value())) continue;
      const GroupKey key =
          GroupKey{names.typeOf(which, heap.typeOf(member))} << 32 | names.siteOf(which, heap.siteOf(member));
      GrownSize& size = sizes[key];
      (which == EndOfWindow::kFrom ? size.from : size.to) += Size{1, heap.shallowBytes(member)};
    }
  }
  return {};
}

}  // namespace

Result<std::vector<LeafGroup>> leavesByTypeAndSite(const StructuresAt& from, const StructuresAt& to, Descent descent,
                                                   CommonNames& names, const Progress& progress) {
  Sizes sizes;
  for (const auto& [at, which] : {std::pair(&from, EndOfWindow::kFrom), std::pair(&to, EndOfWindow::kTo)}) {
    if (const Status added = addLeaves(*at, which, descent, names, progress, sizes); !added) {
      return std::unexpected(added.error());
    }
  }
  std::vector<LeafGroup> groups;
  groups.reserve(sizes.size());
  for (const auto& [key, size] : std::map<GroupKey, GrownSize>(sizes.begin(), sizes.end())) {
    const std::span<const Frame> site = names.site(static_cast<uint32_t>(key));
    groups.push_back({names.typeName(static_cast<uint32_t>(key >> 32)), {site.begin(), site.end()}, size});
  }
  const auto order = [](const LeafGroup& group) {
    const Frame none;
    const Frame& frame = group.site.empty() ? none : group.site.front();
    return std::tuple(-group.size.bytes(), -static_cast<int64_t>(group.size.to.bytes), std::string_view(group.type),
                      frame.className + frame.method, frame.line, group.site.size());
  };
  std::ranges::stable_sort(groups, {}, order);
  return groups;
}

}  // namespace heaptrail
