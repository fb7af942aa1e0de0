// A JVM that runs already, as the kernel shows it in /proc: whose it is, where it sees its files, whether it can be
// asked something without harm.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace heaptrail {

/// Of /proc/PID/status.
struct ProcessStatus {
  pid_t process = 0;  // of which this may be a thread
  pid_t inner = 0;    // its id where it lives: another one in a container
  uid_t user = 0;     // the effective ones
  gid_t group = 0;
  uint64_t caught = 0;   // a bit for each signal that it handles
  bool stopped = false;  // by a signal or a debugger

  bool handles(int signal) const;
};
std::optional<ProcessStatus> parseProcessStatus(std::string_view text);

struct JavaProcess {
  pid_t id = 0;
  pid_t inner = 0;
  uid_t user = 0;
  gid_t group = 0;
  std::string folder;  // /proc/PID

  /// Where its file `path` is for us; its files may be others than ours.
  std::string seenFromHere(const std::string& path) const { return folder + "/root" + path; }
  /// Is this the same file or folder for both?
  bool shares(const std::string& path) const;

  std::string commandName() const;
  /// What it is now.
  std::optional<ProcessStatus> status() const;
  bool refusesToBeAttached() const;
  /// The file that it has loaded under this name, as it sees it; with ` (deleted)` where that is there no more.
  std::optional<std::string> loadedLibrary(std::string_view name) const;

  /// An error that names this process.
  std::unexpected<Error> error(std::string message) const;
};

/// Refuses everything but a HotSpot JVM of ours; root may reach everybody's.
Result<JavaProcess> findJavaProcess(int64_t id);

}  // namespace heaptrail
