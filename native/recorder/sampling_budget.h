// How densely allocations are sampled, so that samples take no more than a share of the program's time.
//
// The cost of a sample is measured; how many samples an interval would give is predicted from what the samples of the
// last second stand for. The next interval is the smallest whose samples, so predicted, fit into the budget. It becomes
// shorter by small steps and longer by as much as is needed: a denser interval that turns out to be too dense costs the
// program time, a sparser one only samples. Interval 0, where every allocation takes the JVM's slow path, is a matter
// of how many objects are allocated; all others, of how many bytes.
//
// Knows nothing of a JVM. For one thread at a time.
#pragma once

#include <cstdint>

namespace heaptrail::recorder {

/// What happened between two looks.
struct SampledPeriod {
  double programSeconds = 0;  // of the program: processor time, or the time that passed where that is more
  double sampleSeconds = 0;   // processor time that samples took
  double samples = 0;
  double objects = 0;  // that were allocated, as estimated from the samples
  double bytes = 0;    // of these
};

class SamplingBudget {
 public:
  /// Before anything is known of the program. Small: what a program allocates first often lives longest. A JVM that
  /// starts allocates some tens of megabytes, so this is some thousand samples.
  static constexpr uint32_t kFirstInterval = 16 << 10;
  static constexpr uint32_t kMinInterval = 256;  // below, only 0: every allocation
  static constexpr uint32_t kMaxInterval = 4 << 20;

  /// `share` of the program's time, such as 0.01.
  explicit SamplingBudget(double share) : share_(share) {}

  uint32_t interval() const { return interval_; }

  /// Decides for the next period; gives the interval.
  uint32_t next(const SampledPeriod& period);

  /// In the middle of a period: some thread has taken as many samples as the budget has for several periods.
  uint32_t overrun();

  /// How many samples a thread may take in a period before it should report an overrun.
  uint32_t samplesPerPeriod() const;

 private:
  double samplesAt(uint32_t interval) const;
  double secondsPerSample() const;

  double share_;
  uint32_t interval_ = kFirstInterval;
  SampledPeriod recent_;  // of about a second; older periods count less
};

}  // namespace heaptrail::recorder
