#include "session/nothing_before.h"

#include <memory>
#include <utility>

#include "base/try.h"

namespace heaptrail {

namespace {

HeapParts partsOfEmptyHeap(const HeapParts& like) {
  const size_t types = like.symbols->types.size();
  HeapParts parts;
  parts.symbols = like.symbols;
  uint64_t duplicates = 0;
  parts.ids = ObjectIds::Builder().build(duplicates);
  parts.types = NarrowColumn(0, types);
  parts.extents = SparseColumn(RankedBits(BitSet(0)));
  parts.references = ReferenceColumns(Array<uint32_t>(1));
  parts.classObjects.assign(types, ObjectIndex::none());
  parts.classSlots.resize(types);
  parts.weakSlots.resize(types);
  parts.objectAlignment = like.objectAlignment;
  return parts;
}

}  // namespace

Result<GrowthAnalysis::Start> nothingBefore(const StructureAnalysis& end, Progress& progress) {
  const HeapAnalysis& known = end.analysis();
  auto heap = std::make_shared<const Heap>(partsOfEmptyHeap(known.heap().parts()));
  Liveness liveness = TRY(findLive(*heap, known.graph().weak(), progress));
  auto analysis =
      std::make_shared<const HeapAnalysis>(std::move(heap), known.graph().weak(), std::move(liveness), known.threads());
  return GrowthAnalysis::Start{std::make_shared<const StructureAnalysis>(std::move(analysis), end.types().sharedTypes(),
                                                                         end.types().sharedDescriptions()),
                               Size{}};
}

}  // namespace heaptrail
