// A drawn heap with descriptions applied to it.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "dsl/described_types.h"
#include "reference/graph_literal.h"
#include "reference/live_graphs.h"
#include "structure/structure_walk.h"
#include "structure/structures.h"

namespace heaptrail::test {

inline dsl::DescribedTypes describe(const Heap& heap, const std::string& descriptions,
                                    dsl::FileOrigin origin = dsl::FileOrigin::kUser) {
  const auto file = std::make_shared<const dsl::DescriptionFile>("test.ds", descriptions, origin);
  EXPECT_TRUE(file->diagnostics().empty()) << file->diagnostics().front().message;
  return {std::make_shared<const dsl::DescriptionSet>(dsl::DescriptionSet::Files{file}),
          std::make_shared<const dsl::TypeIndex>(heap.parts().symbols)};
}

struct DrawnStructures {
  DrawnStructures(const std::string& picture, const std::string& descriptions,
                  dsl::FileOrigin origin = dsl::FileOrigin::kUser)
      : drawn(draw(picture)), graph(liveGraph(drawn.heap)), types(describe(*drawn.heap, descriptions, origin)) {}

  Structures structures(uint64_t alwaysAllowed = Structures::kAlwaysAllowed) const {
    Progress progress;
    return std::move(*Structures::detect(graph, types, Threads(1), progress, alwaysAllowed));
  }

  /// The names of what belongs to the structure of this head: parts as they are, leaves in parentheses.
  std::set<std::string> membersOf(const std::string& head, Descent descent = Descent::kOwnParts) const {
    StructureWalk walk(graph, types);
    const Progress progress;
    EXPECT_EQ(walk.run(drawn[head], descent, StructureWalk::kNoLimit, progress), StructureWalk::End::kComplete);
    std::set<std::string> names;
    for (const ObjectIndex member : walk.members()) {
      names.insert(walk.isLeaf(member) ? fmt::format("({})", nameOf(member)) : nameOf(member));
    }
    return names;
  }

  std::string nameOf(ObjectIndex object) const {
    const std::string name = drawn.nameOf(object);
    return name.empty() ? "?" : name;
  }

  DrawnHeap drawn;
  LiveGraph graph;
  dsl::DescribedTypes types;
};

}  // namespace heaptrail::test
