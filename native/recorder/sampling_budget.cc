#include "recorder/sampling_budget.h"

#include <algorithm>

namespace heaptrail::recorder {

namespace {

// What is left of the past when a period of a tenth of a second is added to it.
constexpr double kRemembered = 0.8;

// What the JVM itself does for a sample, before and after it reports it: measured as what sampling every allocation
// costs a program beyond the recorder's own time.
constexpr double kJvmSecondsPerSample = 0.5e-6;

// Until samples were measured; and for how many such samples that guess counts from then on.
constexpr double kExpectedSecondsPerSample = 3e-6;
constexpr double kExpectedWeight = 20;

constexpr uint32_t kMaxStepDenser = 4;
constexpr uint32_t kStepOfOverrun = 16;

// A burst may use this many periods' budget before it is slowed down, and a thread take so many samples in any case.
constexpr double kPeriodsPerBurst = 4;
constexpr double kMinSamplesPerPeriod = 100;

}  // namespace

uint32_t SamplingBudget::next(const SampledPeriod& period) {
  recent_.programSeconds = recent_.programSeconds * kRemembered + period.programSeconds;
  recent_.sampleSeconds = recent_.sampleSeconds * kRemembered + period.sampleSeconds;
  recent_.samples = recent_.samples * kRemembered + period.samples;
  recent_.objects = recent_.objects * kRemembered + period.objects;
  recent_.bytes = recent_.bytes * kRemembered + period.bytes;
  const double allowed = share_ * recent_.programSeconds;
  const auto costAt = [this](uint32_t interval) { return samplesAt(interval) * secondsPerSample(); };
  if (costAt(interval_) > allowed) {
    while (interval_ < kMaxInterval && costAt(interval_) > allowed) interval_ = std::max(interval_ * 2, kMinInterval);
    return interval_;
  }
  for (uint32_t step = 1; step < kMaxStepDenser && interval_ > 0; step *= 2) {
    const uint32_t denser = interval_ > kMinInterval ? interval_ / 2 : 0;
    if (costAt(denser) > allowed) break;
    interval_ = denser;
  }
  return interval_;
}

uint32_t SamplingBudget::overrun() {
  interval_ = std::clamp(interval_ * kStepOfOverrun, kMinInterval * kStepOfOverrun, kMaxInterval);
  return interval_;
}

uint32_t SamplingBudget::samplesPerPeriod() const {
  const double period = recent_.programSeconds * (1 - kRemembered);
  const double samples = kPeriodsPerBurst * share_ * period / secondsPerSample();
  return static_cast<uint32_t>(std::max(kMinSamplesPerPeriod, samples));
}

double SamplingBudget::samplesAt(uint32_t interval) const {
  return interval == 0 ? recent_.objects : std::min(recent_.objects, recent_.bytes / interval);
}

double SamplingBudget::secondsPerSample() const {
  const double measured = recent_.sampleSeconds + kExpectedWeight * kExpectedSecondsPerSample;
  return measured / (recent_.samples + kExpectedWeight) + kJvmSecondsPerSample;
}

}  // namespace heaptrail::recorder
