// The garbage collections since they were last written, as they happen: noted by the JVM's own thread, between the
// start and the end of a collection, where nothing may be asked of the JVM and nothing may take long.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "recorder/performance_counters.h"
#include "trace/recording/payload.h"
#include "trace/recording/symbol_encoder.h"

namespace heaptrail::recorder {

class CollectionLog {
 public:
  CollectionLog() : counters_(PerformanceCounters::open()) {}

  /// Times are nanoseconds since the recording's start.
  void started(uint64_t nanoseconds);
  void finished(uint64_t nanoseconds);

  /// What happened since the last time, as the payload of a chunk.
  std::vector<uint8_t> take(recording::SymbolEncoder& symbols);

 private:
  struct Entry {
    uint64_t start = 0;
    uint64_t end = 0;
    PerformanceCounters::Values before;
    PerformanceCounters::Values after;
    std::array<char, 48> cause{};
  };
  /// Until somebody takes them; a JVM that collects without end and never comes to a point keeps the latest.
  static constexpr size_t kMostEntries = 1 << 16;

  std::optional<PerformanceCounters> counters_;
  std::mutex mutex_;
  Entry current_;
  std::vector<Entry> entries_;
};

}  // namespace heaptrail::recorder
