#include "launch/attach.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "support/temporary_folder.h"

namespace heaptrail {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// A JVM's folder in /proc, with this process behind it, and what would be listening in it.
class FakeJvm {
 public:
  explicit FakeJvm(bool handlesQuit = true, const char* state = "S (sleeping)") {
    fs::create_directories(process.folder + "/root/tmp");
    fs::create_directories(process.folder + "/cwd");
    std::ofstream(process.folder + "/status")
        << fmt::format("State:\t{}\nTgid:\t{}\nUid:\t{} {}\nGid:\t{} {}\nSigCgt:\t{}\n", state, getpid(), getuid(),
                       getuid(), getgid(), getgid(), handlesQuit ? 4 : 0);
    wasQuit = false;
    std::signal(SIGQUIT, [](int) { wasQuit = true; });
  }
  ~FakeJvm() {
    if (thread_.joinable()) thread_.join();
    std::signal(SIGQUIT, SIG_DFL);
  }
  FakeJvm(const FakeJvm&) = delete;
  FakeJvm& operator=(const FakeJvm&) = delete;

  /// Opens the socket and answers one request, now or when it was woken as JVMs are.
  void answers(const std::string& reply) {
    listen();
    thread_ = std::thread([this, reply] { serve(reply); });
  }
  void answersWhenWoken(const std::string& reply) {
    thread_ = std::thread([this, reply] {
      while (!wasQuit) std::this_thread::sleep_for(1ms);
      wokenByMark = fs::exists(mark());
      listen();
      serve(reply);
    });
  }

  std::string mark() const { return process.folder + "/cwd/.attach_pid7"; }
  /// With | where a text ends.
  std::string request() {
    thread_.join();
    std::ranges::replace(request_, '\0', '|');
    return request_;
  }

  static inline std::atomic<bool> wasQuit = false;
  bool wokenByMark = false;
  test::TemporaryFolder folder;
  JavaProcess process{.id = getpid(), .inner = 7, .user = getuid(), .group = getgid(), .folder = folder.path()};

 private:
  void listen() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = process.folder + "/root/tmp/.java_pid7";
    ASSERT_LT(path.size(), sizeof address.sun_path);
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    listener_ = ::socket(AF_UNIX, SOCK_STREAM, 0);
    // Bound elsewhere first: who sees it can connect.
    const std::string early = path + "x";
    std::memcpy(address.sun_path, early.c_str(), early.size() + 1);
    ASSERT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ASSERT_EQ(::listen(listener_, 1), 0);
    fs::rename(early, path);
  }
  void serve(const std::string& reply) {
    const int peer = ::accept(listener_, nullptr, nullptr);
    while (std::ranges::count(request_, '\0') < 5) {
      char c = 0;
      if (::read(peer, &c, 1) != 1) break;
      request_ += c;
    }
    EXPECT_EQ(::write(peer, reply.data(), reply.size()), static_cast<ssize_t>(reply.size()));
    ::close(peer);
    ::close(listener_);
  }

  int listener_ = -1;
  std::string request_;
  std::thread thread_;
};

TEST(AttachReply, IsANumberAndText) {
  EXPECT_EQ(parseAttachReply("0\nreturn code: 0\n")->text, "return code: 0");
  EXPECT_EQ(parseAttachReply("-1\n")->result, -1);
  EXPECT_EQ(parseAttachReply("0\n\n a\nb \n")->text, "a\nb");
  EXPECT_FALSE(parseAttachReply(""));
  EXPECT_FALSE(parseAttachReply("0"));
  EXPECT_FALSE(parseAttachReply("zero\n"));
}

TEST(Attach, AsksAJvmThatListens) {
  FakeJvm jvm;
  jvm.answers("0\nreturn code: 3\n");
  const Result<int> code = loadAgent(jvm.process, "/a/agent.so", "every=5gc,file=/tmp/a b");
  ASSERT_TRUE(code) << code.error().describe();
  EXPECT_EQ(*code, 3);
  EXPECT_EQ(jvm.request(), "1|load|/a/agent.so|true|every=5gc,file=/tmp/a b|");
  EXPECT_FALSE(FakeJvm::wasQuit);
}

TEST(Attach, WakesOneThatSleeps) {
  FakeJvm jvm;
  jvm.answersWhenWoken("0\nreturn code: 0\n");
  const Result<int> code = loadAgent(jvm.process, "/a.so", "");
  ASSERT_TRUE(code) << code.error().describe();
  EXPECT_EQ(*code, 0);
  EXPECT_EQ(jvm.request(), "1|load|/a.so|true||");
  EXPECT_TRUE(jvm.wokenByMark);
  EXPECT_FALSE(fs::exists(jvm.mark())) << "the mark is left behind";
}

TEST(Attach, TellsWhatTheJvmSays) {
  FakeJvm jvm;
  jvm.answers("-1\n/a.so was not loaded.\n/a.so: cannot open shared object file\n");
  const Result<int> code = loadAgent(jvm.process, "/a.so", "");
  ASSERT_FALSE(code);
  EXPECT_NE(code.error().message.find("/a.so was not loaded.\n/a.so: cannot open"), std::string::npos);
}

TEST(Attach, TellsThatAnAnswerIsNone) {
  FakeJvm jvm;
  jvm.answers("");
  EXPECT_NE(loadAgent(jvm.process, "/a.so", "").error().message.find("gave no answer"), std::string::npos);
}

TEST(Attach, NeverKillsWhatDoesNotHandleTheSignal) {
  FakeJvm jvm(/*handlesQuit=*/false);
  EXPECT_NE(loadAgent(jvm.process, "/a.so", "").error().message.find("SIGQUIT"), std::string::npos);
  EXPECT_FALSE(FakeJvm::wasQuit);
}

TEST(Attach, LeavesStoppedOnesAlone) {
  FakeJvm jvm(/*handlesQuit=*/true, "T (stopped)");
  EXPECT_NE(loadAgent(jvm.process, "/a.so", "").error().message.find("stopped"), std::string::npos);
  EXPECT_FALSE(FakeJvm::wasQuit);
}

TEST(Attach, GivesUpOnOneThatDoesNotWake) {
  FakeJvm jvm;
  const auto reply = askJvm(jvm.process, "load", {"", "", ""}, 50ms);
  ASSERT_FALSE(reply);
  EXPECT_NE(reply.error().message.find("has not answered"), std::string::npos);
  EXPECT_TRUE(FakeJvm::wasQuit);
  EXPECT_FALSE(fs::exists(jvm.mark()));
}

TEST(Attach, RefusesArgumentsThatJvmsDropWithoutAWord) {
  FakeJvm jvm;
  EXPECT_EQ(loadAgent(jvm.process, "/a.so", std::string(1025, 'x')).error().kind, ErrorKind::kUsage);
  EXPECT_FALSE(FakeJvm::wasQuit);
}

}  // namespace
}  // namespace heaptrail
