// Feeds any text to the reader of groupings, with a small heap to group.
//
// What must hold besides not crashing and not hanging: a grouping is refused with a message about it or understood;
// written out it means the same and is written the same again; and the rows of each level that divides its objects have
// all of them.
#include <cstdint>
#include <memory>
#include <string>

#include "classify/grouping_tree.h"
#include "memory_file.h"
#include "small_heap.h"

namespace {

using heaptrail::BitSet;
using heaptrail::Heap;
using heaptrail::Progress;
using heaptrail::fuzz::require;

/// Goes down the first row of each level. Steps that ask for more than the heap tells are errors.
void group(const heaptrail::GroupingTree& tree, uint64_t objects) {
  Progress progress;
  heaptrail::GroupingNode node{BitSet::full(objects), 0, {}};
  while (true) {
    const uint64_t expected = node.objects.count();
    auto level = tree.level(std::move(node), progress);
    if (!level) {
      require(level.error().kind == heaptrail::ErrorKind::kUsage, "what is not told is the asker's mistake");
      return;
    }
    if (level->rows.empty()) return;
    uint64_t sum = 0;
    for (const heaptrail::GroupRow& row : level->rows) sum += row.objects;
    require(sum == expected, "the rows have all objects of the one above");
    constexpr uint32_t kFirst[] = {0};
    auto nodes = tree.nodesOf(*level, kFirst, progress);
    require(nodes.has_value() && nodes->front().objects.count() == level->rows[0].objects, "a row has its objects");
    node = std::move(nodes->front());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::shared_ptr<const Heap> heap = heaptrail::fuzz::smallHeap();
  const std::string text(reinterpret_cast<const char*>(data), size);
  auto grouping = heaptrail::parseGrouping(text);
  require(grouping.has_value() == heaptrail::checkGrouping(text).has_value(), "a grouping is right or wrong");
  if (!grouping) {
    require(grouping.error().kind == heaptrail::ErrorKind::kUsage, "a wrong grouping is the asker's mistake");
    require(grouping.error().message.find("grouping") != std::string::npos, "the message is about the grouping");
    return 0;
  }
  const std::string written = toString(*grouping);
  const auto again = heaptrail::parseGrouping(written);
  require(again.has_value() && toString(*again) == written, "what is written means the same");
  const heaptrail::BareHeap facts(*heap);
  const auto tree = heaptrail::GroupingTree::bind(facts, std::move(*grouping));
  require(tree.has_value(), "the heap tells all that properties need of it");
  group(**tree, heap->objectCount());
  return 0;
}
