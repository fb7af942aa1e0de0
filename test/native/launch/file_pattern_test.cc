#include "launch/file_pattern.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.h"

namespace heaptrail {
namespace {

TEST(FilePattern, StandsForAFileOfEachProcess) {
  EXPECT_EQ(fileOf("/tmp/a-%p.heaptrail", 4711), "/tmp/a-4711.heaptrail");
  EXPECT_EQ(fileOf("100%%-%p%", 7), "100%-7%");
  EXPECT_EQ(fileOf("%d%p", 7), "%d7");
  EXPECT_TRUE(namesTheProcess("a%p"));
  EXPECT_FALSE(namesTheProcess("a%%p"));
}

TEST(FilePattern, TextCanStandForItself) { EXPECT_EQ(fileOf(literalPattern("50%p of %%"), 7), "50%p of %%"); }

TEST(FilePattern, FindsWhatProcessesWrote) {
  const test::TemporaryFolder folder;
  const std::string in = folder.path() + "/";
  for (const char* name : {"a-12.x", "a-7.x", "a-.x", "a-1b.x", "b-12.x", "a-12.x.old", "12-12", "12-13"}) {
    std::ofstream(in + name) << name;
  }
  const std::string start = literalPattern(in);
  EXPECT_EQ(filesMatching(start + "a-%p.x"), (std::set<std::string>{in + "a-12.x", in + "a-7.x"}));
  EXPECT_EQ(filesMatching(start + "%p-%p"), (std::set<std::string>{in + "12-12"}));
  EXPECT_EQ(filesMatching(start + "a-.x"), (std::set<std::string>{in + "a-.x"}));
  EXPECT_EQ(filesMatching(start + "nothere/%p"), (std::set<std::string>{}));
}

}  // namespace
}  // namespace heaptrail
