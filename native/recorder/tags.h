// What the recorder writes on objects, by JVMTI tags: a number for life, and where the object was allocated. On class
// objects, the number of the type they stand for instead: so that the class of an object that a walk meets tells its
// type without a table.
//
// Tags move with objects and vanish with them, so nothing else about an object is kept. An object that was sampled
// when it was allocated has an origin, and gets its number at the first point that finds it alive.
#pragma once

#include <jvmti.h>

#include <cstdint>

namespace heaptrail::recorder {

inline constexpr unsigned kIdBits = 40;
inline constexpr uint64_t kMostIds = (uint64_t{1} << kIdBits) - 1;
inline constexpr uint32_t kMostNotes = (uint32_t{1} << 23) - 1;  // a tag is never negative

constexpr uint64_t idOf(int64_t tag) { return static_cast<uint64_t>(tag) & kMostIds; }
/// The origin of an object, the type of a class object; 0 for none.
constexpr uint32_t noteOf(int64_t tag) { return static_cast<uint32_t>(static_cast<uint64_t>(tag) >> kIdBits); }
constexpr int64_t tagOf(uint64_t id, uint32_t note) { return static_cast<int64_t>(uint64_t{note} << kIdBits | id); }

/// Numbers objects. Only the thread that takes points numbers them, or the JVM's while that one waits for it.
class ObjectNumbers {
 public:
  uint64_t next() { return ++last_; }

  /// That of an object, given now if it has none.
  uint64_t of(jvmtiEnv* jvmti, jobject object) {
    jlong tag = 0;
    jvmti->GetTag(object, &tag);
    if (idOf(tag) != 0) return idOf(tag);
    const uint64_t id = next();
    jvmti->SetTag(object, tagOf(id, noteOf(tag)));
    return id;
  }

 private:
  uint64_t last_ = 0;
};

}  // namespace heaptrail::recorder
