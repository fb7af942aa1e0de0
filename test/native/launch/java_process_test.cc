#include "launch/java_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "support/temporary_folder.h"

namespace heaptrail {
namespace {

constexpr const char* kInContainer =
    "Name:\tjava\nState:\tS (sleeping)\nTgid:\t4711\nNgid:\t0\nPid:\t4711\nPPid:\t1\nTracerPid:\t0\n"
    "Uid:\t1000\t1001\t1002\t1003\nGid:\t100\t101\t102\t103\nNStgid:\t4711\t23\t7\nNSpid:\t4711\t23\t7\n"
    "SigIgn:\t0000000000000000\nSigCgt:\t0000000181005ccf\n";

TEST(ProcessStatus, TellsInnerIdEffectiveUserAndHandledSignals) {
  const auto status = parseProcessStatus(kInContainer);
  ASSERT_TRUE(status);
  EXPECT_EQ(status->process, 4711);
  EXPECT_EQ(status->inner, 7);
  EXPECT_EQ(status->user, 1001U);
  EXPECT_EQ(status->group, 101U);
  EXPECT_TRUE(status->handles(SIGQUIT));
  EXPECT_FALSE(status->handles(SIGUSR1));
  EXPECT_FALSE(status->stopped);
}

TEST(ProcessStatus, OldKernelsKnowOneId) {
  const auto status = parseProcessStatus("Tgid:\t12\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\nSigCgt:\t0\n");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->inner, 12);
}

TEST(ProcessStatus, SeesThatAProcessIsStopped) {
  EXPECT_TRUE(parseProcessStatus("State:\tt (tracing stop)\nTgid:\t12\nUid:\t0\t0\nGid:\t0\t0\nSigCgt:\t0\n")->stopped);
}

TEST(ProcessStatus, IsNoneWhereSomethingIsMissing) {
  EXPECT_FALSE(parseProcessStatus(""));
  EXPECT_FALSE(parseProcessStatus("Tgid:\t12\nUid:\t0\nGid:\t0\t0\nSigCgt:\t0\n"));
  EXPECT_FALSE(parseProcessStatus("Tgid:\tx\nUid:\t0\t0\nGid:\t0\t0\nSigCgt:\t0\n"));
  EXPECT_FALSE(parseProcessStatus("Tgid:\t12\nUid:\t0\t0\nGid:\t0\t0\nSigCgt:\txyz\n"));
}

class ProcFolder : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(java_.folder + "/" + name, std::ios::binary) << content;
  }

  test::TemporaryFolder folder_;
  JavaProcess java_{.id = 4711, .inner = 7, .user = getuid(), .group = getgid(), .folder = folder_.path()};
};

TEST_F(ProcFolder, ReadsTheNameOfTheProgram) {
  using namespace std::string_literals;
  write("cmdline", "/usr/bin/java\0-cp\0\0com.example.Main\0x\0"s);
  EXPECT_EQ(java_.commandName(), "Main");
}

TEST_F(ProcFolder, FindsLoadedLibraries) {
  write("maps",
        "7f00-7f01 r--p 00000000 fd:01 77   /opt/jdk 21/lib/server/libjvm.so\n"
        "7f01-7f02 r-xp 00001000 fd:01 78   /opt/h/libheaptrail-recorder.so (deleted)\n"
        "7f02-7f03 rw-p 00000000 00:00 0 \n");
  EXPECT_EQ(java_.loadedLibrary("libjvm.so"), "/opt/jdk 21/lib/server/libjvm.so");
  EXPECT_EQ(java_.loadedLibrary("libheaptrail-recorder.so"), "/opt/h/libheaptrail-recorder.so (deleted)");
  EXPECT_EQ(java_.loadedLibrary("jvm.so"), std::nullopt);
}

TEST_F(ProcFolder, SeesThatAttachingIsSwitchedOff) {
  using namespace std::string_literals;
  write("cmdline", "java\0Main\0"s);
  EXPECT_FALSE(java_.refusesToBeAttached());
  write("environ", "HOME=/\0JAVA_TOOL_OPTIONS=-Xmx1g -XX:+DisableAttachMechanism\0"s);
  EXPECT_TRUE(java_.refusesToBeAttached());
  write("environ", "");
  write("cmdline", "java\0-XX:+DisableAttachMechanism\0Main\0"s);
  EXPECT_TRUE(java_.refusesToBeAttached());
}

TEST_F(ProcFolder, SeesWhetherFilesAreTheSame) {
  std::filesystem::create_directory_symlink("/", java_.folder + "/root");
  EXPECT_TRUE(java_.shares("/tmp"));
  std::filesystem::remove(java_.folder + "/root");
  std::filesystem::create_directories(java_.folder + "/root/tmp");
  EXPECT_FALSE(java_.shares("/tmp"));
}

TEST(JavaProcess, RefusesWhatIsNone) {
  EXPECT_EQ(findJavaProcess(0).error().kind, ErrorKind::kUsage);
  EXPECT_EQ(findJavaProcess(1LL << 40).error().kind, ErrorKind::kUsage);
  EXPECT_EQ(findJavaProcess(2147483647).error().describe(), "process 2147483647: there is no such process");
  const Error self = findJavaProcess(getpid()).error();
  EXPECT_NE(self.message.find("no JVM"), std::string::npos) << self.describe();
}

}  // namespace
}  // namespace heaptrail
