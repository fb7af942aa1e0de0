#include "recorder/collection_log.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "trace/recording/records.h"

namespace heaptrail::recorder {

void CollectionLog::started(uint64_t nanoseconds) {
  const std::lock_guard lock(mutex_);
  current_ = {};
  current_.start = nanoseconds;
  if (counters_) current_.before = counters_->read();
}

void CollectionLog::finished(uint64_t nanoseconds) {
  const std::lock_guard lock(mutex_);
  current_.end = nanoseconds;
  if (counters_) {
    current_.after = counters_->read();
    const std::string_view cause = counters_->cause();
    std::memcpy(current_.cause.data(), cause.data(), std::min(cause.size(), current_.cause.size() - 1));
  }
  if (entries_.size() == kMostEntries) entries_.erase(entries_.begin());
  entries_.push_back(current_);
}

std::vector<uint8_t> CollectionLog::take(recording::SymbolEncoder& symbols) {
  std::vector<Entry> entries;
  {
    const std::lock_guard lock(mutex_);
    entries = std::exchange(entries_, {});
  }
  recording::PayloadWriter payload;
  for (const Entry& entry : entries) {
    recording::CollectionRecord record;
    record.start = entry.start;
    record.duration = entry.end - entry.start;
    record.cause = symbols.string(entry.cause.data());
    if (counters_) {
      const std::vector<PerformanceCounters::Collector>& collectors = counters_->collectors();
      size_t collector = 0;
      while (collector < collectors.size() &&
             entry.before.invocations[collector] == entry.after.invocations[collector]) {
        ++collector;
      }
      // Some pauses of concurrent collectors count nowhere.
      record.kind = collector == collectors.size()
                        ? recording::RecordedCollection::kConcurrent
                        : static_cast<recording::RecordedCollection>(collectors[collector].number);
      if (collector < collectors.size()) record.collector = symbols.string(collectors[collector].name);
      for (size_t pool = 0; pool < counters_->pools().size(); ++pool) {
        record.pools.push_back(
            {symbols.string(counters_->pools()[pool]), entry.before.used[pool], entry.after.used[pool]});
      }
    }
    record.write(payload);
  }
  return payload.take();
}

}  // namespace heaptrail::recorder
