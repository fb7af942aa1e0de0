// The classes of the program as types of the recording. Before each walk those that were loaded since are named, and
// their class objects tagged with their types' numbers.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "recorder/jvm_memory.h"
#include "recorder/shared_symbols.h"
#include "recorder/tags.h"
#include "recorder/threads_in_making.h"

namespace heaptrail::recorder {

/// What a walk needs to know of a type.
struct TypeLayout {
  uint64_t instanceBytes = 0;  // 0 until an instance was seen
  char element = 0;            // of arrays: how a signature names it; 0 for classes
  bool varies = false;         // whether its instances differ in size
};

/// What tells which classes are collections.
struct NamedClass {
  std::string signature;
  uint64_t classObject = 0;
  uint64_t superclass = 0;  // its class object; 0 for none
  uint32_t fields = 0;      // that it declares, static ones too
  uint32_t hash = 0;        // of its class object
};

class ClassRegistry {
 public:
  ClassRegistry(jvmtiEnv* jvmti, ObjectNumbers& numbers, SharedSymbols& symbols)
      : jvmti_(jvmti), numbers_(numbers), symbols_(symbols) {}

  /// Names the classes that have none yet. Leaves no references behind.
  jvmtiError update(JNIEnv* jni);
  /// Names these too, though the JVM has not prepared them: an archive can hold instances of classes that were never
  /// used. Prepares them for that.
  jvmtiError nameAlso(JNIEnv* jni, const std::unordered_set<uint64_t>& classObjects);

  /// Of virtual threads, where this JVM has some: so that no walk comes before they are known.
  jvmtiError nameVirtualThreads(JNIEnv* jni);

  const ThreadsInMaking& threadsInMaking() const { return threadsInMaking_; }
  /// By the number of the type.
  std::vector<TypeLayout>& layouts() { return layouts_; }
  /// All that have a number; number n is at n - 1.
  const std::vector<NamedClass>& classes() const { return named_; }
  /// The number of java.lang.Class.
  uint32_t classType() const { return classType_; }

 private:
  template <typename Use>
  jvmtiError forEachUnnamed(JNIEnv* jni, Use&& use);
  void name(JNIEnv* jni, jclass type);
  static void prepare(JNIEnv* jni, jclass type);

  jvmtiEnv* jvmti_;
  ObjectNumbers& numbers_;
  SharedSymbols& symbols_;
  std::vector<TypeLayout> layouts_{1};
  std::vector<NamedClass> named_;
  ThreadsInMaking threadsInMaking_;
  uint32_t classType_ = 0;
};

}  // namespace heaptrail::recorder
