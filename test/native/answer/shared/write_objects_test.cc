#include "answer/shared/write_objects.h"

#include <gtest/gtest.h>

namespace heaptrail {
namespace {

using Steps = std::vector<PathAnswer::Step>;

PathAnswer::Step step(std::string via, std::string type, uint64_t id) {
  PathAnswer::Step made{std::move(via), {}};
  made.object.type = std::move(type);
  made.object.id = id;
  return made;
}

TEST(StepsText, HasALineForEach) {
  const Steps steps{step("", "a.Store", 1), step("byToken", "java.util.HashMap", 2), step("[3]", "a.Session", 3)};
  EXPECT_EQ(stepsText(steps, "  "),
            "                       a.Store @ 0x1\n"
            "  .byToken             java.util.HashMap @ 0x2\n"
            "  [3]                  a.Session @ 0x3\n");
}

TEST(StepsText, TellsTheFirstAndTheLastOfThoseThatRepeat) {
  Steps list{step("", "a.List", 1), step("first", "a.Node", 2)};
  for (uint64_t i = 3; i < 10; ++i) list.push_back(step("next", "a.Node", i));
  list.push_back(step("item", "a.Item", 99));
  EXPECT_EQ(stepsText(list, ""),
            "                     a.List @ 0x1\n"
            ".first               a.Node @ 0x2\n"
            ".next                a.Node @ 0x3\n"
            "… 5 more steps like this\n"
            ".next                a.Node @ 0x9\n"
            ".item                a.Item @ 0x63\n");
}

TEST(StepsText, SeesRepeatsOfSeveralStepsToo) {
  Steps list{step("", "a.List", 1)};
  for (uint64_t i = 2; i < 10; i += 2) {
    list.push_back(step("next", "java.lang.ref.Reference", i));
    list.push_back(step("value", "a.Node", i + 1));
  }
  EXPECT_EQ(stepsText(list, ""),
            "                     a.List @ 0x1\n"
            ".next                java.lang.ref.Reference @ 0x2\n"
            ".value               a.Node @ 0x3\n"
            "… 4 more steps like these\n"
            ".next                java.lang.ref.Reference @ 0x8\n"
            ".value               a.Node @ 0x9\n");
}

TEST(StepsText, MakesRoomForLongNames) {
  const Steps steps{step("", "a.A", 1), step("shutdownCallbackRegistry", "a.B", 2)};
  EXPECT_EQ(stepsText(steps, ""), std::string(26, ' ') + "a.A @ 0x1\n.shutdownCallbackRegistry a.B @ 0x2\n");
}

}  // namespace
}  // namespace heaptrail
