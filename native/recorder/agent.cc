// The entry points by which a JVM loads the recorder: at its start (-agentpath) or while it runs (attached). A JVM has
// one recording at most, however often the library is loaded.
#include <jvmti.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <string>

#include "recorder/attach_answer.h"
#include "recorder/messages.h"
#include "recorder/options.h"
#include "recorder/recorder.h"

namespace heaptrail::recorder {

namespace {

std::atomic<Recorder*> recorder;  // lives as long as the JVM, even detached: its threads may be in it at any time
jvmtiEnv* environment = nullptr;  // the recorder's
std::unique_ptr<recording::ChunkWriter> waitingWriter;  // from the loading to the JVM's being ready
Options waitingOptions;

void JNICALL onVmInit(jvmtiEnv* jvmti, JNIEnv* jni, jthread);
void JNICALL onVmDeath(jvmtiEnv*, JNIEnv* jni) {
  if (Recorder* const running = recorder) running->end(jni);
}
void JNICALL onCollectionStart(jvmtiEnv*) {
  if (Recorder* const running = recorder) running->collectionStarted();
}
void JNICALL onCollectionFinish(jvmtiEnv*) {
  if (Recorder* const running = recorder) running->collectionFinished();
}
void JNICALL onAllocation(jvmtiEnv*, JNIEnv* jni, jthread thread, jobject object, jclass type, jlong bytes) {
  if (Recorder* const running = recorder) running->allocated(jni, thread, object, type, bytes);
}

void JNICALL onThreadStart(jvmtiEnv*, JNIEnv*, jthread) {
  if (Recorder* const running = recorder) running->threadBegan();
}

void enable(jvmtiEnv* jvmti, jvmtiEvent event) { jvmti->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr); }
void disable(jvmtiEnv* jvmti, jvmtiEvent event) { jvmti->SetEventNotificationMode(JVMTI_DISABLE, event, nullptr); }

/// Null where the JVM cannot be recorded.
jvmtiEnv* prepare(JavaVM* vm, Options& options) {
  jvmtiEnv* jvmti = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&jvmti), JVMTI_VERSION_11) != JNI_OK) {
    say("this JVM cannot be recorded: Heaptrail needs Java 11 or later");
    return nullptr;
  }
  jvmtiCapabilities capabilities{};
  capabilities.can_tag_objects = 1;
  capabilities.can_generate_garbage_collection_events = 1;
  capabilities.can_get_source_file_name = 1;
  capabilities.can_get_line_numbers = 1;
  if (jvmti->AddCapabilities(&capabilities) != JVMTI_ERROR_NONE) {
    say("this JVM cannot be recorded: it does not let agents tag objects");
    jvmti->DisposeEnvironment();
    return nullptr;
  }
  if (options.sites != Sites::kOff) {
    jvmtiCapabilities sampling{};
    sampling.can_generate_sampled_object_alloc_events = 1;
    if (jvmti->AddCapabilities(&sampling) != JVMTI_ERROR_NONE) {
      say("another agent samples allocations already: this recording has no allocation sites");
      options.sites = Sites::kOff;
    } else {
      // Now already: threads choose when to sample next as they begin.
      jvmti->SetHeapSamplingInterval(static_cast<jint>(AllocationSites::firstInterval(options)));
    }
  }
  jvmtiEventCallbacks callbacks{};
  callbacks.VMInit = onVmInit;
  callbacks.VMDeath = onVmDeath;
  callbacks.GarbageCollectionStart = onCollectionStart;
  callbacks.GarbageCollectionFinish = onCollectionFinish;
  callbacks.SampledObjectAlloc = onAllocation;
  callbacks.ThreadStart = onThreadStart;
  jvmti->SetEventCallbacks(&callbacks, sizeof callbacks);
  return jvmti;
}

bool start(jvmtiEnv* jvmti, JNIEnv* jni, std::unique_ptr<recording::ChunkWriter> writer, const Options& options,
           Recorder::First first) {
  auto* const made = new Recorder(jvmti, std::move(writer), options);
  if (const Status started = made->start(jni, first); !started) {
    say(made->path() + ": nothing is recorded: " + started.error().message);
    return false;
  }
  environment = jvmti;
  recorder = made;
  enable(jvmti, JVMTI_EVENT_VM_DEATH);
  enable(jvmti, JVMTI_EVENT_GARBAGE_COLLECTION_START);
  enable(jvmti, JVMTI_EVENT_GARBAGE_COLLECTION_FINISH);
  if (options.sites != Sites::kOff) {
    enable(jvmti, JVMTI_EVENT_THREAD_START);
    enable(jvmti, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC);
    made->samplingBegan(jni, first);
  }
  return true;
}

