// Which part of a node each of its owners has, from counts alone: objects of the node, and references to it from each
// owner, at many points.
//
// The share of an owner is the part of the node's objects that it owned on average. Where references of an owner come
// and go, objects come and go with them as far as they are its own:
//
//   objects(t) / mean objects  ≈  Σ share × references(t) / mean references,   shares ≥ 0, Σ shares = 1
//
// Least squares over the points, with a little weight on the proportional split (each reference owns as much as any
// other): that alone decides where the points do not, because they are few, or all owners' references change alike. The
// largest kMaxFitted owners have a share of their own, the others divide one in proportion. An active-set method: it
// ends after finitely many steps, with the one solution that there is.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ownership/ownership_graph.h"

namespace heaptrail {

inline constexpr size_t kMaxFitted = 24;

/// What was counted of a node at the points: objects, and references by owner.
struct CountedNode {
  std::vector<double> objects;                  // by point
  std::vector<std::vector<double>> references;  // by owner, by point
};

/// By owner; they add up to 1. Owners without any references have none.
std::vector<double> fitShares(const CountedNode& node);

/// Weights for OwnershipGraph::build of `point`, from the counts at all points; `point` is one of them.
std::vector<uint64_t> weightsByCounts(const PointOwnership& point,
                                      std::span<const std::shared_ptr<const PointOwnership>> points);

}  // namespace heaptrail
