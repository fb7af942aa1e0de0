// Structures that are alive at the end of a window, described and measured for an answer.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "answer/shared/container_names.h"
#include "answer/shared/growth_row.h"
#include "answer/shared/growth_words.h"
#include "session/growth_analysis.h"

namespace heaptrail {

class GrownRows {
 public:
  GrownRows(const GrowthAnalysis& analysis, double threshold);

  double threshold() const { return threshold_; }
  /// What a size must gain to be high, in bytes.
  double minimumGain() const { return gain().high(threshold_); }
  int64_t heapGrowth() const { return heapGrowthOf(analysis_.ends()); }
  HeapGain gain() const { return gainIn(analysis_.ends()); }

  /// With exact sizes at both ends, deep ones too, and named as suspects are. Takes the share of the progress.
  Result<std::vector<GrowthRow>> measure(std::span<const StructureIndex> structures, Progress& progress, double share);

  /// Which leaves tell how a structure grew: its own, or where it grew only by what it contains, also theirs.
  Descent tellingDescent(const StructureGrowth& growth) const;

  /// The question about the leaves of one structure.
  LeafQuestion leavesOf(StructureIndex structure, Descent descent, LeafDepths depths) const;
  /// About those that tell how it grew: where what it holds grew, with what they lead to.
  LeafQuestion tellingLeaves(StructureIndex structure, const GrowthRow& row) const;

  /// Takes the share of the progress.
  Result<std::vector<Leaves>> leaves(std::span<const LeafQuestion> questions, Progress& progress, double share);

  /// From the nearest root, at the end of the window. Takes the whole of the progress.
  Result<std::optional<PathAnswer>> pathTo(ObjectIndex head, Progress& progress) const;

  /// Named by what holds it, without deep sizes.
  GrowthRow describe(StructureIndex structure) const;

 private:
  /// Without a name.
  GrowthRow rowOf(StructureIndex structure) const;
  /// `untold`: places of rows that are named by what holds them, which does not tell.
  Status nameByContents(std::span<const size_t> untold, std::span<const StructureIndex> structures,
                        std::vector<GrowthRow>& rows, Progress& progress, double share);
  Status measureDeep(std::span<const StructureIndex> structures, std::vector<GrowthRow>& rows, Progress& progress,
                     double share) const;
  Status walkInexact(StructureIndex structure, GrowthRow& row, const Progress& progress) const;

  const GrowthAnalysis& analysis_;
  double threshold_;
  CommonNames commonNames_;
  ContainerNames names_;
};

}  // namespace heaptrail
