// The walk that makes a light point: it counts what it meets and gives numbers to hardly any objects. JVMTI looks a tag
// up for each reference, which is most of the time of a walk where all objects have one.
//
// How each object is counted once though it is met with every reference to it: JVMTI reports the class of an instance
// and the content of an array of primitives when it goes through them, once each. Class objects, threads and what
// varies in size have numbers, so it is known whether they were met before. Collections, their parts and arrays of
// references are told apart by who holds them: what the walk knew when it met them (met_collections.h).
//
// The JVM's own thread runs the callbacks: nothing in them may ask the JVM for anything, or wait.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "recorder/class_registry.h"
#include "recorder/collection_classes.h"
#include "recorder/heap_walk.h"
#include "recorder/light_groups.h"
#include "recorder/met_collections.h"
#include "recorder/seen_objects.h"
#include "recorder/tags.h"
#include "trace/recording/format/counts_record.h"

namespace heaptrail::recorder {

class LightWalk {
 public:
  LightWalk(jvmtiEnv* jvmti, HeapWalk::Parts parts, const CollectionClasses& classes, MetCollections::Learning learning)
      : jvmti_(jvmti), parts_(parts), classes_(classes), met_(parts.numbers, std::move(learning)) {}

  /// From the roots. `array`: the number of an array that a local reference holds; its element i is what `leftOut[i]`
  /// tells, and is counted as that.
  jvmtiError follow(uint64_t array, std::span<const LeftOut> leftOut);

  /// Class objects of classes that had no number yet when an instance was met: what was counted is not all.
  const std::unordered_set<uint64_t>& unnamed() const { return unnamed_; }

  /// Types of which the next walk has to learn how they are held. Who holds some of these is
  /// not certain then, and of arrays not how many there are.
  std::unordered_set<uint32_t> toLearn() {
    met_.learn();
    return met_.toLearn();
  }

  bool miscountsArrays() const { return met_.miscountsArrays(); }

  recording::CountsRecord counts();
  uint64_t references() const { return references_; }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  using Holder = recording::CountsRecord::Holder;
  using Collection = recording::CountsRecord::Collection;
  /// An object that refers to others.
  struct Referrer {
    uint32_t type = 0;
    uint32_t group = 0;
    uint32_t collection = 0;  // 0: in none
  };
  /// How an object is held, if it is a collection.
  struct Held {
    Collection by;
    MetCollections::Holds how = MetCollections::Holds::kWell;
  };
  /// What a reference led to.
  struct Target {
    uint32_t type = 0;
    uint32_t group = 0;
    uint64_t openNumber = 0;  // where its collection is not settled yet
  };
  struct Root {
    recording::RootTag kind = recording::RootTag::kOther;
    uint32_t thread = 0;
    friend auto operator<=>(const Root&, const Root&) = default;
  };
  /// A reference to an object of which the collection is not settled yet.
  struct Open {
    Target to;
    uint32_t from = kNone;  // a group, or none where it is a root
    Root root;
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

  static constexpr size_t kLastArcs = 4096;

  static jint JNICALL onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong classTag,
                                  jlong referrerClassTag, jlong size, jlong* tag, jlong* referrerTag, jint length,
                                  void* walk);
  static jint JNICALL onArray(jlong classTag, jlong size, jlong* tag, jint length, jvmtiPrimitiveType element,
                              const void* elements, void* walk);
  /// Whether the walk goes on to the object.
  bool reference(const Reference& found);
  void root(const Reference& found);
  void leftOut(const Reference& found);
  /// Each instance tells its class once, before all that it refers to.
  void goThrough(const Reference& found);
  Referrer referrerOf(const Reference& found);
  Held heldBy(const Reference& found, const Referrer& referrer) const;
  /// The object that a reference leads to, which is counted here where nothing else tells it.
  Target meet(const Reference& found, const Referrer& referrer, const Held& held);
  Target meetCollected(const Reference& found, const Referrer& referrer, Held held);
  HoldingWays::Way wayOf(const Reference& found) const;
  uint32_t groupOf(jlong classTag, jlong tag, jint length);
  uint32_t threadOf(jlong tag) const;
  void countArc(uint32_t from, const Target& to);
  uint64_t& arc(uint32_t from, uint32_t to);
  void setInstanceBytes(uint32_t type, jlong bytes);

  jvmtiEnv* jvmti_;
  HeapWalk::Parts parts_;
  uint64_t array_ = 0;
  std::span<const LeftOut> leftOut_;
  const CollectionClasses& classes_;
  MetCollections met_;
  jlong goneThroughClass_ = 0;  // of the object that the walk goes through, as JVMTI tells it with each reference
  Referrer goneThrough_;
  SeenObjects seen_;
  std::unordered_set<uint64_t> unnamed_;
  uint64_t references_ = 0;

  LightGroups groups_;
  std::vector<uint64_t> instanceBytes_;                  // by type: how large an instance is
  std::map<std::pair<Root, uint32_t>, uint64_t> roots_;  // with groups
  std::vector<Open> open_;
  std::unordered_map<uint64_t, uint64_t> arcs_;  // by both groups
  std::array<Arc, kLastArcs> lastArcs_{};        // objects of a class refer to the same classes again and again
};

}  // namespace heaptrail::recorder
