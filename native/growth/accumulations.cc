#include "growth/accumulations.h"

#include <algorithm>
#include <optional>

#include "base/try.h"
#include "graph/closures.h"

namespace heaptrail {

namespace {

// So many objects more than expected are a pile. However many there were before: a large table leaks slowly, too.
constexpr double kMinimumMore = 20;
// Of what a place gained, this much must be explained by what an explanation names.
constexpr double kMajority = 0.5;

class AccumulationSearch {
 public:
  AccumulationSearch(const GrowthTree& tree, double minimumGain) : tree_(tree), minimumGain_(minimumGain) {}

  std::vector<Accumulation> run() {
    look(GrowthTree::kWholeHeap);
    std::ranges::stable_sort(found_, std::ranges::greater{}, &Accumulation::gained);
    return std::move(found_);
  }

 private:
  /// Bytes that accumulations below a place explain.
  double look(uint32_t above) {
    double explained = 0;
    for (const uint32_t place : tree_.children(above)) {
      const auto gained = static_cast<double>(tree_[place].retained.bytes());
      // What grew little, or shrank, may hold what grew.
      explained += gained >= minimumGain_ ? explain(place, gained) : look(place);
    }
    return explained;
  }

  double explain(uint32_t place, double gained) {
    const ByNumber byNumber = explainedByNumber(place);
    if (byNumber.isMany && byNumber.share >= kMajority) {
      found_.push_back({place, tree_[place].retained.bytes()});
      return gained;
    }
    const size_t before = found_.size();
    const double inside = look(place);
    // What piles up further inside explains all of it that belongs to this place, too.
    const double behind = inside > 0 ? static_cast<double>(tree_[place].gainedBehindOne) : 0;
    if (inside + behind >= kMajority * gained) return inside + behind;
    // Nothing further inside says more: there are more of them, or they grew.
    const bool inNumber = byNumber.isMany || byNumber.share >= kMajority;
    if (inNumber) found_.resize(before);
    const double rest = inNumber ? gained : gained - inside;
    found_.push_back({place, static_cast<int64_t>(rest), inNumber, byNumber.isMany});
    return gained;
  }

  struct ByNumber {
    double share = 0;  // of what the place gained
    bool isMany = false;
  };

  /// How much of what a place gained is there because there are more of its objects than the number of their holders
  /// lets expect.
  ByNumber explainedByNumber(uint32_t number) const {
    const GrowthPlace& place = tree_[number];
    const GrowthPlace& holder = tree_[place.parent];
    // Where nothing was before, every program's threads would be a pile, whatever they hold.
    if (place.isInfrastructure && tree_[GrowthTree::kWholeHeap].retained.from.objects == 0) return {};
    const double from = countHere(place, EndOfWindow::kFrom);
    const double to = countHere(place, EndOfWindow::kTo);
    const auto holdersFrom = static_cast<double>(holder.count(EndOfWindow::kFrom));
    const auto holdersTo = static_cast<double>(holder.count(EndOfWindow::kTo));
    const double expected = holdersFrom > 0 ? from * (holdersTo / holdersFrom) : from;
    const double more = to - expected;
    if (more <= 0) return {};
    const double average = static_cast<double>(place.retained.to.bytes) / to;
    const double share = std::min(1.0, more * average / static_cast<double>(place.retained.bytes()));
    // Holders that are new have as many as they have: these are a pile where each holds many.
    return {share, more >= kMinimumMore * std::max(1.0, holdersTo - holdersFrom)};
  }

  /// Without those that pile up further inside.
  static double countHere(const GrowthPlace& place, EndOfWindow end) {
    return static_cast<double>(place.count(end) - place.metBehindOne[indexOf(end)]);
  }

  const GrowthTree& tree_;
  double minimumGain_;
  std::vector<Accumulation> found_;
};

/// What objects of a place retained at the beginning, where they were in other places.
Result<uint64_t> bytesBefore(const GrowthPlace& place, const ComparedHeaps& heaps, Progress& progress) {
  const Heap& before = heaps.ends.from.heap();
  BitSet moved(before.objectCount());
  uint64_t sinceCheck = 0;
  for (const ObjectIndex object : place.at(EndOfWindow::kTo)) {
    if (++sinceCheck == kObjectsBetweenChecks) {
      sinceCheck = 0;
      if (!progress.advance(kObjectsBetweenChecks)) return cancelledError();
    }
    const std::optional<ObjectIndex> same = before.find(heaps.ends.to.heap().idOf(object));
    if (same && heaps.ends.from.graph->live().test(same->value())) moved.set(same->value());
  }
  for (const ObjectIndex object : place.at(EndOfWindow::kFrom)) moved.clear(object.value());
  return sizeOf(before, heaps.ends.from.dominators->dominatedBy(moved), Threads(1)).bytes;
}

}  // namespace

Status takeOffMoved(std::vector<Accumulation>& accumulations, const GrowthTree& tree, const ComparedHeaps& heaps,
                    double minimumGain, Progress& progress) {
  for (Accumulation& accumulation : accumulations) {
    const uint64_t before = TRY(bytesBefore(tree[accumulation.place], heaps, progress));
    accumulation.gained -= static_cast<int64_t>(before);
  }
  std::erase_if(accumulations, [&](const Accumulation& accumulation) {
    return static_cast<double>(accumulation.gained) < minimumGain;
  });
  std::ranges::stable_sort(accumulations, std::ranges::greater{}, &Accumulation::gained);
  return {};
}

uint64_t objectsAt(std::span<const Accumulation> accumulations, const GrowthTree& tree) {
  uint64_t objects = 0;
  for (const Accumulation& accumulation : accumulations) objects += tree[accumulation.place].count(EndOfWindow::kTo);
  return objects;
}

std::vector<Accumulation> findAccumulations(const GrowthTree& tree, double minimumGain) {
  return AccumulationSearch(tree, minimumGain).run();
}

}  // namespace heaptrail
