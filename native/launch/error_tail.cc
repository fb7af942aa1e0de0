#include "launch/error_tail.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace heaptrail {

namespace {

// The message of a program that fails at its start, with the exceptions that caused it.
constexpr size_t kMostKept = 16 << 10;

void closeBoth(std::array<int, 2>& pipe) {
  for (int& end : pipe) {
    if (end >= 0) ::close(end);
    end = -1;
  }
}

void writeAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace

ErrorTail::ErrorTail() {
  if (::pipe2(pipe_.data(), O_CLOEXEC) != 0 || ::pipe2(stop_.data(), O_CLOEXEC) != 0) closeBoth(pipe_);
  if (pipe_[0] >= 0) ::fcntl(pipe_[0], F_SETFL, O_NONBLOCK);
}

ErrorTail::~ErrorTail() {
  end();
  closeBoth(pipe_);
  closeBoth(stop_);
}

int ErrorTail::forCommand() const { return pipe_[1] >= 0 ? pipe_[1] : STDERR_FILENO; }

void ErrorTail::begin() {
  if (pipe_[1] < 0) return;
  // Its end is the end of what is read only when nobody else can write.
  ::close(pipe_[1]);
  pipe_[1] = -1;
  thread_ = std::thread([this] { passOn(); });
}

std::string ErrorTail::end() {
  if (thread_.joinable()) {
    writeAll(stop_[1], "!");
    thread_.join();
  }
  return tail_;
}

void ErrorTail::passOn() {
  std::array<pollfd, 2> waited{pollfd{pipe_[0], POLLIN, 0}, pollfd{stop_[0], POLLIN, 0}};
  while (::poll(waited.data(), waited.size(), -1) > 0 || errno == EINTR) {
    const bool stopped = waited[1].revents != 0;
    if (!take() || stopped) return;
  }
}

/// All that is there. False at the end of the stream.
bool ErrorTail::take() {
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t count = ::read(pipe_[0], buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return true;
    if (count == 0) return false;
    const std::string_view text(buffer.data(), static_cast<size_t>(count));
    writeAll(STDERR_FILENO, text);
    tail_ += text;
    if (tail_.size() > kMostKept) tail_.erase(0, tail_.size() - kMostKept);
  }
}

}  // namespace heaptrail
