#include "recorder/sampling_budget.h"

#include <algorithm>
#include <cmath>

namespace heaptrail::recorder {

namespace {

// The part of the budget that reports may take where not all of them can be looked at. What is allocated seldom is seen
// the better the larger it is, and of what is allocated often fewer are left.
constexpr double kShareOfReports = 0.4;

// Until samples were measured; and for how many such samples that guess counts from then on.
constexpr double kExpectedSecondsPerSample = 3e-6;
constexpr double kExpectedWeight = 10;

// What is left of what samples cost when a period is added. It changes slowly, and of a program that keeps a processor
// busy there are few, of which few are measured: so some seconds are remembered.
constexpr double kRememberedOfCost = 0.98;

constexpr int kMostStepsDenser = 8;  // four times as many samples

// Until a period has ended.
constexpr double kExpectedPeriod = 0.1;

// A burst may use this many periods' budget before it is slowed down, and a thread take so many samples in any case.
constexpr double kPeriodsPerBurst = 4;
constexpr double kMinSamplesPerBurst = 100;

}  // namespace

uint32_t SamplingBudget::next(const SampledPeriod& period) {
  recent_.programSeconds = recent_.programSeconds * kRemembered + period.programSeconds;
  recent_.processorSeconds = recent_.processorSeconds * kRemembered + period.processorSeconds;
  recent_.sampleSeconds = recent_.sampleSeconds * kRememberedOfCost + period.sampleSeconds;
  recent_.samples = recent_.samples * kRememberedOfCost + period.samples;
  recent_.allocated *= kRemembered;
  recent_.allocated += period.allocated;
  periods_ = periods_ * kRemembered + 1;
  if (!fits(interval_)) {
    while (interval_ < kMaxInterval && !fits(interval_)) interval_ = std::max(longerInterval(interval_), kMinInterval);
    return interval_;
  }
  for (int step = 0; step < kMostStepsDenser && interval_ > 0; ++step) {
    const uint32_t denser = interval_ > kMinInterval ? shorterInterval(interval_) : 0;
    if (!fits(denser)) break;
    interval_ = denser;
  }
  return interval_;
}

double SamplingBudget::busy() const {
  const double atWork = recent_.programSeconds > 0 ? recent_.processorSeconds / recent_.programSeconds : 1;
  return std::max(0.0, 2 * atWork - 1);
}

double SamplingBudget::secondsPerReport() const {
  return std::lerp(kSecondsPerReport, kSecondsPerReportOfBusy, busy());
}

double SamplingBudget::secondsOfReports(uint32_t interval) const {
  return recent_.allocated.samplesAt(interval) * secondsPerReport();
}

bool SamplingBudget::fits(uint32_t interval) const {
  const double reports = secondsOfReports(interval);
  return reports <= kShareOfReports * allowed() ||
         reports + recent_.allocated.samplesAt(interval) * secondsPerSample() <= allowed();
}

double SamplingBudget::samples() const {
  return std::max(0.0, allowed() - secondsOfReports(interval_)) / secondsPerSample();
}

uint32_t SamplingBudget::overrun() {
  interval_ = muchLongerInterval(std::max(interval_, kMinInterval), kMaxInterval);
  return interval_;
}

double SamplingBudget::secondsPerBurst() const {
  const double period = periods_ > 0 ? recent_.programSeconds / periods_ : kExpectedPeriod;
  return std::max(kMinSamplesPerBurst * secondsPerSample(), kPeriodsPerBurst * share_ * period);
}

double SamplingBudget::secondsPerSample() const {
  const double measured = recent_.sampleSeconds + kExpectedWeight * kExpectedSecondsPerSample;
  return std::lerp(1, kCostOfSampleOfBusy, busy()) * measured / (recent_.samples + kExpectedWeight);
}

}  // namespace heaptrail::recorder
