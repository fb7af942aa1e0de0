// The garbage collections since they were last written, as they happen: noted by the JVM's own thread, between the
// start and the end of a collection, where nothing may be asked of the JVM and nothing may take long. And how full the
// pools were in between, as somebody looked.
//
// What pools held comes from the JVM's performance counters. Where it has none, its management beans are asked about it
// later, by a thread that may do so.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "recorder/bean_matching.h"
#include "recorder/management_beans.h"
#include "recorder/noted_collection.h"
#include "recorder/performance_counters.h"
#include "trace/recording/format/payload.h"
#include "trace/recording/format/records.h"
#include "trace/recording/write/symbol_encoder.h"

namespace heaptrail::recorder {

class CollectionLog {
 public:
  CollectionLog() : counters_(PerformanceCounters::open()) {}

  /// Times are nanoseconds since the recording's start.
  void started(uint64_t nanoseconds);
  void finished(uint64_t nanoseconds);
  /// How full the pools are now; none where only beans could tell, which make objects of their own.
  std::vector<recording::PointEndRecord::Pool> poolsNow(recording::SymbolEncoder& symbols) const;
  /// Whether `noteUse` can find out anything.
  bool tellsUse() const { return counters_.has_value(); }
  /// Notes how full the pools are now; false where that is as full as they were the last time.
  bool noteUse(uint64_t nanoseconds);
  /// Whether there is anything to ask beans about.
  bool asksBeans() const { return asksBeans_; }

  // The rest is for one thread at a time, which may run Java code and holds no lock that the JVM's own threads need.

  /// Finds the beans, where they are needed.
  void openBeans(JNIEnv* jni);
  /// Soon after each collection: beans tell of the last one only.
  void askBeans(JNIEnv* jni);

  /// What happened since the last time, as the payload of a chunk. What the beans were not asked about yet is for the
  /// next time.
  std::vector<uint8_t> take(recording::SymbolEncoder& symbols);
  /// All the rest.
  std::vector<uint8_t> takeLast(recording::SymbolEncoder& symbols);
  /// What was noted of pools since the last time, as the payload of a chunk.
  std::vector<uint8_t> takeUses(recording::SymbolEncoder& symbols);

 private:
  uint64_t finishedSoFar();
  recording::CollectionRecord record(const NotedCollection& entry, recording::SymbolEncoder& symbols) const;
  void addFromCounters(const NotedCollection& entry, recording::SymbolEncoder& symbols,
                       recording::CollectionRecord& record) const;
  void addFromBeans(const NotedCollection& entry, recording::SymbolEncoder& symbols,
                    recording::CollectionRecord& record) const;
  std::vector<uint8_t> write(const std::vector<NotedCollection>& entries, recording::SymbolEncoder& symbols) const;

  /// Until somebody takes them; a JVM that collects without end and never comes to a point keeps the latest.
  static constexpr size_t kMostEntries = 1 << 16;
  static constexpr size_t kMostUses = 1 << 10;

  std::optional<PerformanceCounters> counters_;
  std::optional<ManagementBeans> beans_;
  std::optional<BeanMatching> matching_;
  std::atomic<bool> asksBeans_ = false;

  std::mutex mutex_;  // guards what follows
  NotedCollection current_;
  std::vector<NotedCollection> entries_;
  uint64_t finished_ = 0;
  struct NotedUse {
    uint64_t at = 0;
    std::array<uint64_t, PerformanceCounters::kMostPools> used{};
  };
  std::vector<NotedUse> uses_;
  NotedUse lastUse_;
};

}  // namespace heaptrail::recorder
