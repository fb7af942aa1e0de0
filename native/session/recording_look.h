// How far a recording is, without opening it: for whoever must not know formats.
#pragma once

#include "trace/recording/read/recording_look.h"

namespace heaptrail {

using recording::lookAtRecording;
using recording::RecordingLook;

}  // namespace heaptrail
