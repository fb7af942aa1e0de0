// The places of a growth tree where things pile up.
//
// That is where the number of objects grows though the number of their holders does not: ten lists with a thousand
// elements more, one table with more nodes. Where no numbers explain what a place gained, it grew by itself: longer
// arrays, or many small things together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "growth/growth_tree.h"

namespace heaptrail {

struct Accumulation {
  uint32_t place = 0;    // of the tree: what piles up, or what grew by itself
  int64_t gained = 0;    // bytes that no accumulation further inside explains
  bool inNumber = true;  // there are more objects than their holders' number explains
  bool isMany = true;    // so many that it is a pile, and not a few large things
};

/// Those that gained at least so many bytes, the most first.
std::vector<Accumulation> findAccumulations(const GrowthTree& tree, double minimumGain);

/// Takes off what was there before, and is only held elsewhere now: a table that a local variable held, too, while it
/// was filled. Needs objects that have the same id at both ends. Leaves those that still gained enough. Progress
/// advances by the objects at the accumulations' places; the caller has begun a phase.
Status takeOffMoved(std::vector<Accumulation>& accumulations, const GrowthTree& tree, const ComparedHeaps& heaps,
                    double minimumGain, Progress& progress);

/// How many objects are at the places of these at the end of the window.
uint64_t objectsAt(std::span<const Accumulation> accumulations, const GrowthTree& tree);

}  // namespace heaptrail
