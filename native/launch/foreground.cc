#include "launch/foreground.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace heaptrail {

namespace {

constexpr int kNoSuchCommand = 127;
constexpr int kNotRunnable = 126;
constexpr std::array kPassedOn{SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};

/// Holds back the signals that are to be passed on, and the end of the child, so that they can be waited for in order.
class HeldSignals {
 public:
  HeldSignals() {
    sigemptyset(&held_);
    for (const int signal : kPassedOn) sigaddset(&held_, signal);
    sigaddset(&held_, SIGCHLD);
    sigprocmask(SIG_BLOCK, &held_, &before_);
    // Where whoever started us ignores ended children, the kernel forgets how they ended.
    struct sigaction standard{};
    standard.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &standard, &childBefore_);
  }
  ~HeldSignals() {
    sigaction(SIGCHLD, &childBefore_, nullptr);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  siginfo_t next() const {
    siginfo_t info{};
    while (sigwaitinfo(&held_, &info) < 0 && errno == EINTR) {
    }
    return info;
  }
  const sigset_t& before() const { return before_; }

 private:
  sigset_t held_{};
  sigset_t before_{};
  struct sigaction childBefore_{};
};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (const std::string& text : texts) all.push_back(const_cast<char*>(text.c_str()));  // as posix_spawn wants it
  all.push_back(nullptr);
  return all;
}

int exitStatus(int waited) { return WIFSIGNALED(waited) ? 128 + WTERMSIG(waited) : WEXITSTATUS(waited); }

}  // namespace

std::vector<std::string> environmentWith(const std::string& name, const std::string& value) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with(name + '=')) variables.emplace_back(*variable);
  }
  variables.push_back(name + '=' + value);
  return variables;
}

std::expected<int, NotStarted> runInForeground(const std::vector<std::string>& command,
                                               const std::vector<std::string>& environment, ErrorTail* errors) {
  const HeldSignals signals;
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &signals.before());
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  if (errors != nullptr) posix_spawn_file_actions_adddup2(&files, errors->forCommand(), STDERR_FILENO);
  pid_t child = 0;
  const int problem = posix_spawnp(&child, command.front().c_str(), &files, &attributes, pointers(command).data(),
                                   pointers(environment).data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (errors != nullptr) errors->begin();
  if (problem == ENOENT) {
    return std::unexpected(NotStarted{kNoSuchCommand, fmt::format("{}: there is no such command", command.front())});
  }
  if (problem != 0) {
    return std::unexpected(
        NotStarted{kNotRunnable, fmt::format("{}: cannot be run: {}", command.front(), std::strerror(problem))});
  }
  while (true) {
    const siginfo_t signal = signals.next();
    if (signal.si_signo == SIGCHLD) {
      int waited = 0;
      if (waitpid(child, &waited, WNOHANG) == child) return exitStatus(waited);
    } else if (signal.si_code != SI_KERNEL) {
      // The kernel sends what comes from the terminal to the child as well.
      kill(child, signal.si_signo);
    }
  }
}

}  // namespace heaptrail
