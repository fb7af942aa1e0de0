#include "recorder/recorder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <utility>

#include "recorder/messages.h"

namespace heaptrail::recorder {

namespace {

using Clock = std::chrono::steady_clock;

// Of the program's time, what a recording takes at most: a fifth where nobody said how often, a half where somebody
// did.
constexpr int kRestAfterUnaskedPoint = 4;
constexpr int kRestAfterPoint = 1;

// Where nobody said how often, a short run has several points all the same, so that growth can be seen before it ends.
constexpr std::array kEarlyPoints{std::chrono::seconds(1), std::chrono::seconds(3), std::chrono::seconds(6),
                                  std::chrono::seconds(10)};

constexpr std::chrono::milliseconds kBetweenLooks{100};

// How full the pools are is read from memory, so that it costs nothing to do it often.
constexpr std::chrono::milliseconds kBetweenUses{250};

// Who looks on sees a collection this long after it.
constexpr std::chrono::seconds kUntilCollectionsAreWritten{1};

}  // namespace

Recorder::Recorder(jvmtiEnv* jvmti, std::unique_ptr<recording::ChunkWriter> writer, Options options)
    : jvmti_(jvmti),
      options_(std::move(options)),
      frames_(jvmti, symbols_),
      threads_(jvmti, symbols_),
      sites_(jvmti, symbols_, frames_, threads_, options_),
      points_(jvmti, std::move(writer), {symbols_, frames_, threads_, collections_, sites_}) {}

Status Recorder::start(JNIEnv* jni, First first) {
  const OwnAllocations own;
  threads_.prepare(jni);
  sites_.prepare(jni);
  points_.begin(jni, options_);
  start_ = Clock::now();
  due_ = first == First::kAtOnce ? start_ : dueAfter(start_, start_);
  look_ = options_.sites == Sites::kOff ? Clock::time_point::max() : start_ + kBetweenLooks;
  use_ = collections_.tellsUse() ? start_ : Clock::time_point::max();
  return startThread(jni);
}

/// When the next point is due after one that took so long.
Clock::time_point Recorder::dueAfter(Clock::time_point began, Clock::time_point ended) const {
  if (options_.everySeconds == 0) return Clock::time_point::max();
  const std::chrono::duration<double> every(options_.everySeconds);
  Clock::time_point due = began + std::chrono::duration_cast<Clock::duration>(every);
  if (options_.everyIsGiven) return std::max(due, ended + kRestAfterPoint * (ended - began));
  const auto* const early = std::ranges::find_if(kEarlyPoints, [&](auto after) { return start_ + after > began; });
  if (early != kEarlyPoints.end()) due = start_ + *early;
  return std::max(due, ended + kRestAfterUnaskedPoint * (ended - began));
}

Status Recorder::startThread(JNIEnv* jni) {
  const LocalFrame references(jni);
  jclass type = jni->FindClass("java/lang/Thread");
  jmethodID make = jni->GetMethodID(type, "<init>", "(Ljava/lang/String;)V");
  jstring name = jni->NewStringUTF("Heaptrail recorder");
  jobject thread = make == nullptr || name == nullptr ? nullptr : jni->NewObject(type, make, name);
  if (thread == nullptr || jvmti_->RunAgentThread(thread, run, this, JVMTI_THREAD_NORM_PRIORITY) != JVMTI_ERROR_NONE) {
    jni->ExceptionClear();
    return std::unexpected(Error{ErrorKind::kInternal, "the JVM could not start the recorder's thread"});
  }
  return {};
}

void Recorder::run(jvmtiEnv*, JNIEnv* jni, void* recorder) {
  auto& self = *static_cast<Recorder*>(recorder);
  self.takePoints(jni);
  const std::lock_guard lock(self.mutex_);
  self.threadEnded_ = true;
  self.changed_.notify_all();
}

void Recorder::takePoints(JNIEnv* jni) {
  {
    const OwnAllocations own;
    const std::lock_guard lock(taking_);
    collections_.openBeans(jni);
  }
  while (const std::optional<recording::Trigger> trigger = waitUntilDue(jni)) {
    const Clock::time_point began = Clock::now();
    if (!take(jni, *trigger, usualKind())) return;
    const Clock::time_point ended = Clock::now();
    const std::lock_guard lock(mutex_);
    due_ = dueAfter(began, ended);
  }
}

std::optional<recording::Trigger> Recorder::waitUntilDue(JNIEnv* jni) {
  std::unique_lock lock(mutex_);
  const auto enoughCollections = [&] {
    return options_.everyCollections > 0 && collectionsSincePoint_ >= options_.everyCollections;
  };
  const auto isOver = [&] { return ending_ || enoughCollections(); };
  Clock::time_point next;
  const auto isWoken = [&] { return isOver() || askForCollections_ || write_ < next; };
  while (!isOver() && Clock::now() < due_) {
    next = std::min({due_, look_, write_, use_});
    if (next == Clock::time_point::max()) {
      changed_.wait(lock, isWoken);
    } else {
      changed_.wait_until(lock, next, isWoken);
    }
    if (isOver()) break;
    if (Clock::now() >= look_) {
      const bool collected = std::exchange(collectedSinceLook_, false);
      lock.unlock();
      sites_.look(jni, collected);
      lock.lock();
      look_ = Clock::now() + kBetweenLooks;
    }
    if (!isOver() && Clock::now() >= use_) {
      use_ = Clock::now() + kBetweenUses;
      const bool isNew = collections_.noteUse(points_.nanoseconds());
      if (isNew && write_ == Clock::time_point::max()) write_ = Clock::now() + kUntilCollectionsAreWritten;
    }
    if (!isOver() && std::exchange(askForCollections_, false)) {
      lock.unlock();
      askAboutCollections(jni);
      lock.lock();
    }
    if (!isOver() && Clock::now() >= write_) {
      write_ = Clock::time_point::max();
      lock.unlock();
      writeCollections(jni);
      lock.lock();
    }
  }
  if (ending_) return std::nullopt;
  const bool byCollections = enoughCollections();
  collectionsSincePoint_ = 0;
  return byCollections ? recording::Trigger::kCollections : recording::Trigger::kInterval;
}

void Recorder::askAboutCollections(JNIEnv* jni) {
  const OwnAllocations own;
  const std::lock_guard lock(taking_);
  if (state_ && !ended_) collections_.askBeans(jni);
}

void Recorder::writeCollections(JNIEnv* jni) {
  askAboutCollections(jni);
  const OwnAllocations own;
  const std::lock_guard lock(taking_);
  if (state_ && !ended_) points_.writeCollections();
}

Status Recorder::take(JNIEnv* jni, recording::Trigger trigger, PointKind kind) {
  askAboutCollections(jni);
  const std::lock_guard lock(taking_);
  if (!state_) return state_;
  if (ended_) return usageError("the recording has ended");
  state_ = points_.take(jni, trigger, kind);
  if (!state_) {
    say(path() + ": the recording ends here: " + state_.error().message + ". It holds " +
        std::to_string(points_.points()) + (points_.points() == 1 ? " point" : " points") + "; the program runs on.");
    jvmti_->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, nullptr);
    points_.close();
  }
  return state_;
}

