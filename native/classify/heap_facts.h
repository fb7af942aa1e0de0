// What properties of objects may ask for beside the heap itself: what is live, data structures, what roots hold, the
// heap at other points. Whoever has a trace open gives it; each thing is made when it is first asked for, which may
// take long, and stays.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "classify/object_places.h"
#include "graph/dominators.h"
#include "graph/live_graph.h"
#include "graph/reverse_references.h"
#include "graph/root_holders.h"
#include "model/values.h"
#include "structure/structures.h"
#include "waste/owner_fields.h"
#include "waste/waste.h"

namespace heaptrail {

class HeapFacts {
 public:
  HeapFacts() = default;
  virtual ~HeapFacts() = default;
  HeapFacts(const HeapFacts&) = delete;
  HeapFacts& operator=(const HeapFacts&) = delete;

  virtual const Heap& heap() const = 0;
  virtual Threads threads() const = 0;

  // The results stay as long as this. Those that take a progress take the whole of its scale.

  virtual Result<const LiveGraph*> graph() const = 0;
  virtual Result<std::shared_ptr<const Structures>> structures(Progress& progress) const = 0;
  /// A bit per structure: whether another one contains it and alone keeps it.
  virtual Result<std::shared_ptr<const BitSet>> ownedStructures(Progress& progress) const = 0;
  virtual Result<std::shared_ptr<const ReverseReferences>> reverse(Progress& progress) const = 0;
  virtual Result<std::shared_ptr<const RootHolders>> holders(Progress& progress) const = 0;
  virtual Result<std::shared_ptr<const Dominators>> dominators(Progress& progress) const = 0;
  virtual Result<std::shared_ptr<const OwnerFields>> owners(Progress& progress) const = 0;
  virtual Result<std::shared_ptr<const Waste>> waste(Progress& progress) const = 0;
  /// The heap at another point, as users name it. An error where objects cannot be told again there.
  virtual Result<std::shared_ptr<const Heap>> heapAt(const std::string& point, Progress& progress) const = 0;
  /// What fields hold. Null where the trace holds no values; an error where they cannot be read.
  virtual Result<std::shared_ptr<const StoredValues>> values() const = 0;
  /// The heap so many points before this one; null where the trace had not begun.
  virtual Result<std::shared_ptr<const Heap>> heapBefore(uint64_t points, Progress& progress) const = 0;
  /// What the places are called at which objects are held.
  virtual Result<std::shared_ptr<const ObjectPlaces>> places(Progress& progress) const = 0;
  /// What the nodes are called by which ownership is told.
  virtual Result<std::shared_ptr<const ObjectPlaces>> ownershipNodes(Progress& progress) const = 0;
};

/// A heap of which nothing else is known: to ask for more is an error.
class BareHeap : public HeapFacts {
 public:
  /// `heap` outlives this.
  explicit BareHeap(const Heap& heap, Threads threads = Threads(1)) : heap_(heap), threads_(threads) {}

  const Heap& heap() const override { return heap_; }
  Threads threads() const override { return threads_; }
  Result<const LiveGraph*> graph() const override;
  Result<std::shared_ptr<const Structures>> structures(Progress& progress) const override;
  Result<std::shared_ptr<const BitSet>> ownedStructures(Progress& progress) const override;
  Result<std::shared_ptr<const ReverseReferences>> reverse(Progress& progress) const override;
  Result<std::shared_ptr<const RootHolders>> holders(Progress& progress) const override;
  Result<std::shared_ptr<const Dominators>> dominators(Progress& progress) const override;
  Result<std::shared_ptr<const OwnerFields>> owners(Progress& progress) const override;
  Result<std::shared_ptr<const Waste>> waste(Progress& progress) const override;
  Result<std::shared_ptr<const Heap>> heapAt(const std::string& point, Progress& progress) const override;
  Result<std::shared_ptr<const StoredValues>> values() const override;
  Result<std::shared_ptr<const Heap>> heapBefore(uint64_t points, Progress& progress) const override;
  Result<std::shared_ptr<const ObjectPlaces>> places(Progress& progress) const override;
  Result<std::shared_ptr<const ObjectPlaces>> ownershipNodes(Progress& progress) const override;

 private:
  const Heap& heap_;
  Threads threads_;
};

}  // namespace heaptrail
