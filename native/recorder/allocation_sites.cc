#include "recorder/allocation_sites.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "base/checksum.h"

namespace heaptrail::recorder {

namespace {

constexpr uint32_t kUnknown = ~uint32_t{0};

// What HotSpot takes for the interval until an agent tells another.
constexpr uint32_t kIntervalOfJvm = 512 << 10;

// Asking the system for the processor time of a thread takes about as long as a tenth of a sample: one in so many is
// measured for all, whichever it is: the first of a thread takes longer.
constexpr uint32_t kSamplesPerMeasurement = 16;

// What one class may have of the samples that a thread may take in a burst: it becomes sparser by itself before all
// others have to.
constexpr double kPartOfBurst = 0.25;

double secondsOf(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

}  // namespace

thread_local uint32_t AllocationSites::intervalOfNext_ = kUnknown;
thread_local const AllocationSites* AllocationSites::asked_ = nullptr;
thread_local int OwnAllocations::depth_ = 0;
thread_local bool OwnAllocations::reported_ = false;

AllocationSites::AllocationSites(jvmtiEnv* jvmti, SharedSymbols& symbols, FrameNames& frames, ThreadNames& threads,
                                 const Options& options)
    : jvmti_(jvmti),
      symbols_(symbols),
      frames_(frames),
      threads_(threads),
      depth_(options.depth),
      firstInterval_(firstInterval(options)),
      interval_(firstInterval_),
      measures_(options.sites == Sites::kAuto),
      budget_(options.budget),
      processSeconds_(secondsOf(CLOCK_PROCESS_CPUTIME_ID)),
      clockSeconds_(secondsOf(CLOCK_MONOTONIC)) {
  secondsPerBurst_ = budget_.secondsPerBurst();
  secondsPerSample_ = budget_.secondsPerSample();
  secondsPerReport_ = budget_.secondsPerReport();
}

uint32_t AllocationSites::firstInterval(const Options& options) {
  switch (options.sites) {
    case Sites::kAuto:
      return SamplingBudget::kFirstInterval;
    case Sites::kSampled:
      return options.sampleInterval;
    case Sites::kExact:
    case Sites::kOff:
      break;
  }
  return 0;
}

void AllocationSites::prepare(JNIEnv* jni) {
  const LocalFrame references(jni);
  classClass_ = static_cast<jclass>(jni->NewGlobalRef(jni->FindClass("java/lang/Class")));
  jclass throwable = jni->FindClass("java/lang/Throwable");
  fillInStackTrace_ = jni->GetMethodID(throwable, "fillInStackTrace", "(I)Ljava/lang/Throwable;");
  if (fillInStackTrace_ == nullptr) jni->ExceptionClear();
}

void AllocationSites::begin(JNIEnv* jni, bool running) {
  if (running) firstInterval_ = kIntervalOfJvm;
  if (interval_ > 0) return;
  // JVMs look whether they should report everything when a thread takes a new buffer to allocate from: fill the one
  // that this thread has.
  const OwnAllocations own;
  constexpr jsize kPiece = 1000;
  constexpr int kMaxPieces = 1 << 15;  // 32 MB, more than a buffer has
  OwnAllocations::wasReported() = false;
  for (int piece = 0; piece < kMaxPieces && !OwnAllocations::wasReported(); ++piece) {
    jobject garbage = jni->NewByteArray(kPiece);
    if (garbage == nullptr) break;
    jni->DeleteLocalRef(garbage);
  }
  jni->ExceptionClear();
}

void AllocationSites::end(JNIEnv* jni) {
  const std::lock_guard lock(survivorsMutex_);
  const std::vector<Sample> recent = buffers_.take();
  survivors_.insert(survivors_.end(), recent.begin(), recent.end());
  for (const Sample& sample : survivors_) jni->DeleteWeakGlobalRef(sample.object);
  survivors_.clear();
  jvmti_->SetHeapSamplingInterval(kIntervalOfJvm);
}

void AllocationSites::allocated(JNIEnv* jni, jthread thread, jobject object, jclass type, jlong bytes) {
  // The JVM has chosen this thread's next sample already, before it reported this one.
  uint32_t interval = std::exchange(intervalOfNext_, interval_.load(std::memory_order_relaxed));
  // A recording before this one had left its own.
  if (std::exchange(asked_, this) != this || interval == kUnknown) interval = firstInterval_;
  if (OwnAllocations::now()) {
    OwnAllocations::wasReported() = true;
    return;
  }
  SampleBuffer& buffer = buffers_.ofThisThread();
  if (measures_) {
    sampleWithinBudget(jni, buffer, thread, object, type, bytes, interval);
  } else {
    sample(jni, buffer, thread, object, interval);
  }
}

void AllocationSites::sampleWithinBudget(JNIEnv* jni, SampleBuffer& buffer, jthread thread, jobject object, jclass type,
                                         jlong bytes, uint32_t interval) {
  const auto size = static_cast<double>(bytes);
  // The tag of a class object would tell the type, but JVMs keep tags in a table that older ones rebuild after each
  // collection when one of them is asked for.
  ClassInterval& ofClass = classes_.of(hashOf(jvmti_, type), static_cast<uint64_t>(bytes));
  ofClass.add(Allocated::bySample(size, interval));
  SampleSums counted;
  const uint32_t own = std::max(ofClass.get(), interval);
  if (isLookedAt(size, interval, own, buffer.random())) {
    const bool measured = buffer.random() * kSamplesPerMeasurement < 1;
    const double began = measured ? secondsOf(CLOCK_THREAD_CPUTIME_ID) : 0;
    sample(jni, buffer, thread, object, own);
    if (measured) counted.seconds = (secondsOf(CLOCK_THREAD_CPUTIME_ID) - began) * kSamplesPerMeasurement;
    counted.samples = 1;
    const double burst = secondsPerBurst_.load(std::memory_order_relaxed) * kPartOfBurst;
    ofClass.lookedAt(interval, static_cast<uint32_t>(burst / secondsPerSample_.load(std::memory_order_relaxed)));
  }
  count(buffer, counted);
}

void AllocationSites::sample(JNIEnv* jni, SampleBuffer& buffer, jthread thread, jobject object, uint32_t interval) {
  const std::span<const jvmtiFrameInfo> frames = walkStack(buffer);
  if (frames.empty()) return;
  const uint32_t stack = stackOf(buffer, frames);
  if (jweak const reference = jni->NewWeakGlobalRef(object)) {
    buffer.add({reference, stack, threadOf(jni, thread, buffer), interval});
  } else {
    jni->ExceptionClear();
  }
}

/// Empty where the object does not matter. An exception brings ten arrays for its stack trace or more, all allocated by
/// one native method at the deepest place of the stack; no walk ever meets them, because the JVM hides the field
/// Throwable.backtrace. So whoever was in there a sample ago looks first whether it still is, which costs a tenth of
/// walking over the whole stack.
std::span<const jvmtiFrameInfo> AllocationSites::walkStack(SampleBuffer& buffer) const {
  buffer.frames.resize(depth_);
  jint found = 0;
  const auto walk = [&](jint depth) {
    return jvmti_->GetStackTrace(nullptr, 0, depth, buffer.frames.data(), &found) == JVMTI_ERROR_NONE && found > 0;
  };
  const auto fillsInTrace = [&] { return buffer.frames[0].method == fillInStackTrace_; };
  if (buffer.wasInException && walk(1) && fillsInTrace()) return {};
  if (!walk(static_cast<jint>(depth_))) return {};
  buffer.wasInException = fillsInTrace();
  if (buffer.wasInException) return {};
  return {buffer.frames.data(), static_cast<size_t>(found)};
}

uint32_t AllocationSites::stackOf(SampleBuffer& buffer, std::span<const jvmtiFrameInfo> stack) {
  const std::span bytes(reinterpret_cast<const uint8_t*>(stack.data()), stack.size_bytes());
  // 64 bits: of a million stacks two have the same with a probability of one to 37 million.
  const uint64_t key = checksum(bytes);
  SampleBuffer::KnownStack& known = buffer.known(key);
  if (known.checksum != key) known = {key, stacks_.insert(stack)};
  return known.stack;
}

uint32_t AllocationSites::threadOf(JNIEnv* jni, jthread thread, SampleBuffer& buffer) {
  // A buffer is that of the thread of the system, which runs one virtual thread after the other.
  if (threads_.isVirtual(jni, thread)) return threads_.virtualThreads();
  if (buffer.thread == 0) buffer.thread = threads_.current(jni, thread);
  return buffer.thread;
}

void AllocationSites::count(SampleBuffer& buffer, const SampleSums& more) {
  buffer.count(more);
  if (const uint64_t period = period_.load(std::memory_order_relaxed); buffer.period != period) {
    buffer.period = period;
    buffer.secondsInPeriod = 0;
  }
  buffer.secondsInPeriod += secondsPerReport_.load(std::memory_order_relaxed) +
                            more.samples * secondsPerSample_.load(std::memory_order_relaxed);
  if (buffer.secondsInPeriod > secondsPerBurst_.load(std::memory_order_relaxed)) reportOverrun(buffer);
}

void AllocationSites::reportOverrun(SampleBuffer& buffer) {
  buffer.secondsInPeriod = 0;
  const std::lock_guard lock(budgetMutex_);
  // Another thread may have reported it, and this one not yet have come to choose by the new interval.
  if (intervalOfNext_ == interval_) setInterval(budget_.overrun());
}

void AllocationSites::setInterval(uint32_t interval) {
  if (interval == interval_) return;
  interval_ = interval;
  jvmti_->SetHeapSamplingInterval(static_cast<jint>(interval));
}

void AllocationSites::look(JNIEnv* jni, bool collected) {
  if (measures_) adjust();
  if (!collected) return;
  const std::lock_guard lock(survivorsMutex_);
  std::vector<Sample> samples = buffers_.take();
  dropDead(jni, samples);
  survivors_.insert(survivors_.end(), samples.begin(), samples.end());
  // What has survived one collection mostly survives the next: look again when they have doubled.
  if (survivors_.size() <= survivorsChecked_ * 2) return;
  dropDead(jni, survivors_);
  constexpr size_t kFewest = 10'000;
  survivorsChecked_ = std::max(survivors_.size(), kFewest);
}

void AllocationSites::pointTaken(std::span<const Survivors> survivors) {
  const std::lock_guard lock(budgetMutex_);
  classes_.pointTaken(survivors);
}

void AllocationSites::adjust() {
  const SampleSums sums = buffers_.sums();
  const double process = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
  const double clock = secondsOf(CLOCK_MONOTONIC);
  const std::lock_guard lock(budgetMutex_);
  const double worked = process - processSeconds_;
  const SampledPeriod period{std::max(worked, clock - clockSeconds_), worked, sums.seconds - countedSoFar_.seconds,
                             sums.samples - countedSoFar_.samples, classes_.endPeriod()};
  countedSoFar_ = sums;
  processSeconds_ = process;
  clockSeconds_ = clock;
  setInterval(budget_.next(period));
  classes_.divide(budget_.samples(), budget_.interval());
  secondsPerBurst_ = budget_.secondsPerBurst();
  secondsPerSample_ = budget_.secondsPerSample();
  secondsPerReport_ = budget_.secondsPerReport();
  period_.fetch_add(1, std::memory_order_relaxed);
}

void AllocationSites::dropDead(JNIEnv* jni, std::vector<Sample>& samples) {
  std::erase_if(samples, [jni](const Sample& sample) {
    if (jni->IsSameObject(sample.object, nullptr) == JNI_FALSE) return false;
    jni->DeleteWeakGlobalRef(sample.object);
    return true;
  });
}

std::vector<std::pair<uint64_t, uint32_t>> AllocationSites::tagAll(JNIEnv* jni) {
  std::vector<std::pair<uint64_t, uint32_t>> numbered;
  const std::lock_guard lock(survivorsMutex_);
  const std::vector<Sample> recent = buffers_.take();
  survivors_.insert(survivors_.end(), recent.begin(), recent.end());
  for (const Sample& sample : survivors_) {
    if (jobject object = jni->NewLocalRef(sample.object)) {
      // Class objects have another note on their tags.
      const uint32_t origin = jni->IsInstanceOf(object, classClass_) != JNI_FALSE ? 0 : originOf(jni, sample);
      if (origin != 0 && origin <= kMostNotes) {
        jlong tag = 0;
        jvmti_->GetTag(object, &tag);
        jvmti_->SetTag(object, tagOf(idOf(tag), origin));
        if (idOf(tag) != 0) numbered.emplace_back(idOf(tag), origin);
      }
      jni->DeleteLocalRef(object);
    }
    jni->DeleteWeakGlobalRef(sample.object);
  }
  survivors_.clear();
  survivorsChecked_ = 0;
  return numbered;
}

uint32_t AllocationSites::originOf(JNIEnv* jni, const Sample& sample) {
  const uint32_t site = siteOf(jni, sample.stack);
  return symbols_.with(
      [&](recording::SymbolEncoder& symbols) { return symbols.origin(site, sample.thread, sample.interval); });
}

uint32_t AllocationSites::siteOf(JNIEnv* jni, uint32_t stack) {
  if (const auto known = siteOfStack_.find(stack); known != siteOfStack_.end()) return known->second;
  std::vector<uint32_t> frames;
  for (const FramePlace& place : stacks_.frames(stack)) {
    if (const uint32_t frame = frames_.frame(jni, place); frame != 0) frames.push_back(frame);
  }
  const uint32_t site = symbols_.with([&](recording::SymbolEncoder& symbols) { return symbols.site(frames); });
  siteOfStack_.emplace(stack, site);
  return site;
}

}  // namespace heaptrail::recorder
