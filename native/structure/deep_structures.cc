#include "structure/deep_structures.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "structure/containment_components.h"
#include "structure/walks.h"

namespace heaptrail {

class DeepStructures::Computation {
 public:
  Computation(const LiveGraph& graph, const Structures& structures, Threads threads, Progress& progress,
              std::optional<uint64_t> mostVisits)
      : structures_(structures),
        threads_(threads),
        progress_(progress),
        live_(graph.live().count()),
        mostVisits_(mostVisits.value_or(std::max(Structures::kAlwaysAllowed, Structures::kMostShares * live_))),
        components_(structures),
        walks_(graph, structures.types()),
        bounds_(components_.count()) {}

  Result<DeepStructures> run() {
    result_.structures_ = &structures_;
    boundAll();
    const std::vector<uint32_t> toWalk = withinBudget();
    result_.objects_ = Array<uint32_t>(result_.containing_.count());
    result_.exact_ = BitSet(result_.containing_.count());
    Array<uint64_t> bytes(result_.containing_.count());
    const auto set = [&](uint32_t component, Size size) {
      for (const StructureIndex member : components_.members(component)) {
        if (!result_.containing_.test(member.value())) continue;
        const uint64_t place = result_.containing_.rank(member.value());
        result_.objects_[place] = static_cast<uint32_t>(size.objects);
        bytes[place] = size.bytes;
      }
    };
    for (uint32_t component = 0; component < components_.count(); ++component) set(component, bounds_[component].size);
    progress_.begin("Measuring structures with what they contain", 0, 1, toWalk.size());
    constexpr uint64_t kPerBlock = 64;
    forEachBlock(threads_, Blocks{toWalk.size(), kPerBlock}, [&](const Block& block) {
      if (progress_.cancelled()) return;
      const auto walk = walks_.borrow();
      for (uint64_t i = block.from; i < block.to; ++i) {
        const StructureIndex structure = components_.members(toWalk[i]).front();
        const StructureWalk::End ended =
            walk->run(structures_.head(structure), Descent::kContainedToo, StructureWalk::kNoLimit, progress_);
        if (ended == StructureWalk::End::kCancelled) return;
        set(toWalk[i], walk->size());
      }
      progress_.advance(block.size());
    });
    if (progress_.cancelled()) return cancelledError();
    for (const uint32_t component : toWalk) {
      for (const StructureIndex member : components_.members(component)) {
        result_.exact_.set(result_.containing_.rank(member.value()));
      }
    }
    result_.bytes_ = MostlySmallNumbers(bytes.span());
    return std::move(result_);
  }

 private:
  struct Bound {
    Size size;
    bool known = true;  // false where some part has no known size
  };

  /// What a component and all that it contains come to if they share nothing.
  void boundAll() {
    BitSet containing(structures_.count());
    for (uint32_t component = 0; component < components_.count(); ++component) {
      Bound& bound = bounds_[component];
      for (const StructureIndex member : components_.members(component)) {
        bound.size += structures_.size(member);
        bound.known = bound.known && !structures_.isTooWide(member);
        if (structures_.isTooWide(member) || !structures_.contained(member).empty()) containing.set(member.value());
        for (const StructureIndex inside : structures_.contained(member)) {
          const uint32_t other = components_.of(inside);
          if (other == component) continue;
          bound.size += bounds_[other].size;
          bound.known = bound.known && bounds_[other].known;
          // No closure has more than the heap; and sums must not run over.
          bound.size.objects = std::min(bound.size.objects, live_);
          bound.size.bytes = std::min(bound.size.bytes, kMostBytes);
        }
      }
    }
    result_.containing_ = RankedBits(std::move(containing));
  }

  /// The components to walk: the small ones first, as many as the budget has room for. In the order of the heap, so
  /// that what is walked one after the other lies together.
  std::vector<uint32_t> withinBudget() const {
    std::vector<uint32_t> walked;
    for (uint32_t component = 0; component < components_.count(); ++component) {
      const bool needed = result_.containing_.test(components_.members(component).front().value());
      if (needed && bounds_[component].known) walked.push_back(component);
    }
    std::ranges::stable_sort(walked, {}, [&](uint32_t component) { return bounds_[component].size.objects; });
    uint64_t visits = 0;
    const auto beyond = std::ranges::find_if(walked, [&](uint32_t component) {
      visits += bounds_[component].size.objects;
      return visits > mostVisits_;
    });
    walked.erase(beyond, walked.end());
    std::ranges::sort(walked, {}, [&](uint32_t component) { return components_.members(component).front(); });
    return walked;
  }

  static constexpr uint64_t kMostBytes = uint64_t{1} << 56;

  const Structures& structures_;
  Threads threads_;
  Progress& progress_;
  uint64_t live_;
  uint64_t mostVisits_;
  ContainmentComponents components_;
  Walks walks_;
  std::vector<Bound> bounds_;  // by component
  DeepStructures result_;
};

Result<DeepStructures> DeepStructures::compute(const LiveGraph& graph, const Structures& structures, Threads threads,
                                               Progress& progress, std::optional<uint64_t> mostVisits) {
  return Computation(graph, structures, threads, progress, mostVisits).run();
}

Size DeepStructures::size(StructureIndex structure) const {
  if (!containing_.test(structure.value())) return structures_->size(structure);
  const uint64_t place = containing_.rank(structure.value());
  return {objects_[place], bytes_[place]};
}

bool DeepStructures::isExact(StructureIndex structure) const {
  return !containing_.test(structure.value()) || exact_.test(containing_.rank(structure.value()));
}

}  // namespace heaptrail
