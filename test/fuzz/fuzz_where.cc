// Feeds any text to the reader of conditions, with a small heap to ask.
//
// What must hold besides not crashing and not hanging: a condition is refused with a message about it or answered; it
// is refused or not whatever is asked; it holds for an object exactly when its negation does not, and twice the same.
#include <cstdint>
#include <memory>
#include <string>

#include "classify/where.h"
#include "memory_file.h"

namespace {

using heaptrail::BitSet;
using heaptrail::Heap;
using heaptrail::Progress;
using heaptrail::fuzz::require;

/// An object of each of some types, the second a subclass of the first, then arrays of 0, 7 and 100 elements. Ages and
/// spaces of all but the first are known: a heap that knows none refuses to be asked for them.
std::shared_ptr<const Heap> someHeap() {
  auto symbols = std::make_shared<heaptrail::Symbols>();
  for (const char* name : {"java.util.AbstractMap", "java.util.HashMap", "int[]", "my (odd) Name", ""}) {
    heaptrail::Type& type = symbols->types.emplace_back();
    type.name = name;
    type.bytes = 16;
  }
  symbols->types[1].superclass = heaptrail::TypeId(0);
  symbols->types[2].shape = heaptrail::TypeShape::kPrimitiveArray;
  symbols->types[2].elementBytes = 4;
  constexpr uint32_t kTypes[] = {0, 1, 3, 4, 2, 2, 2};
  constexpr uint32_t kObjects = 7;
  constexpr uint32_t kFirstArray = 4;
  heaptrail::HeapParts parts;
  heaptrail::ObjectIds::Builder ids;
  BitSet arrays(kObjects);
  parts.types = heaptrail::NarrowColumn(kObjects, symbols->types.size());
  parts.ages = heaptrail::OptionalColumn(kObjects, kObjects);
  parts.spaces = heaptrail::Array<heaptrail::HeapSpace>(kObjects);
  for (uint32_t o = 0; o < kObjects; ++o) {
    ids.add(heaptrail::ObjectId(16 * uint64_t{o}));
    parts.types.set(o, kTypes[o]);
    if (o > 0) parts.ages.set(o, o - 1);
    parts.spaces[o] = static_cast<heaptrail::HeapSpace>(o % heaptrail::kHeapSpaceWords.size());
    if (o >= kFirstArray) arrays.set(o);
  }
  uint64_t duplicates = 0;
  parts.ids = std::move(ids).build(duplicates);
  parts.extents = heaptrail::SparseColumn(heaptrail::RankedBits(std::move(arrays)));
  parts.extents.set(5, 7);
  parts.extents.set(6, 100);
  parts.references = heaptrail::ReferenceColumns(heaptrail::Array<uint32_t>(kObjects + 1));
  parts.classObjects.assign(symbols->types.size(), heaptrail::ObjectIndex::none());
  parts.classSlots.resize(symbols->types.size());
  parts.weakSlots.assign(symbols->types.size(), Heap::kNoSlot);
  parts.symbols = std::move(symbols);
  return std::make_shared<const Heap>(std::move(parts));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::shared_ptr<const Heap> heap = someHeap();
  const std::string condition(reinterpret_cast<const char*>(data), size);
  const BitSet all = BitSet::full(heap->objectCount());
  Progress progress;
  const auto found = findWhere(*heap, condition, all, progress);
  const auto checked = heaptrail::checkCondition(condition);
  require(checked.has_value() == found.has_value(), "a condition is right or wrong whatever is asked");
  if (!found) {
    require(found.error().kind == heaptrail::ErrorKind::kUsage, "a wrong condition is the asker's mistake");
    require(found.error().message == checked.error().message, "the same mistake has the same message");
    require(found.error().message.find("condition") != std::string::npos, "the message is about the condition");
    return 0;
  }
  require(*findWhere(*heap, condition, all, progress) == *found, "the same condition holds for the same objects");
  const auto others = findWhere(*heap, "not (" + condition + ")", all, progress);
  if (!others) {
    require(others.error().message == "the condition is nested too deeply", "a right condition can be negated");
    return 0;
  }
  BitSet rest = BitSet::full(heap->objectCount());
  rest -= *found;
  require(*others == rest, "a condition or its negation holds");
  BitSet half(heap->objectCount());
  for (uint64_t o = 0; o < half.size(); o += 2) half.set(o);
  const auto among = findWhere(*heap, condition, half, progress);
  half &= *found;
  require(*among == half, "what is found among some is what is found among all");
  return 0;
}
