#include "structure/structure_leaves.h"

#include <vector>

#include "structure/walks.h"

namespace heaptrail {

namespace {

constexpr size_t kHeadsPerBlock = 256;

}  // namespace

Result<BitSet> leavesOf(const LiveGraph& graph, const Structures& structures, const BitSet& heads, Descent descent,
                        Threads threads, Progress& progress) {
  std::vector<ObjectIndex> chosen;
  for (uint32_t i = 0; i < structures.count(); ++i) {
    const ObjectIndex head = structures.head(StructureIndex(i));
    if (heads.test(head.value())) chosen.push_back(head);
  }
  progress.begin("Finding leaves", 0, 1, chosen.size());
  BitSet leaves(graph.heap().objectCount());
  Walks walks(graph, structures.types());
  forEachBlock(threads, Blocks{chosen.size(), kHeadsPerBlock}, [&](const Block& block) {
    const auto walk = walks.borrow();
    for (uint64_t i = block.from; i < block.to; ++i) {
      if (walk->run(chosen[i], descent, StructureWalk::kNoLimit, progress) == StructureWalk::End::kCancelled) return;
      for (const ObjectIndex member : walk->members()) {
        if (walk->isLeaf(member)) leaves.claim(member.value());
      }
      if (!progress.advance(1)) return;
    }
  });
  if (progress.cancelled()) return cancelledError();
  return leaves;
}

}  // namespace heaptrail
