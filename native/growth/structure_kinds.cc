#include "growth/structure_kinds.h"

#include <algorithm>
#include <map>

namespace heaptrail {

namespace {

// Each is measured exactly later, all of them in one sweep.
constexpr size_t kMostKinds = 16;

/// Type, site, and path where sites are unknown.
using Key = std::tuple<uint32_t, uint32_t, uint64_t>;

class Kinds {
 public:
  explicit Kinds(const Scene& scene) : scene_(scene) {}

  Status add(EndOfWindow which, const BitSet& without, Progress& progress) {
    const bool isFrom = which == EndOfWindow::kFrom;
    const WindowEnd& end = isFrom ? scene_.ends->from : scene_.ends->to;
    const std::span<const uint64_t> keys = isFrom ? scene_.fromKeys : scene_.toKeys;
    for (uint32_t i = 0; i < end.structures->count(); ++i) {
      if ((i + 1) % kStructuresPerCheck == 0 && !progress.advance(kStructuresPerCheck)) return cancelledError();
      const StructureIndex structure(i);
      const ObjectIndex head = end.structures->head(structure);
      if (without.test(head.value())) continue;
      const uint32_t site = scene_.names->siteOf(which, end.heap().siteOf(head));
      const uint64_t path = site == 0 && !keys.empty() ? keys[i] : 0;
      StructureKind& kind = kinds_[{scene_.names->typeOf(which, end.typeOf(structure)), site, path}];
      (isFrom ? kind.from : kind.to).push_back(structure);
      const auto bytes = static_cast<double>(std::max(end.retained(structure).bytes, end.deep->size(structure).bytes));
      kind.gained += isFrom ? -bytes : bytes;
    }
    return {};
  }

  std::vector<StructureKind> largest() {
    std::vector<StructureKind> result;
    for (auto& [key, kind] : kinds_) {
      if (kind.to.size() > 1 && kind.gained >= scene_.enough()) result.push_back(std::move(kind));
    }
    std::ranges::stable_sort(result, std::ranges::greater{}, &StructureKind::gained);
    if (result.size() > kMostKinds) result.resize(kMostKinds);
    return result;
  }

 private:
  const Scene& scene_;
  std::map<Key, StructureKind> kinds_;
};

}  // namespace

Result<std::vector<StructureKind>> findKinds(const Scene& scene, const BitSet& fromWithout, const BitSet& toWithout,
                                             Progress& progress) {
  Kinds kinds(scene);
  if (const Status added = kinds.add(EndOfWindow::kFrom, fromWithout, progress); !added) {
    return std::unexpected(added.error());
  }
  if (const Status added = kinds.add(EndOfWindow::kTo, toWithout, progress); !added) {
    return std::unexpected(added.error());
  }
  return kinds.largest();
}

}  // namespace heaptrail
