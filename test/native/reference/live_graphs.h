// Graphs ready for what is computed from them, and heaps large enough to show what time and depth cost.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "graph/live_graph.h"
#include "reference/graph_literal.h"

namespace heaptrail::test {

inline LiveGraph liveGraph(const std::shared_ptr<const Heap>& heap,
                           WeakReferences weak = WeakReferences::kDoNotKeepAlive) {
  Progress progress;
  return {heap, weak, *findLive(*heap, weak, progress), Threads(1)};
}

/// A list of so many links; the first is the root.
inline std::shared_ptr<const Heap> chain(uint32_t links, bool bothWays = false) {
  Drawing drawing;
  drawing.types.assign(links, "Link");
  drawing.references.resize(links);
  for (uint32_t link = 0; link + 1 < links; ++link) {
    drawing.references[link].push_back(link + 1);
    if (bothWays) drawing.references[link + 1].push_back(link);
  }
  drawing.roots = {0};
  return build(drawing);
}

}  // namespace heaptrail::test
