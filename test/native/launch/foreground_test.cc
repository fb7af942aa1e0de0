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

/// What a script says on its stderr: the end that is kept, and what has been passed on.
struct Said {
  std::string kept;
  std::string passedOn;
};

Said said(const std::string& script) {
  testing::internal::CaptureStderr();
  ErrorTail errors;
  const auto ended = runInForeground({"sh", "-c", script}, environmentWith("HEAPTRAIL_TEST", ""), &errors);
  EXPECT_TRUE(ended);
  Said all{errors.end(), {}};
  all.passedOn = testing::internal::GetCapturedStderr();
  return all;
}

TEST(Foreground, KeepsTheEndOfWhatTheCommandSaysAndPassesAllOn) {
  const Said little = said("echo out; echo one >&2; echo two >&2; exit 1");
  EXPECT_EQ(little.kept, "one\ntwo\n");
  EXPECT_EQ(little.passedOn, "one\ntwo\n");
  const Said much = said("i=0; while [ $i -lt 4000 ]; do echo line $i of many >&2; i=$((i+1)); done");
  EXPECT_TRUE(much.kept.ends_with("line 3999 of many\n"));
  EXPECT_LE(much.kept.size(), 16U << 10);
  EXPECT_GT(much.passedOn.size(), 64U << 10);
}

TEST(Foreground, DoesNotWaitForWhatACommandLeavesBehind) {
  EXPECT_EQ(said("echo begun >&2; sleep 5 & exit 1").kept, "begun\n");
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
