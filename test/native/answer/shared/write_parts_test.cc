// What answers say of a site: views show the frame that the engine says tells most.
#include "answer/shared/write_parts.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace heaptrail {
namespace {

/// The frame that is marked in the site's JSON, by its place from the front; -1 where none is.
int markedOf(const std::vector<std::string>& classes) {
  std::vector<Frame> site;
  for (const std::string& name : classes) site.push_back({name, "run", "", 0});
  JsonWriter json = beginAnswer();
  writeSite(json, site);
  const std::string text = endAnswer(std::move(json));
  int place = -1;
  for (size_t at = 0; (at = text.find("\"class\"", at)) != std::string::npos; ++at) {
    ++place;
    if (text.substr(at, text.find('}', at) - at).contains("\"telling\":true")) return place;
  }
  EXPECT_EQ(place + 1, static_cast<int>(classes.size()));
  return -1;
}

TEST(Site, MarksTheInnermostFrameThatIsNotTheJdks) {
  EXPECT_EQ(markedOf({"java.util.HashMap", "sun.misc.Cache", "com.acme.Store", "com.acme.Main"}), 2);
  EXPECT_EQ(markedOf({"java.util.HashMap", "javaxtra.Store"}), 1);
}

TEST(Site, OfTheJdkAloneMarksTheOutermostFrame) {
  EXPECT_EQ(markedOf({"java.util.HashMap", "java.util.HashSet", "jdk.internal.Loader"}), 2);
}

TEST(Site, MarksNoneWhereTheInnermostFrameTells) {
  EXPECT_EQ(markedOf({"com.acme.Store", "java.util.HashMap", "com.acme.Main"}), -1);
  EXPECT_EQ(markedOf({"java.util.HashMap"}), -1);
  EXPECT_EQ(markedOf({}), -1);
}

}  // namespace
}  // namespace heaptrail
