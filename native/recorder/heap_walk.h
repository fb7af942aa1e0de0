// The walk over the live heap that makes a point: JVMTI follows all references from all roots while the program stands
// still, and each that it reports is encoded at once.
//
// The JVM's own thread runs the callbacks: nothing in them may ask the JVM for anything, or wait.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "recorder/class_registry.h"
#include "recorder/frame_names.h"
#include "recorder/new_objects.h"
#include "recorder/seen_objects.h"
#include "recorder/tags.h"
#include "trace/recording/write/point_encoder.h"

namespace heaptrail::recorder {

/// What JVMTI leaves out: a reference that a class object has by a field of java.lang.Class, or a class object itself,
/// which the JVM holds as long as the class has a loader.
struct LeftOut {
  static constexpr uint32_t kNoField = ~uint32_t{0};

  uint64_t classObject = 0;
  uint32_t field =
      kNoField;         // the place of the field among those of java.lang.Class; kNoField: the class object itself
  uint64_t loader = 0;  // of the class; 0: one that is never unloaded
  uint32_t type = 0;    // that the class object stands for, as far as it is named
};

class HeapWalk {
 public:
  struct Parts {
    ObjectNumbers& numbers;
    std::vector<TypeLayout>& layouts;
    const recording::ArraySizes& arrays;
    const std::unordered_map<uint64_t, uint32_t>& threads;  // symbols by the objects
    uint32_t classType;                                     // of java.lang.Class
    const ThreadsInMaking& threadsInMaking;
  };

  /// `newObjects`: those that no walk before this one met are counted there.
  HeapWalk(jvmtiEnv* jvmti, Parts parts, recording::PointEncoder& encoder, NewObjects& newObjects)
      : jvmti_(jvmti), parts_(parts), encoder_(encoder), newObjects_(newObjects) {}

  /// From the roots.
  jvmtiError followRoots();
  /// From `values[i]`, which is what `leftOut[i]` tells. Leaves out what belongs to classes that are neither met nor
  /// have a loader that is: they wait to be unloaded.
  jvmtiError follow(jobjectArray values, std::span<const LeftOut> leftOut);

  bool hasMet(uint64_t object) const { return seen_.contains(object); }
  uint64_t bytes() const { return bytes_; }
  /// The frames and threads that the roots' details count, in their order; threads are symbols.
  const std::vector<FramePlace>& frames() const { return frames_; }
  const std::vector<uint32_t>& threads() const { return rootThreads_; }
  /// Class objects whose types were not named yet when an instance was met.
  const std::unordered_set<uint64_t>& unnamed() const { return unnamed_; }
  /// Types of which the first instance was met, and how large it was.
  const std::vector<std::pair<uint32_t, uint64_t>>& measured() const { return measured_; }

 private:
  struct Reference {
    jvmtiHeapReferenceKind kind;
    const jvmtiHeapReferenceInfo* info;
    jlong classTag;
    jlong size;
    jlong* tag;
    jlong* referrerTag;
    jint length;
  };

  static jint JNICALL onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong classTag,
                                  jlong referrerClassTag, jlong size, jlong* tag, jlong* referrerTag, jint length,
                                  void* walk);
  jvmtiError walkFrom(jobject from);
  jint reference(const Reference& found);
  jint classOf(const Reference& found);
  jint leftOut(const Reference& found);
  void classReference(uint64_t classObject, uint64_t slot, uint64_t target);
  jint root(const Reference& found);
  jint next() const;
  /// The object's id; `met_` describes it if it was met for the first time.
  uint64_t meet(const Reference& found);
  uint64_t threadDetail(jlong threadTag);
  uint64_t frameDetail(jmethodID method, jlocation location);
  const recording::MetObject* met() const { return isNew_ ? &met_ : nullptr; }

  jvmtiEnv* jvmti_;
  Parts parts_;
  recording::PointEncoder& encoder_;
  NewObjects& newObjects_;
  SeenObjects seen_;
  recording::MetObject met_;
  bool isNew_ = false;
  std::unordered_set<uint64_t> untyped_;  // met before their class could be named
  std::unordered_set<uint64_t> unnamed_;
  uint64_t bytes_ = 0;
  std::vector<std::pair<uint32_t, uint64_t>> measured_;

  std::vector<FramePlace> frames_;
  std::unordered_map<FramePlace, uint64_t, FramePlaceHash> frameDetails_;
  std::vector<uint32_t> rootThreads_;
  std::unordered_map<uint64_t, uint64_t> threadDetails_;

  std::span<const LeftOut> leftOut_;  // while they are followed
  std::vector<bool> followed_;        // by place in leftOut_
  bool followedSome_ = false;         // in this walk
  std::unordered_map<uint64_t, uint64_t> referencesOfClasses_;
};

}  // namespace heaptrail::recorder
