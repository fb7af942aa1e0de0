#include "base/progress.h"

#include <algorithm>

namespace heaptrail {

namespace {
constexpr std::chrono::milliseconds kBetweenReports{50};
}

Progress::Progress(Progress& whole, double share) : whole_(&whole), share_(share) {
  listener_ = [this](const ProgressReport& report) {
    if (report.done < told_) return;
    whole_->advancePart(report.phase, share_ * (report.done - told_));
    told_ = report.done;
  };
}

Progress::~Progress() {
  if (whole_ != nullptr && told_ < 1) whole_->advancePart({}, share_ * (1 - told_));
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

void Progress::advancePart(std::string_view phase, double by) {
  const std::lock_guard lock(mutex_);
  if (!phase.empty()) phase_ = phase;
  from_ = to_ = std::min(scaleTo_, from_ + (scaleTo_ - scaleFrom_) * by);
  const auto now = std::chrono::steady_clock::now();
  if (!listener_ || now - lastReport_ < kBetweenReports) return;
  lastReport_ = now;
  listener_({phase_, from_});
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
