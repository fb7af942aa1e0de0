#include "recorder/tag_table.h"

#include "recorder/java_calls.h"

namespace heaptrail::recorder {

namespace {

// Nine for each of 1,007 places, and some more. JDK 25 makes 20,201 places of these.
constexpr int kTags = 10'000;

}  // namespace

void enlargeTagTable(jvmtiEnv* jvmti, JNIEnv* jni, jlong tag) {
  JavaCalls java(jni);
  jclass type = java.type("java/lang/Object");
  if (type == nullptr) return;
  for (int i = 0; i < kTags; ++i) {
    jobject object = jni->AllocObject(type);
    if (object == nullptr) break;
    const jvmtiError error = jvmti->SetTag(object, tag);
    jni->DeleteLocalRef(object);
    if (error != JVMTI_ERROR_NONE) break;
  }
  jni->ExceptionClear();
  jni->DeleteLocalRef(type);
}

}  // namespace heaptrail::recorder
