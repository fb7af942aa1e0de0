// The recording of one JVM, from its start (or from being attached to) to its end: takes points when it is time, notes
// collections, samples allocations. Whatever goes wrong is said once, on the standard error stream, and the program
// runs on.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "recorder/allocation_sites.h"
#include "recorder/collection_log.h"
#include "recorder/frame_names.h"
#include "recorder/options.h"
#include "recorder/point_recorder.h"
#include "recorder/shared_symbols.h"
#include "recorder/thread_names.h"

namespace heaptrail::recorder {

class Recorder {
 public:
  /// When the first point is taken without a reason of its own.
  enum class First { kWhenDue, kAtOnce };

  Recorder(jvmtiEnv* jvmti, std::unique_ptr<recording::ChunkWriter> writer, Options options);

  /// Needs a JVM that is ready.
  Status start(JNIEnv* jni, First first);

  /// One more point, now: a full one, whatever the others are, since somebody wants to look. Waits until it is in the
  /// file.
  Status pointNow(JNIEnv* jni);

  /// The JVM ends. Waits until the file is complete.
  void end(JNIEnv* jni) { complete(jni, recording::Trigger::kExit); }

  /// The program goes on without being recorded, once nothing is reported any more. Waits until the file is complete
  /// and nobody asks the JVM for anything. False where the recording had come to an end before.
  bool detach(JNIEnv* jni);

  /// When allocations are reported from now on.
  void samplingBegan(JNIEnv* jni, First first) { sites_.begin(jni, first == First::kAtOnce); }

  // The JVM reports; the first two come from its own threads, where hardly anything is allowed.
  void collectionStarted() { collections_.started(points_.nanoseconds()); }
  void collectionFinished();
  void threadBegan() const { sites_.threadBegan(); }
  void allocated(JNIEnv* jni, jthread thread, jobject object, jclass type, jlong bytes) {
    sites_.allocated(jni, thread, object, type, bytes);
  }

  const std::string& path() const { return points_.path(); }

 private:
  static void JNICALL run(jvmtiEnv* jvmti, JNIEnv* jni, void* recorder);
  void takePoints(JNIEnv* jni);
  /// Takes the last point, if one is wanted, and completes the file. False where it cannot be.
  bool complete(JNIEnv* jni, recording::Trigger last);
  /// What is due next, or nothing when the recording ends.
  std::optional<recording::Trigger> waitUntilDue(JNIEnv* jni);
  /// What the collections since the last time did, where the JVM has to be asked.
  void askAboutCollections(JNIEnv* jni);
  void writeCollections(JNIEnv* jni);
  Status take(JNIEnv* jni, recording::Trigger trigger, PointKind kind);
  PointKind usualKind() const { return options_.lightPoints ? PointKind::kLight : PointKind::kFull; }
  std::chrono::steady_clock::time_point dueAfter(std::chrono::steady_clock::time_point began,
                                                 std::chrono::steady_clock::time_point ended) const;
  Status startThread(JNIEnv* jni);

  jvmtiEnv* jvmti_;
  Options options_;
  SharedSymbols symbols_;
  FrameNames frames_;
  ThreadNames threads_;
  CollectionLog collections_;
  AllocationSites sites_;

  std::mutex taking_;  // one point at a time, or one question about collections; guards what follows
  PointRecorder points_;
  Status state_;
  bool ended_ = false;

  std::mutex mutex_;  // held for moments, never while the JVM is asked for anything; guards what follows
  std::condition_variable changed_;
  uint32_t collectionsSincePoint_ = 0;
  bool collectedSinceLook_ = false;
  bool askForCollections_ = false;  // there was one that the JVM has to be asked about
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point due_;
  std::chrono::steady_clock::time_point look_;  // at samples
  std::chrono::steady_clock::time_point write_ =
      std::chrono::steady_clock::time_point::max();  // of collections and uses
  std::chrono::steady_clock::time_point use_;        // of pools
  bool ending_ = false;
  bool threadEnded_ = false;
};

}  // namespace heaptrail::recorder
