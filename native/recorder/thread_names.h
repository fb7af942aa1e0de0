// The program's threads as symbols of the recording. The number of a thread is kept with the thread itself.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "recorder/jvm_memory.h"
#include "recorder/shared_symbols.h"
#include "recorder/tags.h"

namespace heaptrail::recorder {

class ThreadNames {
 public:
  ThreadNames(jvmtiEnv* jvmti, SharedSymbols& symbols) : jvmti_(jvmti), symbols_(symbols) {}

  /// Once, when the JVM is ready.
  void prepare(JNIEnv* jni);

  /// The symbol's number of the thread that asks. Virtual threads come and go by the million: they are one.
  uint32_t current(JNIEnv* jni, jthread thread) { return number(jni, nullptr, thread); }

  /// Whether the thread that asks is a virtual one, whose symbol is that of all virtual threads.
  bool isVirtual(JNIEnv* jni, jthread thread) const {
    return virtualThread_ != nullptr && jni->IsInstanceOf(thread, virtualThread_) != JNI_FALSE;
  }
  uint32_t virtualThreads() const { return virtualThreads_; }

  /// Names all threads and numbers their objects, so that the roots of a walk can tell them.
  void update(JNIEnv* jni, ObjectNumbers& numbers);
  /// The symbols' numbers by the objects, as of the last update.
  const std::unordered_map<uint64_t, uint32_t>& byObject() const { return byObject_; }

 private:
  /// `asked`: null for the thread that asks, which is quicker.
  uint32_t number(JNIEnv* jni, jthread asked, jthread thread);

  jvmtiEnv* jvmti_;
  SharedSymbols& symbols_;
  jfieldID id_ = nullptr;
  jclass virtualThread_ = nullptr;  // null before Java 21
  uint32_t virtualThreads_ = 0;
  std::unordered_map<uint64_t, uint32_t> byObject_;
};

}  // namespace heaptrail::recorder
