// Strongly connected components against their definition: two nodes are in one where each leads to the other.
#include "graph/strong_components.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "support/sanitized.h"

namespace heaptrail {
namespace {

using Arcs = std::vector<std::vector<uint32_t>>;

std::vector<std::vector<uint32_t>> strongComponentsOf(const Arcs& arcs) {
  std::vector<std::vector<uint32_t>> found;
  forEachStrongComponent(
      static_cast<uint32_t>(arcs.size()), [&](uint32_t node) { return arcs[node].size(); },
      [&](uint32_t node, uint64_t arc) { return arcs[node][arc]; },
      [&](std::span<const uint32_t> members) { found.emplace_back(members.begin(), members.end()); });
  return found;
}

/// By node: which nodes it leads to, itself among them.
std::vector<std::vector<bool>> reachable(const Arcs& arcs) {
  std::vector<std::vector<bool>> reached(arcs.size(), std::vector<bool>(arcs.size()));
  for (uint32_t start = 0; start < arcs.size(); ++start) {
    std::vector<uint32_t> next{start};
    while (!next.empty()) {
      const uint32_t node = next.back();
      next.pop_back();
      if (reached[start][node]) continue;
      reached[start][node] = true;
      next.insert(next.end(), arcs[node].begin(), arcs[node].end());
    }
  }
  return reached;
}

TEST(StrongComponents, ComeAfterAllThatTheyLeadTo) {
  // 0 → 1 ⇄ 2 → 3, and 4 leads to itself.
  const std::vector<std::vector<uint32_t>> expected{{3}, {1, 2}, {0}, {4}};
  EXPECT_EQ(strongComponentsOf({{1}, {2}, {1, 3}, {}, {4}}), expected);
}

TEST(StrongComponents, AreThoseOfTheDefinitionInRandomGraphs) {
  std::mt19937 numbers(17);
  const auto random = [&] { return static_cast<uint32_t>(numbers()); };
  for (uint32_t graph = 0; graph < randomCases(2'000); ++graph) {
    const uint32_t nodes = 1 + random() % 12;
    Arcs arcs(nodes);
    for (uint32_t arc = random() % (2 * nodes); arc > 0; --arc) arcs[random() % nodes].push_back(random() % nodes);
    const auto reached = reachable(arcs);
    std::vector<bool> placed(nodes);
    for (const std::vector<uint32_t>& members : strongComponentsOf(arcs)) {
      for (uint32_t node = 0; node < nodes; ++node) {
        const uint32_t member = members.front();
        const bool isMember = std::ranges::find(members, node) != members.end();
        ASSERT_EQ(isMember, reached[member][node] && reached[node][member]);
        if (!isMember && reached[member][node]) {
          ASSERT_TRUE(placed[node]);
        }
      }
      ASSERT_TRUE(std::ranges::is_sorted(members));
      for (const uint32_t member : members) {
        ASSERT_FALSE(placed[member]);
        placed[member] = true;
      }
    }
    ASSERT_EQ(std::ranges::count(placed, true), nodes);
  }
}

TEST(StrongComponents, OfALongListNeedNoDeepStack) {
  constexpr uint32_t kNodes = 300'000;
  uint32_t components = 0;
  forEachStrongComponent(
      kNodes, [](uint32_t node) { return node + 1 < kNodes ? 1U : 0U; },
      [](uint32_t node, uint64_t) { return node + 1; }, [&](std::span<const uint32_t>) { ++components; });
  EXPECT_EQ(components, kNodes);
}

}  // namespace
}  // namespace heaptrail
