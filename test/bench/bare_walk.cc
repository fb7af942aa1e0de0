// An agent that does nothing but walk over the heap and number each object by its tag: what of a point is JVMTI's own
// share. Attached to a JVM, it walks once each time and writes how many seconds it took into the file that its options
// name.
#include <jvmti.h>

#include <chrono>
#include <cstdio>

namespace {

jvmtiEnv* environment = nullptr;
jlong lastNumber = 0;

jint JNICALL onReference(jvmtiHeapReferenceKind, const jvmtiHeapReferenceInfo*, jlong, jlong, jlong, jlong* tag, jlong*,
                         jint, void*) {
  if (*tag == 0) *tag = ++lastNumber;
  return JVMTI_VISIT_OBJECTS;
}

}  // namespace

extern "C" JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM* vm, char* file, void*) {
  if (environment == nullptr) {
    if (vm->GetEnv(reinterpret_cast<void**>(&environment), JVMTI_VERSION_11) != JNI_OK) return 1;
    jvmtiCapabilities capabilities{};
    capabilities.can_tag_objects = 1;
    if (environment->AddCapabilities(&capabilities) != JVMTI_ERROR_NONE) return 1;
  }
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_reference_callback = onReference;
  const auto began = std::chrono::steady_clock::now();
  if (environment->FollowReferences(0, nullptr, nullptr, &callbacks, nullptr) != JVMTI_ERROR_NONE) return 1;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  FILE* const out = std::fopen(file, "we");
  if (out == nullptr) return 1;
  std::fprintf(out, "%.3f\n", took.count());
  return std::fclose(out);
}
