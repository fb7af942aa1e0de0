// How long work tells its owner how far it is, and learns that it should stop.
//
// The owner makes a Progress with a listener and may call `cancel` from any thread. The work divides itself into
// phases, each a share of the whole, and advances through them; every `advance` answers whether to go on. Work checks
// at least every 50 ms. The listener is called from the working threads, at most about twenty times a second, never
// from two at once.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace heaptrail {

/// Loops that visit objects advance, and so learn that they should stop, every so many: within some milliseconds.
inline constexpr uint32_t kObjectsBetweenChecks = 1 << 16;

struct ProgressReport {
  std::string phase;  // what is being done, for a person: "Reading objects"
  double done = 0;    // 0…1 of the whole
};

class Progress {
 public:
  using Listener = std::function<void(const ProgressReport&)>;

  explicit Progress(Listener listener = {}) : listener_(std::move(listener)) {}
  /// A part of a whole that says its phases in a scale of its own, and is cancelled with the whole. The whole is as far
  /// as its parts are together, each counting for its share; several may be under way at the same time. When a part
  /// ends, all of its share is done.
  Progress(Progress& whole, double share);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// From now on, phases that say [0, 1] mean [from, to] of the whole: for work that does not know it is part of more.
  void scale(double from, double to);

  /// Starts the next phase: `units` of work that take the share [from, to] of the whole.
  void begin(std::string_view phase, double from, double to, uint64_t units);

  /// Reports that `units` more are done; false when the work should stop. For any thread.
  bool advance(uint64_t units);

  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const {
    return cancelled_.load(std::memory_order_relaxed) || (whole_ != nullptr && whole_->cancelled());
  }

 private:
  void notify(bool always);
  /// A part got further, by this much of the whole.
  void advancePart(std::string_view phase, double by);

  Listener listener_;
  Progress* whole_ = nullptr;
  double share_ = 0;
  double told_ = 0;  // how much of the share the whole knows of
  std::atomic<bool> cancelled_ = false;
  std::atomic<uint64_t> done_ = 0;
  std::mutex mutex_;  // guards what follows, and the listener's turn
  std::string phase_;
  double from_ = 0;
  double to_ = 0;
  double scaleFrom_ = 0;
  double scaleTo_ = 1;
  uint64_t units_ = 0;
  std::chrono::steady_clock::time_point lastReport_;
};

}  // namespace heaptrail
