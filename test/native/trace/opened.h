// Opens what a test built, as a user's file would be opened.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "support/temporary_file.h"
#include "trace/hprof/hprof_builder.h"
#include "trace/open.h"

namespace heaptrail::test {

/// The heap of a dump, or why there is none.
inline Result<RebuiltHeap> rebuild(const std::vector<uint8_t>& content, unsigned threads = 2) {
  const TemporaryFile file(content);
  Progress opening;
  Result<std::unique_ptr<Trace>> trace = openTrace({file.path()}, opening);
  if (!trace) return std::unexpected(trace.error());
  Progress progress;
  return (*trace)->heapAt(PointIndex(0), progress, Threads(threads));
}

inline RebuiltHeap rebuilt(const HprofBuilder& dump) {
  Result<RebuiltHeap> result = rebuild(dump.content());
  if (!result) ADD_FAILURE() << result.error().describe();
  return result.value_or(RebuiltHeap{});
}

inline ObjectIndex at(const Heap& heap, uint64_t id) { return heap.find(ObjectId(id)).value_or(ObjectIndex::none()); }

inline const std::string& typeName(const Heap& heap, uint64_t id) {
  return heap.symbols()[heap.typeOf(at(heap, id))].name;
}

/// The references of an object as `name→id`, in order.
inline std::vector<std::string> referencesOf(const Heap& heap, uint64_t id) {
  std::vector<std::string> result;
  heap.forEachSlot(at(heap, id), [&](ObjectIndex target, uint32_t slot) {
    char text[64];
    std::snprintf(text, sizeof text, "→%llx", static_cast<unsigned long long>(heap.idOf(target).value()));
    result.push_back(heap.slotName(at(heap, id), slot) + text);
  });
  return result;
}

using Texts = std::vector<std::string>;

}  // namespace heaptrail::test
