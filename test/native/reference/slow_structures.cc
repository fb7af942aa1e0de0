#include "reference/slow_structures.h"

#include <vector>

#include "reference/slow_closures.h"

namespace heaptrail::test {

namespace {

bool isHead(const LiveGraph& graph, const dsl::DescribedTypes& types, uint32_t object) {
  return types.isHead(graph.heap().typeOf(ObjectIndex(object)));
}

}  // namespace

std::set<uint32_t> SlowStructure::members() const {
  std::set<uint32_t> all = followed;
  all.insert(leaves.begin(), leaves.end());
  return all;
}

SlowStructure slowStructure(const LiveGraph& graph, const dsl::DescribedTypes& types, ObjectIndex head) {
  const Heap& heap = graph.heap();
  const dsl::Scope scope = types.scopeBelow(heap.typeOf(head));
  SlowStructure structure;
  structure.followed.insert(head.value());
  // Again and again, until a round finds nothing new.
  for (bool grew = true; grew;) {
    grew = false;
    for (const uint32_t part : std::set(structure.followed)) {
      for (const ObjectIndex target : heap.references(ObjectIndex(part))) {
        if (target == head || !graph.live().test(target.value())) continue;
        const dsl::Step step = types.step(heap.typeOf(ObjectIndex(part)), heap.typeOf(target), scope);
        if (step == dsl::Step::kInner) grew = structure.followed.insert(target.value()).second || grew;
        if (step == dsl::Step::kLeaf) grew = structure.leaves.insert(target.value()).second || grew;
        if (step == dsl::Step::kContained) {
          grew = structure.contained.insert(target.value()).second || grew;
          structure.leaves.insert(target.value());
        }
      }
    }
  }
  for (const uint32_t part : structure.followed) structure.leaves.erase(part);
  return structure;
}

std::set<uint32_t> slowDeepStructure(const LiveGraph& graph, const dsl::DescribedTypes& types, ObjectIndex head) {
  std::set<uint32_t> members;
  std::set<uint32_t> done;
  std::vector<uint32_t> work = {head.value()};
  while (!work.empty()) {
    const uint32_t next = work.back();
    work.pop_back();
    if (!done.insert(next).second) continue;
    const SlowStructure structure = slowStructure(graph, types, ObjectIndex(next));
    members.merge(structure.members());
    work.insert(work.end(), structure.contained.begin(), structure.contained.end());
  }
  return members;
}

bool slowIsOwned(const LiveGraph& graph, const dsl::DescribedTypes& types, ObjectIndex head) {
  const SlowGraph slow(graph.heap(), graph.weak());
  for (uint32_t other = 0; other < graph.heap().objectCount(); ++other) {
    if (other == head.value() || !graph.live().test(other) || !isHead(graph, types, other)) continue;
    if (!slow.retained({other}).contains(head.value())) continue;
    std::set<uint32_t> inside;
    std::vector<uint32_t> work = {other};
    while (!work.empty()) {
      const uint32_t next = work.back();
      work.pop_back();
      for (const uint32_t contained : slowStructure(graph, types, ObjectIndex(next)).contained) {
        if (inside.insert(contained).second) work.push_back(contained);
      }
    }
    if (inside.contains(head.value())) return true;
  }
  return false;
}

}  // namespace heaptrail::test
