#include "recorder/thread_names.h"

#include <bit>
#include <string>

namespace heaptrail::recorder {

void ThreadNames::prepare(JNIEnv* jni) {
  const LocalFrame references(jni);
  id_ = jni->GetFieldID(jni->FindClass("java/lang/Thread"), "tid", "J");
  if (id_ == nullptr) jni->ExceptionClear();
  if (jclass type = jni->FindClass("java/lang/BaseVirtualThread")) {
    virtualThread_ = static_cast<jclass>(jni->NewGlobalRef(type));
  } else {
    jni->ExceptionClear();
  }
  virtualThreads_ =
      symbols_.with([](recording::SymbolEncoder& symbols) { return symbols.thread(0, 0, "virtual threads"); });
}

uint32_t ThreadNames::number(JNIEnv* jni, jthread asked, jthread thread) {
  void* kept = nullptr;
  if (jvmti_->GetThreadLocalStorage(asked, &kept) != JVMTI_ERROR_NONE) return virtualThreads_;
  if (kept != nullptr) return static_cast<uint32_t>(std::bit_cast<uintptr_t>(kept));
  if (isVirtual(jni, thread)) return virtualThreads_;
  jvmtiThreadInfo info{};
  if (jvmti_->GetThreadInfo(thread, &info) != JVMTI_ERROR_NONE) return 0;
  jni->DeleteLocalRef(info.thread_group);
  jni->DeleteLocalRef(info.context_class_loader);
  const std::string name = info.name == nullptr ? "" : info.name;
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(info.name));
  const auto id = id_ == nullptr ? 0 : static_cast<uint64_t>(jni->GetLongField(thread, id_));
  const uint32_t number = symbols_.with([&](recording::SymbolEncoder& symbols) { return symbols.thread(0, id, name); });
  jvmti_->SetThreadLocalStorage(asked, std::bit_cast<void*>(uintptr_t{number}));
  return number;
}

void ThreadNames::update(JNIEnv* jni, ObjectNumbers& numbers) {
  byObject_.clear();
  JvmArray<jthread> threads(jvmti_);
  if (jvmti_->GetAllThreads(threads.outSize(), threads.out()) != JVMTI_ERROR_NONE) return;
  for (jthread thread : threads.all()) {
    byObject_[numbers.of(jvmti_, thread)] = number(jni, thread, thread);
    jni->DeleteLocalRef(thread);
  }
}

}  // namespace heaptrail::recorder
