#include "structure/structure_leaves.h"

#include <algorithm>
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
  const uint64_t blocks = (chosen.size() + kHeadsPerBlock - 1) / kHeadsPerBlock;
  forEachBlock(threads, blocks, [&](uint64_t block) {
    const auto walk = walks.borrow();
    const size_t to = std::min(chosen.size(), (block + 1) * kHeadsPerBlock);
    for (size_t i = block * kHeadsPerBlock; i < to; ++i) {
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
