// What the recorder answers when it is asked something in a running JVM: the result of Agent_OnAttach, which the attach
// protocol hands on to whoever asked.
#pragma once

namespace heaptrail::recorder {

enum class AttachAnswer : int {
  kDone = 0,
  kWrongOptions = 1,
  kNoFile = 2,
  kNoRecording = 3,
  kStopped = 4,
  kNotPossible = 5,
  kRecordedAlready = 6,
};

}  // namespace heaptrail::recorder
