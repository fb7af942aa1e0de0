// Whether somebody still writes a recording. Whoever writes one holds a lock on it, which the kernel lets go however
// the program ends: neither a process' id, which a container or a reused number make worthless, nor the time of the
// last change would tell as much.
#pragma once

#include <string>

namespace heaptrail::recording {

/// Until the file is closed. On a file system without locks nothing happens, and nobody takes the recording for
/// growing.
void lockForWriting(int descriptor);

/// Whether a program that records itself has this file open. What it finds of a file that is not, is all there ever is.
bool isBeingWritten(const std::string& path);

}  // namespace heaptrail::recording
