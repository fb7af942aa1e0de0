#include "recorder/collection_log.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>
#include <utility>

namespace heaptrail::recorder {

using recording::RecordedCollection;

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
  ++finished_;
}

std::vector<recording::PointEndRecord::Pool> CollectionLog::poolsNow(recording::SymbolEncoder& symbols) const {
  std::vector<recording::PointEndRecord::Pool> pools;
  if (!counters_) return pools;
  const PerformanceCounters::Values now = counters_->read();
  for (size_t pool = 0; pool < counters_->pools().size(); ++pool) {
    pools.push_back({symbols.string(counters_->pools()[pool]), now.used[pool]});
  }
  return pools;
}

bool CollectionLog::noteUse(uint64_t nanoseconds) {
  if (!counters_) return false;
  const NotedUse use{nanoseconds, counters_->read().used};
  const std::lock_guard lock(mutex_);
  if (use.used == lastUse_.used) return false;
  lastUse_ = use;
  if (uses_.size() == kMostUses) uses_.erase(uses_.begin());
  uses_.push_back(use);
  return true;
}

std::vector<uint8_t> CollectionLog::takeUses(recording::SymbolEncoder& symbols) {
  std::vector<NotedUse> uses;
  {
    const std::lock_guard lock(mutex_);
    uses = std::exchange(uses_, {});
  }
  if (uses.empty()) return {};
  recording::UsesRecord record;
  for (const std::string& pool : counters_->pools()) record.pools.push_back(symbols.string(pool));
  for (const NotedUse& use : uses) {
    record.uses.push_back({use.at, {use.used.begin(), use.used.begin() + static_cast<ptrdiff_t>(record.pools.size())}});
  }
  return record.write();
}

void CollectionLog::openBeans(JNIEnv* jni) {
  if (counters_) return;
  beans_ = ManagementBeans::open(jni);
  if (!beans_) return;
  matching_.emplace(beans_->collectors(), beans_->pools());
  // They have not told about what was before, and never will.
  const std::lock_guard lock(mutex_);
  for (NotedCollection& entry : entries_) entry.wasAskedFor = true;
  asksBeans_ = true;
}

uint64_t CollectionLog::finishedSoFar() {
  const std::lock_guard lock(mutex_);
  return finished_;
}

void CollectionLog::askBeans(JNIEnv* jni) {
  if (!beans_) return;
  // Collections can happen while the beans are asked: then once more, so that it is known what was asked about.
  constexpr int kMostTimes = 3;
  std::vector<BeanCollection> told;
  bool answered = true;
  uint64_t asked = 0;
  for (int times = 0; times < kMostTimes; ++times) {
    asked = finishedSoFar();
    const auto newest = beans_->newest(jni);
    answered = answered && newest.has_value();
    if (newest) std::ranges::copy(*newest, std::back_inserter(told));
    if (finishedSoFar() == asked) break;
  }
  const std::lock_guard lock(mutex_);
  matching_->match(told, entries_);
  const size_t since = std::min<size_t>(finished_ - asked, entries_.size());
  for (NotedCollection& entry : std::span(entries_).first(entries_.size() - since)) {
    if (!entry.wasAskedFor && answered && told.empty()) entry.isNobodys = true;
    entry.wasAskedFor = true;
  }
}

std::vector<uint8_t> CollectionLog::take(recording::SymbolEncoder& symbols) {
  std::vector<NotedCollection> entries;
  {
    const std::lock_guard lock(mutex_);
    const auto rest = !beans_ ? entries_.end() : std::ranges::find(entries_, false, &NotedCollection::wasAskedFor);
    entries.assign(entries_.begin(), rest);
    entries_.erase(entries_.begin(), rest);
  }
  return write(entries, symbols);
}

std::vector<uint8_t> CollectionLog::takeLast(recording::SymbolEncoder& symbols) {
  std::vector<NotedCollection> entries;
  {
    const std::lock_guard lock(mutex_);
    entries = std::exchange(entries_, {});
  }
  return write(entries, symbols);
}

std::vector<uint8_t> CollectionLog::write(const std::vector<NotedCollection>& entries,
                                          recording::SymbolEncoder& symbols) const {
  recording::PayloadWriter payload;
  for (const NotedCollection& entry : entries) record(entry, symbols).write(payload);
  return payload.take();
}

recording::CollectionRecord CollectionLog::record(const NotedCollection& entry,
                                                  recording::SymbolEncoder& symbols) const {
  recording::CollectionRecord record;
  record.start = entry.start;
  record.duration = entry.end - entry.start;
  record.cause = symbols.string(entry.cause.data());
  if (counters_) addFromCounters(entry, symbols, record);
  if (beans_) addFromBeans(entry, symbols, record);
  return record;
}

void CollectionLog::addFromCounters(const NotedCollection& entry, recording::SymbolEncoder& symbols,
                                    recording::CollectionRecord& record) const {
  const std::vector<PerformanceCounters::Collector>& collectors = counters_->collectors();
  size_t collector = 0;
  while (collector < collectors.size() && entry.before.invocations[collector] == entry.after.invocations[collector]) {
    ++collector;
  }
  // Some pauses of concurrent collectors count nowhere.
  record.kind = collector == collectors.size() ? RecordedCollection::kConcurrent
                                               : static_cast<RecordedCollection>(collectors[collector].number);
  if (collector < collectors.size()) record.collector = symbols.string(collectors[collector].name);
  for (size_t pool = 0; pool < counters_->pools().size(); ++pool) {
    record.pools.push_back({symbols.string(counters_->pools()[pool]), entry.before.used[pool], entry.after.used[pool]});
  }
}

void CollectionLog::addFromBeans(const NotedCollection& entry, recording::SymbolEncoder& symbols,
                                 recording::CollectionRecord& record) const {
  const bool allArePauses = std::ranges::none_of(beans_->collectors(), [](const ManagementBeans::Collector& collector) {
    return collector.reports == ManagementBeans::Reports::kCollections;
  });
  if (entry.isNobodys || allArePauses) record.kind = RecordedCollection::kConcurrent;
  if (entry.collector) {
    const ManagementBeans::Collector& collector = beans_->collectors()[*entry.collector];
    record.kind = collector.kind;
    record.collector = symbols.string(collector.name);
  }
  if (!entry.hasUse) return;
  for (size_t pool = 0; pool < beans_->pools().size(); ++pool) {
    record.pools.push_back({symbols.string(beans_->pools()[pool]), entry.before.used[pool], entry.after.used[pool]});
  }
}

}  // namespace heaptrail::recorder
