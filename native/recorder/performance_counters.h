// The counters that HotSpot keeps about itself in a small file (hsperfdata): how full each pool is, which collections
// there were, and why. Reading them is reading memory, which is allowed at any time, even while a collection runs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mapped_file.h"

namespace heaptrail::recorder {

class PerformanceCounters {
 public:
  static constexpr size_t kMostPools = 8;
  static constexpr size_t kMostCollectors = 3;

  /// Of this process; none where the JVM keeps no such file (-XX:-UsePerfData).
  static std::optional<PerformanceCounters> open();
  static std::optional<PerformanceCounters> open(const std::string& path);

  /// `eden`, `survivor`, `old` … in the order of `used`.
  const std::vector<std::string>& pools() const { return pools_; }
  struct Collector {
    std::string name;
    uint32_t number = 0;  // 0 young collections, 1 full ones, 2 the pauses of concurrent ones
  };
  const std::vector<Collector>& collectors() const { return collectors_; }

  struct Values {
    std::array<uint64_t, kMostPools> used{};
    std::array<uint64_t, kMostCollectors> invocations{};
  };
  Values read() const;
  /// Why the collection is that runs, or was that ran last.
  std::string_view cause() const;

 private:
  struct Text {
    uint32_t offset = 0;
    uint32_t bytes = 0;
  };

  explicit PerformanceCounters(MappedFile file) : file_(std::move(file)) {}
  void find();
  uint64_t number(uint32_t offset) const;
  std::string_view text(Text at) const;

  MappedFile file_;
  std::vector<std::string> pools_;
  std::vector<std::vector<uint32_t>> usedAt_;  // two survivor spaces are one pool
  std::vector<Collector> collectors_;
  std::vector<uint32_t> invocationsAt_;
  Text cause_;
  Text lastCause_;
};

}  // namespace heaptrail::recorder
