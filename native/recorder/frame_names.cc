#include "recorder/frame_names.h"

#include <algorithm>

namespace heaptrail::recorder {

namespace {

/// `Ljava/util/Map;` as people write it.
std::string sourceName(std::string_view signature) {
  if (signature.starts_with('L') && signature.ends_with(';')) {
    signature.remove_prefix(1);
    signature.remove_suffix(1);
  }
  std::string name(signature);
  std::ranges::replace(name, '/', '.');
  return name;
}

}  // namespace

uint32_t FrameNames::frame(JNIEnv* jni, FramePlace place) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = known_.find(place); known != known_.end()) return known->second;
  }
  const uint32_t number = name(jni, place);
  const std::lock_guard lock(mutex_);
  return known_.try_emplace(place, number).first->second;
}

uint32_t FrameNames::name(JNIEnv* jni, FramePlace place) {
  const LocalFrame references(jni);
  jclass declaring = nullptr;
  if (jvmti_->GetMethodDeclaringClass(place.method, &declaring) != JVMTI_ERROR_NONE) return 0;
  JvmText signature(jvmti_);
  JvmText method(jvmti_);
  JvmText file(jvmti_);
  if (jvmti_->GetClassSignature(declaring, signature.out(), nullptr) != JVMTI_ERROR_NONE) return 0;
  if (jvmti_->GetMethodName(place.method, method.out(), nullptr, nullptr) != JVMTI_ERROR_NONE) return 0;
  jvmti_->GetSourceFileName(declaring, file.out());
  const uint32_t line = lineOf(place);
  const std::string className = sourceName(signature.text());
  return symbols_.with(
      [&](recording::SymbolEncoder& symbols) { return symbols.frame(className, method.text(), file.text(), line); });
}

uint32_t FrameNames::lineOf(FramePlace place) {
  if (place.location < 0) return 0;
  JvmArray<jvmtiLineNumberEntry> lines(jvmti_);
  if (jvmti_->GetLineNumberTable(place.method, lines.outSize(), lines.out()) != JVMTI_ERROR_NONE) return 0;
  // In no order: the line is that of the last entry which begins at the place or before it.
  const jvmtiLineNumberEntry* best = nullptr;
  for (const jvmtiLineNumberEntry& entry : lines.all()) {
    if (entry.start_location > place.location) continue;
    if (best == nullptr || entry.start_location >= best->start_location) best = &entry;
  }
  return best == nullptr ? 0 : static_cast<uint32_t>(best->line_number);
}

}  // namespace heaptrail::recorder
