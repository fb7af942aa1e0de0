#include "growth/replaced_structures.h"

#include <optional>
#include <unordered_map>

namespace heaptrail {

namespace {

// Where there are more, they are elements and nodes.
constexpr uint64_t kMaxAtPlace = 1 << 14;

bool isAsked(const GrowthPlace& place) {
  return !place.isClass && place.parent != GrowthPlace::kNone && place.count(EndOfWindow::kFrom) > 0 &&
         place.count(EndOfWindow::kFrom) <= kMaxAtPlace && place.count(EndOfWindow::kTo) <= kMaxAtPlace;
}

class ReplacedFinder {
 public:
  ReplacedFinder(const ComparedHeaps& heaps, const WindowEnds& ends, TrackedStructures& tracked)
      : heaps_(heaps), ends_(ends), tracked_(tracked) {}

  /// Those above this place were looked at before.
  void lookAt(const GrowthPlace& place) {
    const ByHolder gone = objectsWithoutTwin(place, EndOfWindow::kFrom);
    if (gone.empty()) return;
    for (const auto& [holder, fresh] : objectsWithoutTwin(place, EndOfWindow::kTo)) {
      const auto old = gone.find(holder);
      if (!fresh || old == gone.end() || !old->second) continue;
      replaced_.emplace(*fresh, *old->second);
      const auto before = ends_.from.structures->of(*old->second);
      const auto after = ends_.to.structures->of(*fresh);
      if (before && after && tracked_.originOf(*after) == Origin::kBorn) tracked_.join(*after, *before);
    }
  }

 private:
  /// By the holder at the beginning; none of several.
  using ByHolder = std::unordered_map<ObjectIndex, std::optional<ObjectIndex>>;

  ByHolder objectsWithoutTwin(const GrowthPlace& place, EndOfWindow end) const {
    const bool isFrom = end == EndOfWindow::kFrom;
    const EndOfWindow other = isFrom ? EndOfWindow::kTo : EndOfWindow::kFrom;
    ByHolder found;
    for (const ObjectIndex object : place.at(end)) {
      if (twinAt(other, heaps_.ends[end].heap().idOf(object))) continue;
      const ObjectIndex holder = heaps_.ends[end].dominators->immediateDominator(object);
      const std::optional<ObjectIndex> known = isFrom ? holder : atBeginning(holder);
      if (!known) continue;
      const auto [one, isOnly] = found.try_emplace(*known, object);
      if (!isOnly) one->second.reset();
    }
    return found;
  }

  std::optional<ObjectIndex> twinAt(EndOfWindow end, ObjectId id) const {
    const LiveGraph& graph = *heaps_.ends[end].graph;
    const auto object = graph.heap().find(id);
    return object && graph.live().test(object->value()) ? object : std::nullopt;
  }

  /// What an object at the end was at the beginning; none too, if roots hold it.
  std::optional<ObjectIndex> atBeginning(ObjectIndex object) const {
    if (!object.exists()) return object;
    if (const auto twin = twinAt(EndOfWindow::kFrom, heaps_.ends.to.heap().idOf(object))) return twin;
    const auto known = replaced_.find(object);
    return known == replaced_.end() ? std::nullopt : std::optional(known->second);
  }

  const ComparedHeaps& heaps_;
  const WindowEnds& ends_;
  TrackedStructures& tracked_;
  std::unordered_map<ObjectIndex, ObjectIndex> replaced_;  // by the new one
};

}  // namespace

uint64_t objectsAskedForReplaced(const GrowthTree& tree) {
  uint64_t objects = 0;
  for (const GrowthPlace& place : tree.places()) {
    if (isAsked(place)) objects += place.count(EndOfWindow::kFrom) + place.count(EndOfWindow::kTo);
  }
  return objects;
}

Status joinReplaced(const ComparedHeaps& heaps, const GrowthTree& tree, const WindowEnds& ends,
                    TrackedStructures& tracked, Progress& progress) {
  ReplacedFinder finder(heaps, ends, tracked);
  for (const GrowthPlace& place : tree.places()) {
    if (!isAsked(place)) continue;
    finder.lookAt(place);
    if (!progress.advance(place.count(EndOfWindow::kFrom) + place.count(EndOfWindow::kTo))) return cancelledError();
  }
  return {};
}

}  // namespace heaptrail
