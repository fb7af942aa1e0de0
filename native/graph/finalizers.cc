#include "graph/finalizers.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/reach.h"

namespace heaptrail {

namespace {

constexpr std::string_view kFinalizer = "java.lang.ref.Finalizer";
constexpr std::string_view kReferent = "referent";

}  // namespace

TypeId finalizerType(const Symbols& symbols) {
  const auto found = std::ranges::find(symbols.types, kFinalizer, &Type::name);
  return found == symbols.types.end() ? TypeId::none() : TypeId(static_cast<uint32_t>(found - symbols.types.begin()));
}

bool isCleaner(std::string_view type) { return type == "jdk.internal.ref.Cleaner" || type == "sun.misc.Cleaner"; }

uint64_t countFinalizers(const LiveGraph& graph) {
  const TypeId type = finalizerType(graph.heap().symbols());
  if (!type.exists()) return 0;
  uint64_t count = 0;
  graph.live().forEach([&](uint64_t i) {
    if (graph.heap().typeOf(ObjectIndex(static_cast<uint32_t>(i))) == type) ++count;
  });
  return count;
}

Result<LiveGraph> withoutFinalizers(const LiveGraph& graph, Progress& progress) {
  const Heap& heap = graph.heap();
  const TypeId type = finalizerType(heap.symbols());
  uint32_t slot = Heap::kNoSlot;
  std::vector<ObjectIndex> listed;  // what has a finalizer
  if (type.exists()) {
    graph.live().forEach([&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      if (heap.typeOf(object) != type) return;
      heap.forEachSlot(object, [&](ObjectIndex target, uint32_t at) {
        if (slot == Heap::kNoSlot && heap.slotName(object, at) == kReferent) slot = at;
        if (at == slot) listed.push_back(target);
      });
    });
  }
  const std::vector<ObjectIndex> heldOtherwise(graph.rootObjects().begin(), graph.rootObjects().end());
  BitSet waiting = graph.live().copy();
  {
    const LiveGraph held = graph.withoutFinalizers(type, slot, BitSet(heap.objectCount()), heldOtherwise);
    Reach reach(held);
    for (const ObjectIndex root : held.rootObjects()) reach.enter(root);
    if (!reach.run(progress)) return cancelledError();
    waiting -= reach.reached();
  }
  // What waits is there by what is listed: by as few of these as lead to all of it.
  std::vector<ObjectIndex> roots = heldOtherwise;
  const LiveGraph result = graph.withoutFinalizers(type, slot, std::move(waiting), heldOtherwise);
  Reach reach(result);
  for (const ObjectIndex object : listed) {
    if (!result.waitsForFinalizer(object) || reach.has(object)) continue;
    roots.push_back(object);
    reach.enter(object);
    if (!reach.run(progress)) return cancelledError();
  }
  std::ranges::sort(roots);
  return result.withRoots(std::move(roots));
}

}  // namespace heaptrail
