// The examples of docs/formats/json-lines.md are read as they stand there, and mean what the page says.
#include <gtest/gtest.h>

#include <vector>

#include "support/temporary_folder.h"
#include "trace/jsonl/jsonl_text.h"
#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;

std::vector<std::string> examples() {
  const std::vector<uint8_t> content = contentOf(HEAPTRAIL_SOURCE "/docs/formats/json-lines.md");
  const std::string page(content.begin(), content.end());
  const std::string fence = "```jsonl\n";
  std::vector<std::string> found;
  for (size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at + 1)) {
    const size_t from = at + fence.size();
    found.push_back(page.substr(from, page.find("```", from) - from));
  }
  return found;
}

TEST(JsonLinesDocs, EveryExampleIsReadWithoutAWarning) {
  ASSERT_EQ(examples().size(), 3U);
  for (const std::string& example : examples()) EXPECT_EQ(complaint(example), "none") << example;
}

TEST(JsonLinesDocs, TheShortestFileHasTwoObjectsOfTheSameSize) {
  const Result<RebuiltHeap> result = heapOfText(examples()[0]);
  ASSERT_TRUE(result);
  EXPECT_EQ(referencesOf(*result->heap, 100), (Texts{"→65"}));
  EXPECT_EQ(result->heap->shallowBytes(at(*result->heap, 101)), 24U);
}

TEST(JsonLinesDocs, TheLongerFileHasItsFieldsElementsAndPlaces) {
  const OpenedText opened = openText(examples()[1]);
  ASSERT_TRUE(opened.trace);
  EXPECT_EQ(opened->timeline().points.size(), 2U);
  const Result<RebuiltHeap> result = heapOf(*opened);
  ASSERT_TRUE(result);
  const Heap& heap = *result->heap;
  EXPECT_EQ(referencesOf(heap, 17), (Texts{"table→12"}));
  EXPECT_EQ(referencesOf(heap, 18), (Texts{"[1]→13", "[7]→14"}));
  EXPECT_EQ(heap.shallowBytes(at(heap, 19)), 1016U);
  ASSERT_EQ(heap.roots().size(), 2U);
  EXPECT_EQ(heap.placeOf(heap.roots()[0])->field, "cache");
  EXPECT_EQ(heap.placeOf(heap.roots()[1])->frame.line, 42U);
  EXPECT_EQ(heap.symbols()[heap.symbols()[heap.threadOf(at(heap, 17))].stack].frames[0].method, "m");
}

TEST(JsonLinesDocs, UndeclaredFieldsHaveTheirNames) {
  const Result<RebuiltHeap> result = heapOfText(examples()[2]);
  ASSERT_TRUE(result);
  EXPECT_EQ(referencesOf(*result->heap, 1), (Texts{"__class__→2", "keys→3"}));
  EXPECT_EQ(referencesOf(*result->heap, 3), (Texts{"→1", "→2"}));
}

}  // namespace
}  // namespace heaptrail
