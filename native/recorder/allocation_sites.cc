#include "recorder/allocation_sites.h"

#include <mutex>

namespace heaptrail::recorder {

thread_local int OwnAllocations::depth_ = 0;
thread_local bool OwnAllocations::reported_ = false;

void AllocationSites::prepare(JNIEnv* jni) {
  const LocalFrame references(jni);
  classClass_ = static_cast<jclass>(jni->NewGlobalRef(jni->FindClass("java/lang/Class")));
}

void AllocationSites::beginWithThisThread(JNIEnv* jni) {
  const OwnAllocations own;
  constexpr jsize kPiece = 1000;
  constexpr int kMostPieces = 1 << 15;  // 32 MB, more than a buffer has
  OwnAllocations::wasReported() = false;
  for (int piece = 0; piece < kMostPieces && !OwnAllocations::wasReported(); ++piece) {
    jobject garbage = jni->NewByteArray(kPiece);
    if (garbage == nullptr) break;
    jni->DeleteLocalRef(garbage);
  }
  jni->ExceptionClear();
}

void AllocationSites::allocated(JNIEnv* jni, jthread thread, jobject object, jclass type) {
  if (OwnAllocations::now()) {
    OwnAllocations::wasReported() = true;
    return;
  }
  // Class objects have another note on their tags.
  if (jni->IsSameObject(type, classClass_) != JNI_FALSE) return;
  std::vector<jvmtiFrameInfo> frames(depth_);
  jint found = 0;
  if (jvmti_->GetStackTrace(nullptr, 0, static_cast<jint>(depth_), frames.data(), &found) != JVMTI_ERROR_NONE) return;
  Stack stack(static_cast<size_t>(found));
  for (size_t i = 0; i < stack.size(); ++i) stack[i] = {frames[i].method, frames[i].location};
  const uint32_t site = siteOf(jni, stack);
  const uint32_t from = threads_.current(jni, thread);
  const uint32_t origin = symbols_.with([&](recording::SymbolEncoder& symbols) { return symbols.origin(site, from); });
  if (origin > kMostNotes) return;
  const std::shared_lock lock(tagging_);
  jlong tag = 0;
  jvmti_->GetTag(object, &tag);
  jvmti_->SetTag(object, tagOf(idOf(tag), origin));
}

uint32_t AllocationSites::siteOf(JNIEnv* jni, const Stack& stack) {
  {
    const std::shared_lock lock(knownMutex_);
    if (const auto known = known_.find(stack); known != known_.end()) return known->second;
  }
  std::vector<uint32_t> frames;
  for (const FramePlace& place : stack) {
    if (const uint32_t frame = frames_.frame(jni, place); frame != 0) frames.push_back(frame);
  }
  const uint32_t site = symbols_.with([&](recording::SymbolEncoder& symbols) { return symbols.site(frames); });
  const std::unique_lock lock(knownMutex_);
  return known_.try_emplace(stack, site).first->second;
}

}  // namespace heaptrail::recorder
