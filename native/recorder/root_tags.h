// What kinds of roots are called in recordings.
#pragma once

#include <jvmti.h>

#include "trace/recording/format/format.h"

namespace heaptrail::recorder {

constexpr recording::RootTag tagOfRoot(jvmtiHeapReferenceKind kind) {
  using recording::RootTag;
  switch (kind) {
    case JVMTI_HEAP_REFERENCE_JNI_GLOBAL:
      return RootTag::kJniGlobal;
    case JVMTI_HEAP_REFERENCE_SYSTEM_CLASS:
      return RootTag::kSystemClass;
    case JVMTI_HEAP_REFERENCE_MONITOR:
      return RootTag::kMonitor;
    case JVMTI_HEAP_REFERENCE_STACK_LOCAL:
      return RootTag::kStackLocal;
    case JVMTI_HEAP_REFERENCE_JNI_LOCAL:
      return RootTag::kJniLocal;
    case JVMTI_HEAP_REFERENCE_THREAD:
      return RootTag::kThread;
    default:
      return RootTag::kOther;
  }
}

}  // namespace heaptrail::recorder
