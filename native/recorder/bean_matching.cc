#include "recorder/bean_matching.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace heaptrail::recorder {

namespace {

constexpr int64_t kMillisecond = 1'000'000;

int64_t nanoseconds(uint64_t time) { return static_cast<int64_t>(time); }

// Beans cut off fractions: what they call millisecond 7 is anything up to, but not, 8.
int64_t earliestShift(const BeanCollection& told, const NotedCollection& pause) {
  return nanoseconds(pause.start) - (told.startMillis + 1) * kMillisecond + 1;
}
int64_t latestShift(const BeanCollection& told, const NotedCollection& pause) {
  return nanoseconds(pause.end) - told.endMillis * kMillisecond;
}

void take(const BeanCollection& told, NotedCollection& noted) {
  // One pause can have a young collection and then a full one: see `complete`.
  if (!noted.hasUse) noted.before.used = told.before;
  noted.after.used = told.after;
  noted.hasUse = true;
}

}  // namespace

bool BeanClock::canBeIn(const BeanCollection& told, const NotedCollection& pause) const {
  return std::max(earliest_, earliestShift(told, pause)) <= std::min(latest_, latestShift(told, pause));
}

void BeanClock::learn(const BeanCollection& told, const NotedCollection& pause) {
  earliest_ = std::max(earliest_, earliestShift(told, pause));
  latest_ = std::min(latest_, latestShift(told, pause));
}

bool BeanClock::surelyHolds(const BeanCollection& cycle, const NotedCollection& pause) const {
  return isKnown() && nanoseconds(pause.start) >= (cycle.startMillis + 1) * kMillisecond + latest_ &&
         nanoseconds(pause.end) <= cycle.endMillis * kMillisecond + earliest_;
}

bool BeanClock::canHold(const BeanCollection& cycle, const NotedCollection& pause) const {
  return isKnown() && nanoseconds(pause.start) >= cycle.startMillis * kMillisecond + earliest_ &&
         nanoseconds(pause.end) < (cycle.endMillis + 1) * kMillisecond + latest_;
}

BeanMatching::BeanMatching(std::vector<ManagementBeans::Collector> collectors, const std::vector<std::string>& pools)
    : collectors_(std::move(collectors)) {
  const auto eden = std::ranges::find(pools, "eden");
  if (eden != pools.end()) eden_ = static_cast<size_t>(eden - pools.begin());
}

void BeanMatching::match(std::span<const BeanCollection> told, std::span<NotedCollection> noted) {
  std::vector<BeanCollection> collections;
  std::vector<BeanCollection> cycles;
  for (const BeanCollection& each : told) {
    (reports(each) == ManagementBeans::Reports::kCycles ? cycles : collections).push_back(each);
  }
  matchCollections(collections, noted);
  for (const BeanCollection& cycle : cycles) matchCycle(cycle, noted);
}

void BeanMatching::matchCollections(std::span<const BeanCollection> told, std::span<NotedCollection> noted) {
  // Something else than time has to tell which one is meant first: that there was no other.
  const bool isLone = told.size() == 1 || std::ranges::count(noted, false, &NotedCollection::wasAskedFor) == 1;
  if (!clock_.isKnown() && !isLone) return;
  for (const BeanCollection& collection : told) {
    NotedCollection* found = nullptr;
    size_t candidates = 0;
    for (NotedCollection& pause : noted) {
      if (pause.wasAskedFor || !clock_.canBeIn(collection, pause)) continue;
      found = &pause;
      ++candidates;
    }
    if (candidates != 1) continue;
    clock_.learn(collection, *found);
    found->collector = collection.collector;
    if (reports(collection) == ManagementBeans::Reports::kPauses) continue;
    take(collection, *found);
    if (collectors_[collection.collector].followsYoung) complete(collection, *found, told);
  }
}

void BeanMatching::complete(const BeanCollection& full, NotedCollection& pause,
                            std::span<const BeanCollection> told) const {
  const bool somethingWasAllocated = !eden_ || full.before[*eden_] != 0;
  if (somethingWasAllocated) return;
  // Not a byte changes between the two.
  const auto young = std::ranges::find_if(told, [&](const BeanCollection& other) {
    return other.collector != full.collector && other.after == full.before && clock_.canBeIn(other, pause);
  });
  pause.hasUse = young != told.end();
  if (pause.hasUse) pause.before.used = young->before;
}

void BeanMatching::matchCycle(const BeanCollection& cycle, std::span<NotedCollection> noted) const {
  // The last of its pauses: what a cycle frees it frees after that. The next cycle may begin in the same millisecond.
  NotedCollection* last = nullptr;
  for (NotedCollection& pause : noted | std::views::reverse) {
    if (pause.hasUse) continue;
    if (clock_.surelyHolds(cycle, pause)) {
      last = &pause;
      break;
    }
    if (last == nullptr && clock_.canHold(cycle, pause)) last = &pause;
  }
  if (last != nullptr) take(cycle, *last);
}

}  // namespace heaptrail::recorder
