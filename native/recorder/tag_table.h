// The table in which a JVM keeps tags. It begins with some thousand places and grows late: since JDK 21 only when there
// are nine tags to a place. The tags of classes, threads and some arrays, a few thousand in most programs, stand in
// chains until then, and a light walk searches these several times for each reference.
#pragma once

#include <jvmti.h>

namespace heaptrail::recorder {

/// Lets it grow, by tagging new objects for a moment: the places stay. Takes three milliseconds. Where it fails, walks
/// are slower, and nothing else is lost.
void enlargeTagTable(jvmtiEnv* jvmti, JNIEnv* jni);

}  // namespace heaptrail::recorder
