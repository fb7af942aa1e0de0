// Where objects were allocated: the JVM reports allocations (every so many bytes, or all of them), and those objects
// that live to see a point get the number of the place and the thread on their tags.
//
// While the program runs, a sample costs it a walk over its stack, a look-up and a weak reference: nothing is named, no
// tag is touched, and hardly a lock is taken that another thread could hold. Where a budget decides, more is reported
// than is sampled, so that what is allocated seldom is not overlooked (class_intervals.h).
#pragma once

#include <jvmti.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "recorder/call_tree.h"
#include "recorder/class_intervals.h"
#include "recorder/frame_names.h"
#include "recorder/options.h"
#include "recorder/sample_buffers.h"
#include "recorder/sampling_budget.h"
#include "recorder/shared_symbols.h"
#include "recorder/thread_names.h"

namespace heaptrail::recorder {

class AllocationSites {
 public:
  AllocationSites(jvmtiEnv* jvmti, SharedSymbols& symbols, FrameNames& frames, ThreadNames& threads,
                  const Options& options);

  /// What the JVM is to be told before its first thread begins.
  static uint32_t firstInterval(const Options& options);

  /// Once, when the JVM is ready.
  void prepare(JNIEnv* jni);

  /// Samples from now on. `running`: the JVM has threads that chose their first sample before anybody told it how far
  /// it should be.
  void begin(JNIEnv* jni, bool running);

  /// Once nothing is reported any more, and nobody takes points.
  void end(JNIEnv* jni);

  // From any thread of the program:

  void threadBegan() const {
    asked_ = this;
    intervalOfNext_ = interval_.load(std::memory_order_relaxed);
  }
  /// The JVM reports an allocation of the thread that runs this.
  void allocated(JNIEnv* jni, jthread thread, jobject object, jclass type, jlong bytes);

  // From the recorder, ten times a second and before each point; between them the JVM may be asked for anything:

  /// Forgets what is dead if there were `collections` since the last time, and adjusts how densely is sampled.
  void look(JNIEnv* jni, bool collected);
  /// A point has met these for the first time: what is allocated since will survive as they have.
  void pointTaken(std::span<const Survivors> survivors);
  /// Writes onto the tags of all that is alive where it was allocated, and calls `tagged(id, origin)` for each object
  /// that has a number.
  template <typename Tagged>
  void tagSurvivors(JNIEnv* jni, Tagged&& tagged) {
    for (const auto& [id, origin] : tagAll(jni)) tagged(id, origin);
  }

 private:
  uint32_t threadOf(JNIEnv* jni, jthread thread, SampleBuffer& buffer);
  std::span<const jvmtiFrameInfo> walkStack(SampleBuffer& buffer) const;
  uint32_t stackOf(SampleBuffer& buffer, std::span<const jvmtiFrameInfo> stack);
  void sample(JNIEnv* jni, SampleBuffer& buffer, jthread thread, jobject object, uint32_t interval);
  void sampleWithinBudget(JNIEnv* jni, SampleBuffer& buffer, jthread thread, jobject object, jclass type, jlong bytes,
                          uint32_t interval);
  void count(SampleBuffer& buffer, const SampleSums& more);
  void reportOverrun(SampleBuffer& buffer);
  void setInterval(uint32_t interval);
  void adjust();
  static void dropDead(JNIEnv* jni, std::vector<Sample>& samples);
  /// The objects with a number, and their origins.
  std::vector<std::pair<uint64_t, uint32_t>> tagAll(JNIEnv* jni);
  uint32_t originOf(JNIEnv* jni, const Sample& sample);
  uint32_t siteOf(JNIEnv* jni, uint32_t stack);

  static thread_local uint32_t intervalOfNext_;       // in force when this thread chose its next sample
  static thread_local const AllocationSites* asked_;  // whose interval that is

  jvmtiEnv* jvmti_;
  SharedSymbols& symbols_;
  FrameNames& frames_;
  ThreadNames& threads_;
  uint32_t depth_;
  jclass classClass_ = nullptr;
  jmethodID fillInStackTrace_ = nullptr;  // the native one
  uint32_t firstInterval_;                // of threads of which nothing is known
  std::atomic<uint32_t> interval_;
  SampleBuffers buffers_;
  CallTree stacks_;

  // Where a budget decides how dense samples are:
  bool measures_;
  ClassIntervals classes_;
  std::atomic<uint64_t> period_ = 0;
  std::atomic<double> secondsPerBurst_;
  std::atomic<double> secondsPerSample_;
  std::atomic<double> secondsPerReport_;
  std::mutex budgetMutex_;  // held for moments; guards what classes_ knows of the past, and what follows
  SamplingBudget budget_;
  SampleSums countedSoFar_;
  double processSeconds_;
  double clockSeconds_;

  std::mutex survivorsMutex_;      // never taken where the program allocates; guards what follows
  std::vector<Sample> survivors_;  // were alive when they were looked at last
  size_t survivorsChecked_ = 0;    // how many they were then
  std::unordered_map<uint32_t, uint32_t> siteOfStack_;
};

/// While one of these lives, what its thread allocates is not reported: the recorder's own objects.
class OwnAllocations {
 public:
  OwnAllocations() { ++depth_; }
  ~OwnAllocations() { --depth_; }
  OwnAllocations(const OwnAllocations&) = delete;
  OwnAllocations& operator=(const OwnAllocations&) = delete;
  static bool now() { return depth_ > 0; }
  /// Whether one was reported nevertheless, so far by this thread.
  static bool& wasReported() { return reported_; }

 private:
  static thread_local int depth_;
  static thread_local bool reported_;
};

}  // namespace heaptrail::recorder