Status Recorder::pointNow(JNIEnv* jni) { return take(jni, recording::Trigger::kOnDemand, PointKind::kFull); }

bool Recorder::complete(JNIEnv* jni, recording::Trigger last) {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_all();
  }
  Status taken;  // which says itself what goes wrong
  if (options_.exitPoint) {
    taken = take(jni, last, usualKind());
  } else {
    askAboutCollections(jni);
  }
  const std::lock_guard lock(taking_);
  if (std::exchange(ended_, true)) return true;  // the JVM ends while somebody ends its recording
  if (!taken || !state_) return false;
  state_ = points_.end();
  points_.close();
  if (!state_) say(path() + ": the recording could not be completed: " + state_.error().message);
  return state_.has_value();
}

bool Recorder::detach(JNIEnv* jni) {
  const bool completed = complete(jni, recording::Trigger::kOnDemand);
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return threadEnded_; });
  }
  sites_.end(jni);
  return completed;
}

void Recorder::collectionFinished() {
  collections_.finished(points_.nanoseconds());
  const std::lock_guard lock(mutex_);
  ++collectionsSincePoint_;
  collectedSinceLook_ = true;
  askForCollections_ = collections_.asksBeans();
  const bool isFirst = write_ == Clock::time_point::max();
  if (isFirst) write_ = Clock::now() + kUntilCollectionsAreWritten;
  if (isFirst || askForCollections_ ||
      (options_.everyCollections > 0 && collectionsSincePoint_ >= options_.everyCollections)) {
    changed_.notify_all();
  }
}

}  // namespace heaptrail::recorder
