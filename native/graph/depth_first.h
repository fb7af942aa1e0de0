// The inner objects of a live graph, numbered in the order in which a depth-first walk from the roots meets them. The
// roots hang below one virtual object, number 1, so that there is a single start.
//
// Numbers follow references closely (an object's first child is the next number), an ancestor's number is below its
// descendants', and subtrees are intervals: what dominators and sweeps over the references are built on. Leaves have
// no number: nothing is behind them. No recursion; 12 bytes per inner object.
#pragma once

#include "base/array.h"
#include "base/error.h"
#include "base/growing_array.h"
#include "base/progress.h"
#include "graph/live_graph.h"

namespace heaptrail {

struct DepthFirstTree {
  static constexpr uint32_t kNothing = 0;      // the number of leaves and dead objects
  static constexpr uint32_t kVirtualRoot = 1;  // what holds the roots
  static constexpr uint32_t kFirst = 2;

  Array<uint32_t> numbers;     // by object
  Array<ObjectIndex> objects;  // by number, from kFirst
  Array<uint32_t> parents;     // by number: from where the walk came first
  uint32_t end = kFirst;       // one more than the last number

  ObjectIndex objectOf(uint32_t number) const { return objects[number]; }
};

/// What a walk learns beside the tree of references that lead to what was met before: all that finding dominators has
/// to know of the heap. (To look at every reference twice more costs more than the walk itself.)
struct ReferencesBeside {
  /// By number: the least number that refers to it from above; where nothing else does, its parent.
  Array<uint32_t> leastAbove;
  /// By number: how many of its references lead to lower numbers, those of roots and its own left out.
  Array<uint32_t> backwardCounts;
  /// The objects they lead to, one source after the other.
  GrowingArray<uint32_t> backwardTargets;
};

/// Progress advances by inner objects; the caller has begun a phase. With `kOnlyReferred`, live objects that only their
/// instances keep are not reached from the roots: the walk starts from them, too, once all others have their numbers.
Result<DepthFirstTree> walkDepthFirst(const LiveGraph& graph, ClassObjects classObjects, Progress& progress);
/// The same, which fills `beside`; class objects are kept by their instances.
Result<DepthFirstTree> walkDepthFirst(const LiveGraph& graph, ReferencesBeside& beside, Progress& progress);

/// Of what these objects lead to, and no others: references only, and the objects take the place of the roots.
Result<DepthFirstTree> walkDepthFirst(const LiveGraph& graph, const BitSet& starts, Progress& progress);

/// The inner objects so that each comes before all it leads to, except where references form cycles: what sweeps over
/// the graph need to be done after few rounds. Takes no look at the graph. Asks `progress` whether it is cancelled, and
/// lets it tell that work goes on, but does not advance it.
Result<Array<ObjectIndex>> reversePostorder(const DepthFirstTree& tree, Progress& progress);
/// The same as numbers.
Result<Array<uint32_t>> numbersInReversePostorder(const DepthFirstTree& tree, Progress& progress);

}  // namespace heaptrail
