#include "trace/joined_dumps.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace heaptrail {

namespace {

class JoinedDumps final : public Trace {
 public:
  explicit JoinedDumps(std::vector<std::unique_ptr<Trace>> dumps) : dumps_(std::move(dumps)) {
    const bool dated =
        std::ranges::all_of(dumps_, [](const auto& dump) { return dump->info().startMillis.has_value(); });
    if (dated) {
      std::ranges::stable_sort(dumps_, {}, [](const auto& dump) { return *dump->info().startMillis; });
    }
    info_ = dumps_.front()->info();
    info_.paths.clear();
    info_.fileBytes = 0;
    for (const auto& dump : dumps_) {
      const TraceInfo& info = dump->info();
      info_.paths.push_back(info.paths.front());
      info_.fileBytes += info.fileBytes;
      info_.compressed = info_.compressed || info.compressed;
      const double seconds = dated ? static_cast<double>(*info.startMillis - *info_.startMillis) / 1000
                                   : static_cast<double>(timeline_.points.size());
      timeline_.points.push_back({seconds, std::nullopt, false});
    }
  }

  const TraceInfo& info() const override { return info_; }
  const Timeline& timeline() const override { return timeline_; }

  Result<RebuiltHeap> heapAt(PointIndex point, Progress& progress, Threads threads) override {
    return dumps_[point.value()]->heapAt(PointIndex(0), progress, threads);
  }
  Result<std::unique_ptr<const StoredValues>> valuesAt(PointIndex point, const Heap& heap) const override {
    return dumps_[point.value()]->valuesAt(PointIndex(0), heap);
  }
  Result<Census> censusAt(PointIndex point, Progress& progress, Threads threads) override {
    return dumps_[point.value()]->censusAt(PointIndex(0), progress, threads);
  }

 private:
  std::vector<std::unique_ptr<Trace>> dumps_;
  TraceInfo info_;
  Timeline timeline_;
};

}  // namespace

Result<std::unique_ptr<Trace>> joinDumps(std::vector<std::unique_ptr<Trace>> dumps) {
  for (const auto& dump : dumps) {
    if (dump->info().format == dumps.front()->info().format) continue;
    return usageError(fmt::format("{} is {}, {} is {}: only dumps of one format can be opened together",
                                  dumps.front()->info().paths.front(), dumps.front()->info().format,
                                  dump->info().paths.front(), dump->info().format));
  }
  return std::make_unique<JoinedDumps>(std::move(dumps));
}

}  // namespace heaptrail
