// How densely allocations are sampled, so that samples take no more than a share of the program's time.
//
// An allocation is *reported* by the JVM, and those of them that are looked at are samples (class_intervals.h says
// which). What a sample costs is measured; how many reports an interval would give is predicted from what the samples
// of the last second stand for. The next interval is the smallest that fits into the budget: either all that is
// reported can be looked at, or reports alone take a part of the budget, and samples have the rest. It becomes shorter
// by small steps and longer by as much as is needed: a denser interval that turns out to be too dense costs the program
// time, a sparser one only samples. Interval 0, where every allocation takes the JVM's slow path, is a matter of how
// many objects are allocated; all others, of how many bytes.
//
// Knows nothing of a JVM. For one thread at a time.
#pragma once

#include <cstdint>

#include "recorder/sampling_intervals.h"

namespace heaptrail::recorder {

/// What happened between two looks.
struct SampledPeriod {
  double programSeconds = 0;    // of the program: processor time, or the time that passed where that is more
  double processorSeconds = 0;  // processor time of the program
  double sampleSeconds = 0;     // processor time that samples took themselves
  double samples = 0;
  AllocatedBySize allocated;  // as estimated from all that was reported
};

class SamplingBudget {
 public:
  /// Before anything is known of the program. Small: what a program allocates first often lives longest. A JVM that
  /// starts allocates some tens of megabytes, so this is some thousand samples.
  static constexpr uint32_t kFirstInterval = 16 << 10;
  static constexpr uint32_t kMinInterval = 256;  // below, only 0: every allocation
  static constexpr uint32_t kMaxInterval = 4 << 20;

  /// What is left of the past when a period of a tenth of a second is added to it.
  static constexpr double kRemembered = 0.8;

  // What a program that keeps a processor busy loses by reports and samples is more than the time that these take
  // themselves (./run bench sampling-turns), presumably by what they displace from its caches. One that waits half of
  // the time or more is not slowed down by that.

  /// Of a report: the JVM's part of it, and the decision whether to look. That alone takes 0.4 µs in a loop that only
  /// allocates, where one comes every few microseconds.
  static constexpr double kSecondsPerReport = 0.6e-6;
  static constexpr double kSecondsPerReportOfBusy = 5e-6;

  /// Of a sample, over the processor time that it takes.
  static constexpr double kCostOfSampleOfBusy = 5;

  /// `share` of the program's time, such as 0.01.
  explicit SamplingBudget(double share) : share_(share) {}

  uint32_t interval() const { return interval_; }

  /// Decides for the next period; gives the interval.
  uint32_t next(const SampledPeriod& period);

  /// How many samples of what was allocated recently the budget has room for, beside the reports.
  double samples() const;

  /// In the middle of a period: reports and samples of some thread took as long as the budget has for several periods.
  uint32_t overrun();

  /// How long those of a thread may take in a period before it should report an overrun.
  double secondsPerBurst() const;
  /// What looking at an allocation costs the program that was reported, and what the report does.
  double secondsPerSample() const;
  double secondsPerReport() const;

 private:
  double allowed() const { return share_ * recent_.programSeconds; }
  /// From 0, where the program waits half of the time, to 1, where a processor is always at work for it.
  double busy() const;
  double secondsOfReports(uint32_t interval) const;
  bool fits(uint32_t interval) const;

  double share_;
  uint32_t interval_ = kFirstInterval;
  SampledPeriod recent_;  // of about a second, what samples cost of some; older periods count less
  double periods_ = 0;    // how many recent_ has, counted the same way
};

}  // namespace heaptrail::recorder
