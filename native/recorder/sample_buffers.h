// The samples of the program's threads until a point comes: each thread writes to a buffer of its own, the recorder
// takes them out. And what samples cost.
//
// An object is referred to weakly, and not by a tag, until it has lived to see a point: most never do, tags are an
// entry in one table for all threads, and older JVMs rebuild that table after every collection when one of them is
// asked for.
#pragma once

#include <jvmti.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace heaptrail::recorder {

struct Sample {
  jweak object = nullptr;
  uint32_t stack = 0;     // of the CallTree
  uint32_t thread = 0;    // its symbol
  uint32_t interval = 0;  // mean bytes between two samples of its class; 0: every allocation
};

struct SampleSums {
  double samples = 0;
  double seconds = 0;  // of processor time, that the recorder took for them

  SampleSums& operator+=(const SampleSums& other) {
    samples += other.samples;
    seconds += other.seconds;
    return *this;
  }
};

/// Of one thread.
class SampleBuffer {
 public:
  // For the thread itself alone:

  std::vector<jvmtiFrameInfo> frames;
  uint32_t thread = 0;          // its symbol; 0 until it is known
  bool wasInException = false;  // the sample before was part of a stack trace
  uint64_t period = 0;          // in which reports and samples took …
  double secondsInPeriod = 0;

  /// The stacks that it met last, by the checksum of their frames.
  struct KnownStack {
    uint64_t checksum = 0;
    uint32_t stack = 0;
  };
  KnownStack& known(uint64_t checksum) { return known_[checksum % known_.size()]; }

  /// Evenly from 0 to 1 (xorshift64*, of which the upper bits are good).
  double random() {
    random_ ^= random_ >> 12;
    random_ ^= random_ << 25;
    random_ ^= random_ >> 27;
    return static_cast<double>((random_ * 0x2545F4914F6CDD1DU) >> 11) * 0x1p-53;
  }

  void add(const Sample& sample) {
    const std::lock_guard lock(mutex_);
    samples_.push_back(sample);
  }
  void count(const SampleSums& more) {
    add(sums_[0], more.samples);
    add(sums_[1], more.seconds);
  }
  void end() { ended_ = true; }

  // For others:

  std::vector<Sample> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(samples_, {});
  }
  SampleSums sums() const { return {sums_[0], sums_[1]}; }
  bool ended() const { return ended_; }

 private:
  /// Only its thread writes.
  static void add(std::atomic<double>& sum, double more) {
    sum.store(sum.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
  }

  std::array<KnownStack, 512> known_{};
  uint64_t random_ = reinterpret_cast<uintptr_t>(this) | 1;  // never 0, and another in each thread
  std::array<std::atomic<double>, 2> sums_{};
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;  // held for moments, never while the JVM is asked for anything
  std::vector<Sample> samples_;
};

/// Of all threads. Of several in a process, one for each recording, only the last is used.
class SampleBuffers {
 public:
  SampleBuffer& ofThisThread();

  /// All samples since the last time.
  std::vector<Sample> take();
  /// Since the beginning.
  SampleSums sums();

 private:
  std::mutex mutex_;  // guards what follows
  std::vector<std::shared_ptr<SampleBuffer>> buffers_;
  SampleSums ofEnded_;
};

}  // namespace heaptrail::recorder
