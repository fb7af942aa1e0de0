#include "growth/tracked_structures.h"

#include <numeric>
#include <unordered_map>
#include <vector>

#include "base/try.h"
#include "growth/path_keys.h"

namespace heaptrail {

namespace {

/// How many structures lie at each path, and one of them.
struct AtPath {
  uint32_t structures = 0;
  StructureIndex last;
};
using ByPath = std::unordered_map<uint64_t, AtPath>;

Result<ByPath> structuresByPath(const Array<uint64_t>& keys, Progress& progress) {
  ByPath result;
  for (uint32_t i = 0; i < keys.size(); ++i) {
    AtPath& here = result[keys[i]];
    ++here.structures;
    here.last = StructureIndex(i);
    if ((i + 1) % kStructuresPerCheck == 0 && !progress.advance(kStructuresPerCheck)) return cancelledError();
  }
  return result;
}

}  // namespace

Result<TrackedStructures> TrackedStructures::byIdentity(const WindowEnds& ends, Threads threads, Progress& progress) {
  const Structures& from = *ends.from.structures;
  const Structures& to = *ends.to.structures;
  TrackedStructures result(GrowthMatch::kIdentity, to.count());
  const Blocks blocks{to.count(), kStructuresPerCheck};
  std::vector<uint64_t> survivors(blocks.count());
  forEachBlock(threads, blocks, [&](const Block& block) {
    if (!progress.advance(block.size())) return;
    for (uint64_t i = block.from; i < block.to; ++i) {
      const ObjectId id = ends.to.heap().idOf(to.head(StructureIndex(static_cast<uint32_t>(i))));
      const std::optional<ObjectIndex> object = ends.from.heap().find(id);
      const std::optional<StructureIndex> before = object ? from.of(*object) : std::nullopt;
      result.before_[i] = before ? before->value() : kBorn;
      if (before) ++survivors[block.number];
    }
  });
  if (progress.cancelled()) return cancelledError();
  result.survivors_ = std::accumulate(survivors.begin(), survivors.end(), uint64_t{0});
  result.born_ = to.count() - result.survivors_;
  result.died_ = from.count() - result.survivors_;
  return result;
}

Result<TrackedStructures> TrackedStructures::byPath(const WindowEnds& ends, const Array<uint64_t>& fromKeys,
                                                    const Array<uint64_t>& toKeys, Progress& progress) {
  const ByPath before = TRY(structuresByPath(fromKeys, progress));
  const ByPath after = TRY(structuresByPath(toKeys, progress));
  TrackedStructures result(GrowthMatch::kPath, ends.to.structures->count());
  for (uint32_t i = 0; i < toKeys.size(); ++i) {
    const auto old = before.find(toKeys[i]);
    if (toKeys[i] == kNoPathKey || after.at(toKeys[i]).structures > 1 ||
        (old != before.end() && old->second.structures > 1)) {
      result.before_[i] = kUnmatched;
      ++result.unmatched_;
    } else if (old == before.end()) {
      result.before_[i] = kBorn;
      ++result.born_;
    } else {
      result.before_[i] = old->second.last.value();
      ++result.survivors_;
    }
  }
  for (const auto& [key, here] : before) {
    if (key != kNoPathKey && !after.contains(key)) result.died_ += here.structures;
  }
  return result;
}

}  // namespace heaptrail
