#include "recorder/field_indexes.h"

#include "recorder/jvm_memory.h"

namespace heaptrail::recorder {

namespace {

// Tags for the time of the trial; nothing else is tagged yet.
constexpr jlong kOwner = 1;
constexpr jlong kValue = 2;

struct Trial {
  jint index = -1;
};

// NOLINTBEGIN(readability-non-const-parameter): as JVMTI declares it
jint JNICALL onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong, jlong, jlong,
                         jlong* tag, jlong* referrerTag, jint, void* data) {
  if (kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD && referrerTag != nullptr && *referrerTag == kOwner && *tag == kValue) {
    static_cast<Trial*>(data)->index = info->field.index;
  }
  return 0;
}
// NOLINTEND(readability-non-const-parameter)

}  // namespace

bool staticIndexesCountInherited(jvmtiEnv* jvmti, JNIEnv* jni) {
  // Integer has a superclass with a static field.
  const LocalFrame references(jni);
  jclass owner = jni->FindClass("java/lang/Integer");
  jfieldID field = jni->GetStaticFieldID(owner, "TYPE", "Ljava/lang/Class;");
  jobject value = jni->GetStaticObjectField(owner, field);
  JvmArray<jfieldID> fields(jvmti);
  if (jvmti->GetClassFields(owner, fields.outSize(), fields.out()) != JVMTI_ERROR_NONE) return true;
  jint own = 0;
  while (own < static_cast<jint>(fields.size()) && fields[static_cast<size_t>(own)] != field) ++own;

  jvmti->SetTag(owner, kOwner);
  jvmti->SetTag(value, kValue);
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_reference_callback = onReference;
  Trial trial;
  jvmti->FollowReferences(0, nullptr, owner, &callbacks, &trial);
  jvmti->SetTag(owner, 0);
  jvmti->SetTag(value, 0);
  return trial.index != own;
}

}  // namespace heaptrail::recorder
