// thread: the thread that allocated the object.
#pragma once

#include "base/text.h"
#include "classify/table_property.h"

namespace heaptrail {

class ThreadTable {
 public:
  static constexpr std::string_view kName = "thread";
  static constexpr std::string_view kSentence = "The thread that allocated the object";
  static constexpr Operand kOperand = Operand::kPattern;
  static constexpr InGroupings kInGroupings = InGroupings::kDivides;
  static constexpr std::string_view kNoThread = "(no thread)";
  static std::optional<std::string> whyNotTold(const Heap& heap) {
    if (!heap.parts().threads.empty()) return std::nullopt;
    return "the trace does not tell which thread allocated objects: record the program with --sites sampled or exact";
  }

  explicit ThreadTable(const Heap& heap) : heap_(&heap) {}
  uint32_t size() const { return static_cast<uint32_t>(heap_->symbols().threads.size()) + 1; }
  uint32_t entryOf(ObjectIndex object) const {
    const ThreadId thread = heap_->threadOf(object);
    return thread.exists() ? thread.value() + 1 : 0;
  }
  KeyPath keysOf(uint32_t entry) const { return {entry == 0 ? std::string(kNoThread) : nameOf(entry)}; }
  static bool isKnown(uint32_t entry) { return entry != 0; }
  bool fits(uint32_t entry, std::string_view pattern) const { return matchesWildcard(pattern, nameOf(entry)); }

 private:
  const std::string& nameOf(uint32_t entry) const { return heap_->symbols().threads[entry - 1].name; }

  const Heap* heap_;
};

using ThreadProperty = TableProperty<ThreadTable>;

}  // namespace heaptrail
