#include "structure/unclaimed_parts.h"

#include "base/bit_set.h"
#include "structure/walks.h"

namespace heaptrail {

namespace {

constexpr uint64_t kStructuresPerBlock = 1 << 10;

bool isPart(const dsl::DescribedTypes& types, TypeId type) {
  const dsl::DescriptionEntry* entry = types.descriptionOf(type);
  return entry != nullptr && !entry->isHead() && types.leadsOn(type);
}

/// Whether objects of this type are nothing but parts of structures.
bool counts(const dsl::DescribedTypes& types, TypeId type) {
  if (types.types().symbols()[type].shape == TypeShape::kInstance) return isPart(types, type);
  const TypeId element = types.types().elementOf(type);
  return element.exists() && isPart(types, element);
}

}  // namespace

Result<UnclaimedParts> findUnclaimedParts(const LiveGraph& graph, const Structures& structures, Threads threads,
                                          Progress& progress) {
  const Heap& heap = graph.heap();
  BitSet claimed(heap.objectCount());
  Walks walks(graph, structures.types());
  progress.begin("Looking for parts that no structure claims", 0, 1, structures.count());
  forEachBlock(threads, Blocks{structures.count(), kStructuresPerBlock}, [&](const Block& block) {
    if (progress.cancelled()) return;
    const auto walk = walks.borrow();
    for (uint64_t i = block.from; i < block.to; ++i) {
      const StructureIndex structure(static_cast<uint32_t>(i));
      if (structures.isTooWide(structure)) continue;
      walk->run(structures.head(structure), Descent::kOwnParts, StructureWalk::kNoLimit, progress);
      for (const ObjectIndex member : walk->members()) claimed.claim(member.value());
    }
    progress.advance(block.size());
  });
  if (progress.cancelled()) return cancelledError();
  const auto types = static_cast<uint32_t>(heap.symbols().types.size());
  UnclaimedParts parts{std::vector<uint64_t>(types), std::vector<uint64_t>(types)};
  std::vector<bool> counted;
  for (uint32_t type = 0; type < types; ++type) counted.push_back(counts(structures.types(), TypeId(type)));
  graph.live().forEach([&](uint64_t object) {
    const uint32_t type = heap.typeOf(ObjectIndex(static_cast<uint32_t>(object))).value();
    if (!counted[type]) return;
    ++parts.objects[type];
    if (!claimed.test(object)) ++parts.unclaimed[type];
  });
  return parts;
}

}  // namespace heaptrail
