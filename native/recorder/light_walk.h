// The walk that makes a light point: it counts what it meets and gives numbers to hardly any objects. JVMTI looks a tag
// up for each reference, which is most of the time of a walk where all objects have one.
//
// How each object is counted once though it is met with every reference to it: JVMTI reports the class of an instance
// and the content of an array of primitives when it goes through them, once each. Class objects, threads and what
// varies in size have numbers, so it is known whether they were met before. Of arrays of references it is known how
// many the walk goes through, but their length is told with the references to them only: those that are met by a way
// that holds them alone (array_ways.h) are counted whenever they are met, all others have numbers. Where more are
// counted than the walk goes through, a way was not like this: then the walk is to be done again, and learns.
//
// The JVM's own thread runs the callbacks: nothing in them may ask the JVM for anything, or wait.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "recorder/array_ways.h"
#include "recorder/class_registry.h"
#include "recorder/heap_walk.h"
#include "recorder/seen_objects.h"
#include "recorder/tags.h"
#include "trace/recording/format/counts_record.h"

namespace heaptrail::recorder {

class LightWalk {
 public:
  /// `learns`: types of arrays of which each gets a number, so that it is learned by which ways they are held.
  /// `forgets`: numbers of arrays that are held alone are taken away, since no other point needs them.
  struct Arrays {
    ArrayWays& ways;
    std::unordered_set<uint32_t> learns;
    bool learnsAll = false;
    bool forgets = false;
  };
  LightWalk(jvmtiEnv* jvmti, HeapWalk::Parts parts, Arrays arrays)
      : jvmti_(jvmti), parts_(parts), arrays_(std::move(arrays)) {}

  /// From the roots. `array`: the number of an array that a local reference holds; its element i is what `leftOut[i]`
  /// tells, and is counted as that.
  jvmtiError follow(uint64_t array, std::span<const LeftOut> leftOut);

  /// Class objects of classes that had no number yet when an instance was met: what was counted is not all.
  const std::unordered_set<uint64_t>& unnamed() const { return unnamed_; }

  /// Types of arrays of which not each was counted once: what was counted is not right.
  std::unordered_set<uint32_t> miscounted() const;

  recording::CountsRecord counts() const;
  uint64_t references() const { return references_; }

 private:
  using Role = recording::CountsRecord::Role;
  struct Group {
    recording::CountsRecord::Group counted;
    uint64_t instanceBytes = 0;  // of instances, each of which is as large
  };
  struct Reference {
    jvmtiHeapReferenceKind kind;
    const jvmtiHeapReferenceInfo* info;
    jlong classTag;
    jlong referrerClassTag;
    jlong size;
    jlong* tag;
    jlong* referrerTag;
    jint length;
  };
  struct Arc {
    uint64_t key = ~uint64_t{0};
    uint64_t* count = nullptr;
  };

  static constexpr uint32_t kNone = ~uint32_t{0};
  static constexpr size_t kMagnitudes = 10;
  static constexpr size_t kLastArcs = 4096;

  static jint JNICALL onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong classTag,
                                  jlong referrerClassTag, jlong size, jlong* tag, jlong* referrerTag, jint length,
                                  void* walk);
  static jint JNICALL onArray(jlong classTag, jlong size, jlong* tag, jint length, jvmtiPrimitiveType element,
                              const void* elements, void* walk);
  void reference(const Reference& found);
  void root(const Reference& found);
  void leftOut(const Reference& found);
  void instance(const Reference& found);
  /// The group of the object that a reference leads to, which is counted here where nothing else tells it.
  uint32_t meet(const Reference& found);
  uint32_t meetArray(const Reference& found, uint32_t type);
  static ArrayWays::Way wayOf(const Reference& found);
  int64_t& balanceOf(uint32_t type);
  uint32_t groupOf(jlong classTag, jlong tag, jint length);
  uint32_t groupOfClassObject(uint32_t type);
  uint32_t groupOfArrays(uint32_t type, char element, jint length);
  uint32_t placeIn(std::vector<uint32_t>& places, uint32_t type, Role role);
  uint32_t add(const recording::CountsRecord::Group& group);
  uint32_t threadOf(jlong tag) const;
  void countArc(uint32_t from, uint32_t to);

  jvmtiEnv* jvmti_;
  HeapWalk::Parts parts_;
  uint64_t array_ = 0;
  std::span<const LeftOut> leftOut_;
  Arrays arrays_;
  std::vector<int64_t> balance_;  // by type of arrays: how many were counted, less those gone through
  std::unordered_map<uint64_t, ArrayWays::Way> firstWay_;  // of arrays of which is learned
  SeenObjects seen_;
  std::unordered_set<uint64_t> unnamed_;
  uint64_t references_ = 0;

  std::vector<Group> groups_;
  std::vector<uint32_t> ofType_;
  std::vector<uint32_t> ofClassObject_;
  std::array<uint32_t, recording::ArraySizes::kElements.size() * kMagnitudes> ofArrays_{};  // a place + 1
  std::unordered_map<uint64_t, uint32_t> ofThread_;
  std::map<std::tuple<recording::RootTag, uint32_t, uint32_t>, uint64_t> roots_;  // by kind, thread and group
  std::unordered_map<uint64_t, uint64_t> arcs_;                                   // by both groups
  std::array<Arc, kLastArcs> lastArcs_{};  // objects of a class refer to the same classes again and again
};

}  // namespace heaptrail::recorder
