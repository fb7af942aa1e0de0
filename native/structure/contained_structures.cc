#include "structure/contained_structures.h"

#include <vector>

namespace heaptrail {

BitSet containedStructures(const Structures& structures, std::span<const StructureIndex> outer) {
  BitSet contained(structures.count());
  std::vector<StructureIndex> open(outer.begin(), outer.end());
  while (!open.empty()) {
    const StructureIndex next = open.back();
    open.pop_back();
    for (const StructureIndex part : structures.contained(next)) {
      if (contained.insert(part.value())) open.push_back(part);
    }
  }
  return contained;
}

}  // namespace heaptrail
