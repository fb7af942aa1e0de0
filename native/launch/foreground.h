// Runs another program as if this one were not there: it has the same input, output and terminal, signals reach it, and
// how it ended is told.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "launch/error_tail.h"

namespace heaptrail {

/// What shells do when a command cannot be started.
struct NotStarted {
  int status;  // 127: there is no such command; 126: it cannot be run
  std::string message;
};

/// The environment of this process with one variable set, as `NAME=VALUE` lines.
std::vector<std::string> environmentWith(const std::string& name, const std::string& value);

/// Waits for the command's end and gives its exit status, 128 + N where signal N ended it. Signals that only this
/// process gets meanwhile are passed on; those from the terminal go to both anyway. For a process with one thread.
/// @param errors keeps the end of what it says on its stderr, which then is no terminal; null where nobody asks
std::expected<int, NotStarted> runInForeground(const std::vector<std::string>& command,
                                               const std::vector<std::string>& environment,
                                               ErrorTail* errors = nullptr);

}  // namespace heaptrail
