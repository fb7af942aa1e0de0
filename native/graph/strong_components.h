// The strongly connected components of a graph that is told by its arcs: nodes that all lead to each other are one.
// Tarjan's algorithm with a stack of its own, since graphs may be as deep as a list is long: one pass over the arcs, 16
// bytes per node.
//
// Of the objects of a heap themselves graph/components.h finds them, from the depth-first tree that is there already.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/array.h"

namespace heaptrail {

/// Calls `visit(members)` once for each component, after all components that it leads to; members ascend.
/// `arcsOf(node)` is how many arcs leave a node, `target(node, arc)` where one of them leads.
template <typename ArcsOf, typename Target, typename Visit>
void forEachStrongComponent(uint32_t nodes, ArcsOf&& arcsOf, Target&& target, Visit&& visit) {
  struct Step {
    uint32_t node;
    uint32_t number;
    uint64_t nextArc;
  };
  constexpr uint32_t kUnseen = 0;
  constexpr uint32_t kDone = ~uint32_t{0};
  Array<uint32_t> lowest(nodes);  // the lowest number known to be in the same component
  uint32_t lastNumber = 0;
  std::vector<Step> way;
  std::vector<uint32_t> open;  // nodes of components that are not complete
  const auto enter = [&](uint32_t node) {
    lowest[node] = ++lastNumber;
    open.push_back(node);
    way.push_back({node, lastNumber, 0});
  };
  const auto lower = [&](uint32_t node, uint32_t number) { lowest[node] = std::min(lowest[node], number); };
  for (uint32_t start = 0; start < nodes; ++start) {
    if (lowest[start] != kUnseen) continue;
    enter(start);
    while (!way.empty()) {
      Step& step = way.back();
      if (step.nextArc < arcsOf(step.node)) {
        const uint32_t next = target(step.node, step.nextArc++);
        if (lowest[next] == kUnseen) {
          enter(next);
        } else if (lowest[next] != kDone) {
          lower(step.node, lowest[next]);
        }
        continue;
      }
      const auto [node, number, arcs] = step;
      way.pop_back();
      if (!way.empty()) lower(way.back().node, lowest[node]);
      if (lowest[node] != number) continue;
      // All of the component lies on top of what is open.
      size_t first = open.size();
      do {
        lowest[open[--first]] = kDone;
      } while (open[first] != node);
      const std::span<uint32_t> members = std::span(open).subspan(first);
      std::ranges::sort(members);
      visit(std::span<const uint32_t>(members));
      open.resize(first);
    }
  }
}

}  // namespace heaptrail
