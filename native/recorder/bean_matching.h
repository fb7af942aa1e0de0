// Which of the noted collections it is that a management bean tells of. They have nothing in common but time, and even
// that is counted from different moments, by the beans in whole milliseconds. Where it is not certain which one is
// meant, none gets what was told.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "recorder/management_beans.h"
#include "recorder/noted_collection.h"

namespace heaptrail::recorder {

/// What has to be added to a bean's time to have the recording's: known better with every collection that is told by
/// both. The clock is the same, so that this never changes.
class BeanClock {
 public:
  bool isKnown() const { return earliest_ <= latest_ && earliest_ != kNever; }

  /// Whether the collection can have been in the pause.
  bool canBeIn(const BeanCollection& told, const NotedCollection& pause) const;
  /// It was.
  void learn(const BeanCollection& told, const NotedCollection& pause);

  /// Whether the pause was, or at least can have been, one of the cycle.
  bool surelyHolds(const BeanCollection& cycle, const NotedCollection& pause) const;
  bool canHold(const BeanCollection& cycle, const NotedCollection& pause) const;

 private:
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::min();
  int64_t earliest_ = kNever;
  int64_t latest_ = std::numeric_limits<int64_t>::max();
};

class BeanMatching {
 public:
  BeanMatching(std::vector<ManagementBeans::Collector> collectors, const std::vector<std::string>& pools);

  /// @param told in the order of their starts
  void match(std::span<const BeanCollection> told, std::span<NotedCollection> noted);

 private:
  void matchCollections(std::span<const BeanCollection> told, std::span<NotedCollection> noted);
  /// Adds the young collection that came before in the same pause, or takes back what would be only half of it.
  void complete(const BeanCollection& full, NotedCollection& pause, std::span<const BeanCollection> told) const;
  void matchCycle(const BeanCollection& cycle, std::span<NotedCollection> noted) const;
  ManagementBeans::Reports reports(const BeanCollection& told) const { return collectors_[told.collector].reports; }

  std::vector<ManagementBeans::Collector> collectors_;
  std::optional<size_t> eden_;  // which pool it is
  BeanClock clock_;
};

}  // namespace heaptrail::recorder
