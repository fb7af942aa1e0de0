// How this JVM counts static fields when it reports references: JVMTI wants the fields of superclasses and interfaces
// counted too, some JVMs count only those of the class itself.
#pragma once

#include <jvmti.h>

namespace heaptrail::recorder {

/// Tried with a field that every JVM has.
bool staticIndexesCountInherited(jvmtiEnv* jvmti, JNIEnv* jni);

}  // namespace heaptrail::recorder
