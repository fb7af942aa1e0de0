#include "launch/java_command.h"

#include <gtest/gtest.h>

#include <vector>

namespace heaptrail {
namespace {

std::string named(const std::vector<std::string>& command) { return programName(command); }

TEST(ProgramName, IsThatOfWhatJavaRuns) {
  EXPECT_EQ(named({"java", "-cp", "a:b", "com.example.Main", "-jar", "x.jar"}), "Main");
  EXPECT_EQ(named({"/usr/bin/java", "-Xmx1g", "-jar", "/opt/shop/shop-1.2.jar"}), "shop-1.2");
  EXPECT_EQ(named({"java", "-p", "mods", "-m", "com.shop/com.shop.app.Start"}), "Start");
  EXPECT_EQ(named({"java", "--module=com.shop"}), "shop");
  EXPECT_EQ(named({"java", "@options", "src/Leak.java"}), "Leak");
}

TEST(ProgramName, IsTheProgramWhereJavaDoesNotTell) {
  EXPECT_EQ(named({"java", "-version"}), "java");
  EXPECT_EQ(named({"java", "-jar"}), "java");
  EXPECT_EQ(named({"./bin/catalina.sh", "run"}), "catalina");
  EXPECT_EQ(named({"mvn", "test"}), "mvn");
  EXPECT_EQ(named({}), "java");
}

}  // namespace
}  // namespace heaptrail
