#include "recorder/messages.h"

#include <unistd.h>

#include <string>

namespace heaptrail::recorder {

void say(std::string_view message) {
  // One write: lines of a program with many threads do not mix.
  const std::string line = "heaptrail: " + std::string(message) + '\n';
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace heaptrail::recorder
