#include "launch/foreground.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string>

namespace heaptrail {
namespace {

int shell(const std::string& script) {
  const auto ended = runInForeground({"sh", "-c", script}, environmentWith("HEAPTRAIL_TEST", "a b"));
  return ended ? *ended : -1;
}

TEST(Foreground, GivesTheStatusOfTheCommand) {
  EXPECT_EQ(shell("exit 0"), 0);
  EXPECT_EQ(shell("exit 42"), 42);
  EXPECT_EQ(shell("kill -9 $$"), 128 + SIGKILL);
}

TEST(Foreground, GivesTheEnvironmentOn) {
  EXPECT_EQ(shell("test \"$HEAPTRAIL_TEST\" = 'a b' && test -n \"$PATH\""), 0);
  const auto twice = environmentWith("PATH", "/x");
  EXPECT_EQ(std::ranges::count_if(twice, [](const std::string& line) { return line.starts_with("PATH="); }), 1);
}

TEST(Foreground, SaysWhyACommandCannotBeRun) {
  EXPECT_EQ(runInForeground({"no-such-command-here"}, {}).error().status, 127);
  EXPECT_EQ(runInForeground({"/"}, {}).error().status, 126);
}

TEST(Foreground, PassesSignalsOn) {
  // The command tells its parent, which passes the signal back to it.
  EXPECT_EQ(shell("trap 'exit 7' TERM; kill -TERM $PPID; while :; do sleep 0.01; done"), 7);
}

TEST(Foreground, LeavesSignalsAsTheyWere) {
  sigset_t before;
  sigset_t after;
  sigprocmask(SIG_SETMASK, nullptr, &before);
  EXPECT_EQ(shell("trap '' INT; exit 3"), 3);
  sigprocmask(SIG_SETMASK, nullptr, &after);
  for (const int signal : {SIGINT, SIGTERM, SIGCHLD})
    EXPECT_EQ(sigismember(&before, signal), sigismember(&after, signal));
}

}  // namespace
}  // namespace heaptrail
