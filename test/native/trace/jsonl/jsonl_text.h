// JSON Lines as tests write them, and heaps as text, so that two of them can be compared and a failure shows what
// differs.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "support/temporary_file.h"
#include "trace/open.h"

namespace heaptrail::test {

/// A trace whose file is gone when it is.
struct OpenedText {
  std::unique_ptr<TemporaryFile> file;
  Result<std::unique_ptr<Trace>> trace;

  Trace& operator*() const { return **trace; }
  Trace* operator->() const { return trace->get(); }
};

inline OpenedText openBytes(std::span<const uint8_t> content) {
  auto file = std::make_unique<TemporaryFile>(content);
  Progress progress;
  Result<std::unique_ptr<Trace>> trace = openTrace({file->path()}, progress);
  return {std::move(file), std::move(trace)};
}

inline OpenedText openText(std::string_view text) {
  return openBytes({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

inline Result<RebuiltHeap> heapOf(Trace& trace, uint32_t point = 0) {
  Progress progress;
  return trace.heapAt(PointIndex(point), progress, Threads(2));
}

/// The heap of the only point, or why there is none.
inline Result<RebuiltHeap> heapOfText(std::string_view text) {
  const OpenedText opened = openText(text);
  if (!opened.trace) return std::unexpected(opened.trace.error());
  return heapOf(*opened);
}

/// What is wrong with a file: that it does not open, that its first heap cannot be built, or what it warns of first.
std::string complaint(std::string_view text);

/// All that the model knows of a heap, in lines.
std::string describe(const RebuiltHeap& rebuilt);

/// All that it knows of a trace, heaps included.
std::string describe(Trace& trace);

/// The trace written as JSON Lines, with any number of threads.
std::string written(Trace& trace, unsigned threads = 2);

}  // namespace heaptrail::test
