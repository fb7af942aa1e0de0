#include "recorder/tag_table.h"

#include "recorder/java_calls.h"

namespace heaptrail::recorder {

namespace {

// Nine for each of 1,007 places, and some more: then the JVM makes at least two places for each.
constexpr jsize kTags = 10'000;

/// So many new objects with a tag; as many as there is memory for.
void fill(jvmtiEnv* jvmti, JNIEnv* jni, jclass type, jobjectArray objects) {
  for (jsize i = 0; i < kTags; ++i) {
    jobject object = jni->AllocObject(type);
    if (object == nullptr) return;
    jni->SetObjectArrayElement(objects, i, object);
    jvmti->SetTag(object, 1);
    jni->DeleteLocalRef(object);
  }
}

void removeTags(jvmtiEnv* jvmti, JNIEnv* jni, jobjectArray objects) {
  for (jsize i = 0; i < kTags; ++i) {
    jobject object = jni->GetObjectArrayElement(objects, i);
    if (object == nullptr) return;
    jvmti->SetTag(object, 0);
    jni->DeleteLocalRef(object);
  }
}

}  // namespace

void enlargeTagTable(jvmtiEnv* jvmti, JNIEnv* jni) {
  JavaCalls java(jni);
  jclass type = java.type("java/lang/Object");
  if (type == nullptr) return;
  jobjectArray objects = jni->NewObjectArray(kTags, type, nullptr);
  if (objects != nullptr) {
    fill(jvmti, jni, type, objects);
    jni->ExceptionClear();
    removeTags(jvmti, jni, objects);
    jni->DeleteLocalRef(objects);
  }
  jni->ExceptionClear();
  jni->DeleteLocalRef(type);
}

}  // namespace heaptrail::recorder
