#include "graph/cut_places.h"

#include <algorithm>
#include <unordered_map>

namespace heaptrail {

namespace {

/// References to a place are not looked at any more when there are so many: no single one holds it.
constexpr size_t kSeveral = 2;

}  // namespace

Result<std::vector<CutPlace>> cutPlaces(const LiveGraph& graph, const Dominators& dominators,
                                        const RootHolders& holders, const ReverseReferences& reverse,
                                        const BitSet& group, std::span<const ObjectIndex> places, Progress& progress) {
  BitSet isPlace(graph.heap().objectCount());
  for (const ObjectIndex place : places) isPlace.set(place.value());
  const NearestMembers nearest(dominators, isPlace);

  std::unordered_map<ObjectIndex, uint64_t> members;
  for (uint64_t from = 0; from < group.size(); from += kObjectsBetweenChecks) {
    group.forEachIn(from, std::min<uint64_t>(group.size(), from + kObjectsBetweenChecks), [&](uint64_t i) {
      const ObjectIndex member(static_cast<uint32_t>(i));
      if (!graph.live().test(i)) return;
      const ObjectIndex place = isPlace.test(i) ? member : nearest.above(member);
      if (place.exists()) ++members[place];
    });
    if (!progress.advance(kObjectsBetweenChecks)) return cancelledError();
  }
  // Places dominate each other along the paths on which they lie: there are few of them, one above the other.
  std::unordered_map<ObjectIndex, uint64_t> dominated;
  for (const auto& [member, count] : members) {
    for (ObjectIndex place = member; place.exists(); place = nearest.above(place)) dominated[place] += count;
  }

  const auto isDominatedBy = [&](ObjectIndex object, ObjectIndex place) {
    for (ObjectIndex above = nearest.above(object); above.exists(); above = nearest.above(above)) {
      if (above == place) return true;
    }
    return object == place;
  };
  const auto isHeldByOneReference = [&](ObjectIndex place) {
    // Instances keep their class by no reference that could be cleared.
    if (graph.heap().typeOfClassObject(place).exists()) return false;
    size_t references = static_cast<size_t>(std::ranges::count_if(
        holders.of(place), [](const RootHolder& holder) { return holder.kind == RootHolder::Kind::kRoot; }));
    for (const ObjectIndex referrer : reverse.referrers(place)) {
      if (references >= kSeveral) break;
      if (!isDominatedBy(referrer, place)) ++references;
    }
    return references == 1;
  };
  std::vector<CutPlace> result;
  for (const ObjectIndex place : places) {
    const auto found = dominated.find(place);
    const uint64_t held = found == dominated.end() ? 0 : found->second;
    result.push_back({held, held > 0 && isHeldByOneReference(place)});
  }
  return result;
}

}  // namespace heaptrail
