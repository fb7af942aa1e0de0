// Feeds any text to the reader of conditions, with a small heap to ask, whose objects have fields with values.
//
// What must hold besides not crashing and not hanging: a condition is refused with a message about it or answered; it
// is refused or not whatever is asked; it holds for an object exactly when its negation does not, and twice the same.
#include <cstdint>
#include <memory>
#include <string>

#include "classify/where.h"
#include "memory_file.h"
#include "small_heap.h"
#include "small_values.h"

namespace {

using heaptrail::BitSet;
using heaptrail::Heap;
using heaptrail::Progress;
using heaptrail::fuzz::require;
using heaptrail::fuzz::SmallHeapWithValues;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::shared_ptr<const Heap> heap = heaptrail::fuzz::smallHeap();
  static const SmallHeapWithValues facts(*heap);
  const std::string condition(reinterpret_cast<const char*>(data), size);
  const BitSet all = BitSet::full(heap->objectCount());
  Progress progress;
  const auto found = findWhere(facts, condition, all, progress);
  const auto checked = heaptrail::checkCondition(condition);
  require(checked.has_value() || !found.has_value(), "a wrong condition is wrong whatever is asked");
  if (checked && !found) {
    // What only an open trace knows, or nobody.
    const std::string& message = found.error().message;
    require(message.find("cannot be asked for here") != std::string::npos ||
                message.find("no class has a field of this name") != std::string::npos,
            "a right condition is answered");
    return 0;
  }
  if (!found) {
    require(found.error().kind == heaptrail::ErrorKind::kUsage, "a wrong condition is the asker's mistake");
    require(found.error().message == checked.error().message, "the same mistake has the same message");
    require(found.error().message.find("condition") != std::string::npos, "the message is about the condition");
    return 0;
  }
  require(*findWhere(facts, condition, all, progress) == *found, "the same condition holds for the same objects");
  const auto others = findWhere(facts, "not (" + condition + ")", all, progress);
  if (!others) {
    require(others.error().message == "the condition is nested too deeply", "a right condition can be negated");
    return 0;
  }
  BitSet rest = BitSet::full(heap->objectCount());
  rest -= *found;
  require(*others == rest, "a condition or its negation holds");
  BitSet half(heap->objectCount());
  for (uint64_t o = 0; o < half.size(); o += 2) half.set(o);
  const auto among = findWhere(facts, condition, half, progress);
  half &= *found;
  require(*among == half, "what is found among some is what is found among all");
  return 0;
}
