// What is asked of structures, growth, checks and leaves, from a trace's text to the answer as users read it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "answer/golden_scene.h"

namespace heaptrail {
namespace {

using test::expectAnswers;

class GoldenAnswers : public testing::TestWithParam<std::string> {};

TEST_P(GoldenAnswers, AreAsWrittenDown) { expectAnswers(GetParam()); }

std::string testNameOf(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Scenes, GoldenAnswers, testing::ValuesIn(test::scenes()), testNameOf);

}  // namespace
}  // namespace heaptrail
