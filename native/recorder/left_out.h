// What JVMTI does not report. It follows what a class refers to, but not the fields of its java.lang.Class object
// (caches of reflection, enum constants, values of ClassValue), and has no root for class objects that only the JVM
// holds. So they are read one by one and put into an array from which a second walk begins.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "recorder/heap_walk.h"
#include "recorder/jvm_memory.h"

namespace heaptrail::recorder {

class LeftOutReferences {
 public:
  explicit LeftOutReferences(jvmtiEnv* jvmti) : jvmti_(jvmti) {}

  /// Once, when the JVM is ready.
  void prepare(JNIEnv* jni);

  /// The class objects of int and so on get numbers now: those without are not read.
  void numberPrimitives(ObjectNumbers& numbers) const;

  struct Values {
    jobjectArray array = nullptr;  // a local reference; none when there are no values, or no memory
    std::vector<LeftOut> leftOut;  // of what is in the array, in turn
  };
  Values read(JNIEnv* jni) const;

 private:
  struct Field {
    jfieldID id = nullptr;
    uint32_t place = 0;
  };
  std::vector<jobject> classObjects(JNIEnv* jni) const;
  uint64_t loaderOf(JNIEnv* jni, jobject classObject) const;

  jvmtiEnv* jvmti_;
  jclass objectClass_ = nullptr;
  std::vector<Field> fields_;
  std::vector<jobject> primitives_;
  std::vector<jobject> loadersForGood_;  // beside the boot loader, which is no object
};

}  // namespace heaptrail::recorder
