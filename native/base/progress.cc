#include "base/progress.h"

#include <algorithm>

namespace heaptrail {

namespace {
constexpr std::chrono::milliseconds kBetweenReports{50};
}

void Progress::scale(double from, double to) {
  const std::lock_guard lock(mutex_);
  scaleFrom_ = from;
  scaleTo_ = to;
}

void Progress::begin(std::string_view phase, double from, double to, uint64_t units) {
  {
    const std::lock_guard lock(mutex_);
    phase_ = phase;
    from_ = scaleFrom_ + (scaleTo_ - scaleFrom_) * from;
    to_ = scaleFrom_ + (scaleTo_ - scaleFrom_) * to;
    units_ = units;
    done_.store(0, std::memory_order_relaxed);
  }
  notify(true);
}

bool Progress::advance(uint64_t units) {
  done_.fetch_add(units, std::memory_order_relaxed);
  notify(false);
  return !cancelled();
}

void Progress::notify(bool always) {
  if (!listener_) return;
  std::unique_lock lock(mutex_, std::defer_lock);
  if (always) {
    lock.lock();
  } else if (!lock.try_lock()) {
    return;  // another thread is reporting at this moment
  }
  const auto now = std::chrono::steady_clock::now();
  if (!always && now - lastReport_ < kBetweenReports) return;
  lastReport_ = now;
  const double share =
      units_ == 0
          ? 0.0
          : std::min(1.0, static_cast<double>(done_.load(std::memory_order_relaxed)) / static_cast<double>(units_));
  listener_({phase_, from_ + (to_ - from_) * share});
}

}  // namespace heaptrail
