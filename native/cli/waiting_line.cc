#include "cli/waiting_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace heaptrail {

WaitingLine::WaitingLine(bool quiet, std::string_view what) : visible_(!quiet && isatty(STDERR_FILENO) == 1) {
  if (!visible_) return;
  fmt::print(stderr, "\r\x1b[K{} …", what);
  std::fflush(stderr);
}

WaitingLine::~WaitingLine() {
  if (!visible_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

}  // namespace heaptrail