void JNICALL onVmInit(jvmtiEnv* jvmti, JNIEnv* jni, jthread) {
  if (waitingWriter) start(jvmti, jni, std::move(waitingWriter), waitingOptions, Recorder::First::kWhenDue);
}

jint onLoad(JavaVM* vm, const char* text) {
  Result<Options> options = parseOptions(text == nullptr ? "" : text);
  if (!options) {
    say(options.error().message);
    return JNI_ERR;
  }
  if (waitingWriter) {
    say("the recorder is loaded twice: only its first options count");
    return JNI_OK;
  }
  jvmtiEnv* const jvmti = prepare(vm, *options);
  if (jvmti == nullptr) return JNI_OK;
  // A program that starts several JVMs with one name for a file would lose all but the first if this were an error.
  Result<std::unique_ptr<recording::ChunkWriter>> writer = recording::ChunkWriter::create(fileName(options->file));
  if (!writer) {
    say("nothing is recorded: " + writer.error().describe());
    return JNI_OK;
  }
  waitingWriter = std::move(*writer);
  waitingOptions = *options;
  enable(jvmti, JVMTI_EVENT_VM_INIT);
  return JNI_OK;
}

AttachAnswer takePoint(JNIEnv* jni) {
  Recorder* const running = recorder;
  if (running == nullptr) return AttachAnswer::kNoRecording;
  return running->pointNow(jni) ? AttachAnswer::kDone : AttachAnswer::kStopped;
}

/// What the JVM held for the recording (the tags of all objects, above all) is free again, and it can be recorded anew.
AttachAnswer detach(JNIEnv* jni) {
  Recorder* const running = recorder;
  if (running == nullptr) return AttachAnswer::kNoRecording;
  disable(environment, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC);
  disable(environment, JVMTI_EVENT_THREAD_START);
  // Until the file is complete, the JVM's end must find the recorder.
  const bool completed = running->detach(jni);
  recorder = nullptr;
  for (const jvmtiEvent event :
       {JVMTI_EVENT_VM_DEATH, JVMTI_EVENT_GARBAGE_COLLECTION_START, JVMTI_EVENT_GARBAGE_COLLECTION_FINISH}) {
    disable(environment, event);
  }
  environment->DisposeEnvironment();
  environment = nullptr;
  return completed ? AttachAnswer::kDone : AttachAnswer::kStopped;
}

AttachAnswer onAttach(JavaVM* vm, const char* text) {
  JNIEnv* jni = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&jni), JNI_VERSION_10) != JNI_OK) return AttachAnswer::kNotPossible;
  if (text != nullptr && std::strcmp(text, "point") == 0) return takePoint(jni);
  if (text != nullptr && std::strcmp(text, "detach") == 0) return detach(jni);
  if (recorder != nullptr || waitingWriter) return AttachAnswer::kRecordedAlready;
  Result<Options> options = parseOptions(text == nullptr ? "" : text);
  if (!options) return AttachAnswer::kWrongOptions;
  jvmtiEnv* const jvmti = prepare(vm, *options);
  if (jvmti == nullptr) return AttachAnswer::kNotPossible;
  Result<std::unique_ptr<recording::ChunkWriter>> writer = recording::ChunkWriter::create(fileName(options->file));
  if (!writer) {
    say("nothing is recorded: " + writer.error().describe());
    jvmti->DisposeEnvironment();
    return AttachAnswer::kNoFile;
  }
  return start(jvmti, jni, std::move(*writer), *options, Recorder::First::kAtOnce) ? AttachAnswer::kDone
                                                                                   : AttachAnswer::kNotPossible;
}

}  // namespace

}  // namespace heaptrail::recorder

extern "C" {

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void*) {
  return heaptrail::recorder::onLoad(vm, options);
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM* vm, char* options, void*) {
  return static_cast<jint>(heaptrail::recorder::onAttach(vm, options));
}

}  // extern "C"
