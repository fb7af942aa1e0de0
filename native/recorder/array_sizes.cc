#include "recorder/array_sizes.h"

#include "recorder/jvm_memory.h"

namespace heaptrail::recorder {

namespace {

class Arrays {
 public:
  Arrays(jvmtiEnv* jvmti, JNIEnv* jni) : jvmti_(jvmti), jni_(jni), object_(jni->FindClass("java/lang/Object")) {}

  uint32_t bytes(char element, jint length) const {
    jobject array = make(element, length);
    jlong size = 0;
    if (array != nullptr) jvmti_->GetObjectSize(array, &size);
    jni_->DeleteLocalRef(array);
    return static_cast<uint32_t>(size);
  }

 private:
  jobject make(char element, jint length) const {
    switch (element) {
      case 'Z':
        return jni_->NewBooleanArray(length);
      case 'C':
        return jni_->NewCharArray(length);
      case 'F':
        return jni_->NewFloatArray(length);
      case 'D':
        return jni_->NewDoubleArray(length);
      case 'B':
        return jni_->NewByteArray(length);
      case 'S':
        return jni_->NewShortArray(length);
      case 'I':
        return jni_->NewIntArray(length);
      case 'J':
        return jni_->NewLongArray(length);
      default:
        return jni_->NewObjectArray(length, object_, nullptr);
    }
  }

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  jclass object_;
};

}  // namespace

recording::ArraySizes measureArrays(jvmtiEnv* jvmti, JNIEnv* jni) {
  const LocalFrame references(jni);
  const Arrays arrays(jvmti, jni);
  recording::ArraySizes sizes;
  constexpr jint kLongest = 512;  // beyond any alignment that a JVM takes
  // From one step of a byte array's size to the next it is the alignment.
  jint length = 0;
  const uint32_t smallest = arrays.bytes('B', 0);
  while (length < kLongest && arrays.bytes('B', length) == smallest) ++length;
  if (length < kLongest) sizes.alignment = arrays.bytes('B', length) - smallest;
  sizes.referenceBytes = (arrays.bytes('L', kLongest) - arrays.bytes('L', 0)) / kLongest;
  for (const char element : recording::ArraySizes::kElements) {
    const uint32_t empty = arrays.bytes(element, 0);
    jint most = 0;
    while (most < kLongest && arrays.bytes(element, most + 1) == empty) ++most;
    sizes.base[recording::ArraySizes::placeOf(element)] =
        empty - static_cast<uint32_t>(most) * sizes.elementBytes(element);
  }
  return sizes;
}

}  // namespace heaptrail::recorder
