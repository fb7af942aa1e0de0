// Single structures that retain much of a heap's growth, and of those that hold each other the one to blame.
#pragma once

#include <vector>

#include "base/error.h"
#include "growth/suspects.h"

namespace heaptrail {

/// How a structure takes part in growth.
struct Candidate {
  StructureIndex structure;
  StructureGrowth growth;
  double taken = 0;  // bytes it took in itself; with what it contains, where the user described it

  double retained() const { return static_cast<double>(growth.retained.bytes()); }
  double composed() const { return static_cast<double>(growth.deepStructure.bytes()); }
};

/// All structures of which some size that is known gained enough. Progress advances by structures; the caller has begun
/// a phase.
Result<std::vector<Candidate>> findCandidates(const Scene& scene, Progress& progress);

/// Those of the candidates that retain enough and are to blame.
std::vector<Candidate> chooseCulprits(const Scene& scene, const std::vector<Candidate>& candidates);

}  // namespace heaptrail
