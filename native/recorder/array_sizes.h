// Measures how large arrays are in this JVM, which depends on its options: with a few arrays, and no knowledge of them.
#pragma once

#include <jvmti.h>

#include "trace/recording/format/format.h"

namespace heaptrail::recorder {

recording::ArraySizes measureArrays(jvmtiEnv* jvmti, JNIEnv* jni);

}  // namespace heaptrail::recorder
