#include "growth/soft_holding.h"

#include <algorithm>

#include "graph/root_paths.h"

namespace heaptrail {

namespace {

constexpr size_t kMaxHeldAsked = 200;
constexpr double kMostOfIt = 0.5;
// From what piled up to what is held softly: a map's entry, its value in an object of its own, the reference, the
// thing.
constexpr size_t kMaxSteps = 3;

class SoftHolding {
 public:
  SoftHolding(const HeapEnd& end, const Containers& containers) : end_(end), containers_(containers) {}

  bool isMostOf(std::span<const ObjectIndex> objects) const {
    const size_t step = std::max<size_t>(1, objects.size() / kMaxHeldAsked);
    double all = 0;
    double softly = 0;
    for (size_t i = 0; i < objects.size(); i += step) {
      all += retained(objects[i]);
      softly += heldSoftly(objects[i], kMaxSteps);
    }
    return softly > 0 && softly >= kMostOfIt * all;
  }

 private:
  double retained(ObjectIndex object) const { return static_cast<double>(end_.dominators->retained(object).bytes); }

  /// Of what would go with it, the bytes that go before memory runs out.
  double heldSoftly(ObjectIndex object, size_t steps) const {
    if (isHeldSoftly(object)) return retained(object);
    if (steps == 0) return 0;
    std::vector<ObjectIndex> own;
    end_.graph->forEachReference(object, [&](ObjectIndex part) {
      if (part != object && containers_.dominates(object, part)) own.push_back(part);
    });
    std::ranges::sort(own);
    const auto twice = std::ranges::unique(own);
    own.erase(twice.begin(), twice.end());
    double bytes = 0;
    for (const ObjectIndex part : own) bytes += heldSoftly(part, steps - 1);
    return bytes;
  }

  /// Whether all that refers to it does so softly, but for what belongs to it.
  bool isHeldSoftly(ObjectIndex object) const {
    if (std::ranges::binary_search(end_.graph->rootObjects(), object)) return false;
    bool isHeld = false;
    for (const ObjectIndex referrer : containers_.someReferrers(object)) {
      if (containers_.dominates(object, referrer)) continue;
      if (slotTo(*end_.graph, SoftReferences::kLeaveOut, referrer, object) != Heap::kNoSlot) return false;
      isHeld = true;
    }
    return isHeld;
  }

  const HeapEnd& end_;
  const Containers& containers_;
};

}  // namespace

void noteWhatIsHeldSoftly(std::vector<GrowingContainers>& growing, const ComparedHeaps& heaps, const GrowthTree& tree,
                          const Containers& containers) {
  const SoftHolding holding(heaps.ends.to, containers);
  for (GrowingContainers& each : growing) {
    if (each.containers.empty() || !each.inNumber()) continue;
    each.heldSoftly = holding.isMostOf(tree[each.accumulations.front().place].at(EndOfWindow::kTo));
  }
}

}  // namespace heaptrail
