// What suspects took in, by type: their leaves, and what piled up at their places of the growth tree.
#pragma once

#include <string_view>
#include <vector>

#include "answer/shared/growth_row.h"
#include "growth/leaf_groups.h"
#include "growth/suspects.h"
#include "session/growth_analysis.h"

namespace heaptrail {

class TakenInBySuspects {
 public:
  /// It outlives this.
  explicit TakenInBySuspects(const GrowthAnalysis& analysis) : analysis_(analysis) {}

  /// Most first. Nodes that are the program's own are elements as well: of a list that she linked herself, the nodes
  /// are what piles up.
  std::vector<TakenIn> of(const Suspect& suspect, const Leaves& leaves) const;

  /// Of types that no structure's leaves are, by what piled up.
  void countRemoved(const Suspect& suspect, std::vector<TakenIn>& taken) const;

 private:
  std::vector<TakenIn> bySuperclass(const std::vector<TakenIn>& types) const;
  const GrowthPlaces& places() const { return analysis_.places(); }
  const Heap& heap() const { return analysis_.to().heap(); }

  const GrowthAnalysis& analysis_;
};

}  // namespace heaptrail
