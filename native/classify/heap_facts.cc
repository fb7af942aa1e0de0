#include "classify/heap_facts.h"

#include <fmt/format.h>

#include <string_view>

namespace heaptrail {

namespace {

std::unexpected<Error> notKnown(std::string_view what) {
  return usageError(fmt::format("{} cannot be asked for here: only the objects of the heap are known", what));
}

}  // namespace

Result<const LiveGraph*> BareHeap::graph() const { return notKnown("what is live"); }
Result<std::shared_ptr<const Structures>> BareHeap::structures(Progress&) const { return notKnown("data structures"); }
Result<std::shared_ptr<const BitSet>> BareHeap::ownedStructures(Progress&) const { return notKnown("data structures"); }
Result<std::shared_ptr<const ReverseReferences>> BareHeap::reverse(Progress&) const { return notKnown("referrers"); }
Result<std::shared_ptr<const RootHolders>> BareHeap::holders(Progress&) const { return notKnown("roots"); }
Result<std::shared_ptr<const Dominators>> BareHeap::dominators(Progress&) const { return notKnown("dominators"); }
Result<std::shared_ptr<const OwnerFields>> BareHeap::owners(Progress&) const { return notKnown("owners"); }
Result<std::shared_ptr<const Waste>> BareHeap::waste(Progress&) const { return notKnown("waste"); }
Result<std::shared_ptr<const Heap>> BareHeap::heapAt(const std::string&, Progress&) const {
  return notKnown("another point");
}
Result<std::shared_ptr<const Heap>> BareHeap::heapBefore(uint64_t, Progress&) const {
  return notKnown("another point");
}
Result<std::shared_ptr<const ObjectPlaces>> BareHeap::places(Progress&) const { return notKnown("what holds objects"); }
Result<std::shared_ptr<const ObjectPlaces>> BareHeap::ownershipNodes(Progress&) const {
  return notKnown("the nodes of ownership");
}

Result<std::shared_ptr<const StoredValues>> BareHeap::values() const { return nullptr; }

}  // namespace heaptrail
