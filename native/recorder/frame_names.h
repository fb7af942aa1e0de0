// Names stack frames: of a method and a place in it, the class, method, source file and line.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>

#include "recorder/jvm_memory.h"
#include "recorder/shared_symbols.h"

namespace heaptrail::recorder {

struct FramePlace {
  jmethodID method = nullptr;
  jlocation location = 0;

  bool operator==(const FramePlace&) const = default;
};

struct FramePlaceHash {
  size_t operator()(const FramePlace& place) const {
    constexpr uint64_t kMixer = 0x9E3779B97F4A7C15;
    const uint64_t mixed =
        (reinterpret_cast<uintptr_t>(place.method) ^ static_cast<uint64_t>(place.location) * kMixer) * kMixer;
    return mixed ^ mixed >> 32;
  }
};

class FrameNames {
 public:
  FrameNames(jvmtiEnv* jvmti, SharedSymbols& symbols) : jvmti_(jvmti), symbols_(symbols) {}

  /// The symbol's number; 0 for a method that is gone. From any thread of the program.
  uint32_t frame(JNIEnv* jni, FramePlace place);

 private:
  uint32_t name(JNIEnv* jni, FramePlace place);
  uint32_t lineOf(FramePlace place);

  jvmtiEnv* jvmti_;
  SharedSymbols& symbols_;
  std::mutex mutex_;
  std::unordered_map<FramePlace, uint32_t, FramePlaceHash> known_;
};

}  // namespace heaptrail::recorder
