#include "cli/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>

namespace heaptrail {

namespace {

// A signal handler can reach nothing but globals. Cancelling only stores a flag, which handlers may do.
std::atomic<Progress*> interruptible = nullptr;

void interrupt(int) {
  if (Progress* progress = interruptible.load()) progress->cancel();
}

}  // namespace

ProgressLine::ProgressLine(bool quiet)
    : visible_(!quiet && isatty(STDERR_FILENO) == 1),
      progress_([this](const ProgressReport& report) { show(report); }) {
  interruptible.store(&progress_);
  std::signal(SIGINT, interrupt);
}

ProgressLine::~ProgressLine() {
  finish();
  std::signal(SIGINT, SIG_DFL);
  interruptible.store(nullptr);
}

void ProgressLine::show(const ProgressReport& report) {
  if (!visible_) return;
  fmt::print(stderr, "\r\x1b[K{} … {:.0f} %", report.phase, report.done * 100);
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::finish() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
  shown_ = false;
}

}  // namespace heaptrail
