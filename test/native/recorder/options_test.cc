// What the recorder is asked for is understood as it was meant, or refused.
#include "recorder/options.h"

#include <gtest/gtest.h>

namespace heaptrail::recorder {
namespace {

std::string complaint(std::string_view text) {
  const Result<Options> options = parseOptions(text);
  return options ? "none" : options.error().message;
}

TEST(RecorderOptions, SitesAreSampledWithinABudgetOfOnePercentUnlessToldOtherwise) {
  const Result<Options> options = parseOptions("");
  ASSERT_TRUE(options);
  EXPECT_EQ(options->sites, Sites::kAuto);
  EXPECT_EQ(options->budget, 0.01);
  EXPECT_EQ(options->depth, 64U);
  EXPECT_EQ(describe(*options), "every=10000ms,sites=auto,budget=1%,depth=64,exit=yes");
}

TEST(RecorderOptions, AnIntervalAloneIsOneOfSamplesAtAFixedDistance) {
  const Result<Options> options = parseOptions("interval=64k");
  ASSERT_TRUE(options);
  EXPECT_EQ(options->sites, Sites::kSampled);
  EXPECT_EQ(options->sampleInterval, 65536U);
  EXPECT_EQ(describe(*options), "every=10000ms,sites=sampled,interval=65536,depth=64,exit=yes");
}

TEST(RecorderOptions, ABudgetIsAShareInPercent) {
  const Result<Options> options = parseOptions("budget=2.5%,sites=auto");
  ASSERT_TRUE(options);
  EXPECT_EQ(options->budget, 0.025);
  for (const char* wrong : {"1", "0%", "51%", "-1%", "nan%", "x%", "1%%", ""}) {
    EXPECT_EQ(complaint(std::string("budget=") + wrong),
              std::string("budget: expected a share of the program's time from 0.01% to 50%, such as 1%, found \"") +
                  wrong + '"');
  }
}

TEST(RecorderOptions, LightPointsHaveNoSites) {
  const Result<Options> options = parseOptions("points=light,every=2s");
  ASSERT_TRUE(options);
  EXPECT_TRUE(options->lightPoints);
  EXPECT_EQ(options->sites, Sites::kOff);
  EXPECT_EQ(describe(*options), "every=2000ms,points=light,sites=off,depth=64,exit=yes");
  EXPECT_EQ(complaint("points=light,sites=off"), "none");
  for (const char* site : {"sites=auto", "budget=2%", "interval=64k", "depth=3"}) {
    EXPECT_TRUE(complaint(std::string("points=light,") + site).starts_with("points: light ones have no objects"))
        << site;
  }
  EXPECT_EQ(complaint("points=few"), "points: expected full or light, found \"few\"");
}

TEST(RecorderOptions, OptionsOfOtherSitesAreRefused) {
  EXPECT_EQ(complaint("sites=exact,interval=64k"),
            "interval: the distance of samples goes with sites=sampled only, found sites=exact");
  EXPECT_EQ(complaint("interval=64k,sites=auto"),
            "interval: the distance of samples goes with sites=sampled only, found sites=auto");
  EXPECT_EQ(complaint("budget=1%,sites=sampled"),
            "budget: the share of time for samples goes with sites=auto only, found sites=sampled");
  EXPECT_EQ(complaint("budget=1%,interval=64k"),
            "budget: the share of time for samples goes with sites=auto only, found sites=sampled");
  EXPECT_EQ(complaint("sites=some"), "sites: expected off, auto, sampled or exact, found \"some\"");
}

}  // namespace
}  // namespace heaptrail::recorder
