// Where objects were allocated: the JVM reports allocations (every so many bytes, or all of them), and the object is
// tagged with the number of the place and the thread.
#pragma once

#include <cstdint>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "recorder/frame_names.h"
#include "recorder/options.h"
#include "recorder/thread_names.h"

namespace heaptrail::recorder {

class AllocationSites {
 public:
  AllocationSites(jvmtiEnv* jvmti, SharedSymbols& symbols, FrameNames& frames, ThreadNames& threads, uint32_t depth)
      : jvmti_(jvmti), symbols_(symbols), frames_(frames), threads_(threads), depth_(depth) {}

  /// Once, when the JVM is ready.
  void prepare(JNIEnv* jni);

  /// Where every allocation is to be reported: JVMs look whether they should when a thread takes a new buffer to
  /// allocate from. Fills the one that this thread has.
  static void beginWithThisThread(JNIEnv* jni);

  /// The JVM reports an allocation of the thread that runs this.
  void allocated(JNIEnv* jni, jthread thread, jobject object, jclass type);

  /// Held by whoever walks over the heap: an object gets its number there and its origin here, and neither may be lost.
  std::shared_mutex& tagging() { return tagging_; }

 private:
  using Stack = std::vector<FramePlace>;
  struct StackHash {
    size_t operator()(const Stack& stack) const {
      size_t hash = stack.size();
      for (const FramePlace& place : stack) hash = hash * 31 + FramePlaceHash()(place);
      return hash;
    }
  };
  uint32_t siteOf(JNIEnv* jni, const Stack& stack);

  jvmtiEnv* jvmti_;
  SharedSymbols& symbols_;
  FrameNames& frames_;
  ThreadNames& threads_;
  uint32_t depth_;
  jclass classClass_ = nullptr;
  std::shared_mutex tagging_;
  std::shared_mutex knownMutex_;
  std::unordered_map<Stack, uint32_t, StackHash> known_;
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
