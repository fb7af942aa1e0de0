#include "answer/growth_sentences.h"

#include <gtest/gtest.h>

namespace heaptrail {
namespace {

constexpr int64_t kHeapGrowth = 1000;
const GrownSize kMost{{2, 100}, {40, 900}};

SuspectAnswer suspect(GrowthPattern pattern) {
  SuspectAnswer suspect;
  suspect.pattern = pattern;
  suspect.count = 1;
  suspect.type = "java.util.HashMap";
  suspect.site = {{"com.example.Orders", "<init>", "Orders.java", 12}};
  suspect.retained = kMost;
  suspect.taken = {{"com.example.Order", 10, 30}};
  return suspect;
}

GrowthRow row(Origin category, std::optional<GrowthPattern> pattern) {
  GrowthRow row;
  row.type = "java.util.HashMap";
  row.category = category;
  row.pattern = pattern;
  row.growth.retained = kMost;
  return row;
}

TEST(GrowthSentences, NameTheStructureItsShareAndWhatItTookIn) {
  EXPECT_EQ(sentenceAbout(suspect(GrowthPattern::kSingleOwnershipContainer), kHeapGrowth),
            "The HashMap allocated in Orders.<init>:12 holds 80.0 % of the heap's growth: it took in 20 Order.");
}

TEST(GrowthSentences, NameTheFieldThatHoldsItAndTheLineThatMadeWhatItTookIn) {
  SuspectAnswer named = suspect(GrowthPattern::kSingleOwnershipContainer);
  named.name = "Orders.open";
  named.lines = {{{"com.example.Shop", "order", "Shop.java", 7}, 0.97, 31}};
  EXPECT_EQ(sentenceAbout(named, kHeapGrowth),
            "Orders.open (HashMap) holds 80.0 % of the heap's growth: it took in 20 Order, created in Shop.order:7.");
  named.lines.front().share = 0.6;
  named.linesOf = LinesOf::kRetained;
  EXPECT_EQ(sentenceAbout(named, kHeapGrowth),
            "Orders.open (HashMap) holds 80.0 % of the heap's growth: it took in 20 Order, 60 % of it filled from "
            "Shop.order:7.");
  named.count = 3;
  EXPECT_EQ(sentenceAbout(named, kHeapGrowth),
            "The 3 HashMap objects in Orders.open together hold 80.0 % of the heap's growth: they took in 20 Order, 60 "
            "% of it filled from Shop.order:7.");
}

TEST(GrowthSentences, NameOneOfSeveralThatAreInDifferentFields) {
  SuspectAnswer apart = suspect(GrowthPattern::kSingleOwnershipContainer);
  apart.name = "Orders.open";
  apart.count = 3;
  apart.heldApart = true;
  EXPECT_EQ(sentenceAbout(apart, kHeapGrowth),
            "Orders.open (HashMap) and 2 others of its type together hold 80.0 % of the heap's growth: they took in 20 "
            "Order.");
}

TEST(GrowthSentences, NameAllThatHoldTheSame) {
  SuspectAnswer shared = suspect(GrowthPattern::kSharedOwnershipContainer);
  shared.count = 2;
  shared.name = "Jobs.byKey";
  shared.owners = {{"Jobs.byKey", {}, "java.util.HashMap", 1}, {"Jobs.byGroup[]", {}, "java.util.TreeMap", 2}};
  EXPECT_EQ(sentenceAbout(shared, kHeapGrowth),
            "Jobs.byKey (HashMap) and Jobs.byGroup[] (TreeMap) hold the same objects, together 80.0 % of the heap's "
            "growth: they took in 20 Order.");
}

TEST(GrowthSentences, SayThatASuspectWasBornInTheWindow) {
  SuspectAnswer born = suspect(GrowthPattern::kSingleOwnershipContainer);
  born.born = true;
  EXPECT_EQ(sentenceAbout(born, kHeapGrowth),
            "The HashMap allocated in Orders.<init>:12, born in the window, holds 80.0 % of the heap's growth: it took "
            "in 20 Order.");
  born.count = 3;
  EXPECT_EQ(sentenceAbout(born, kHeapGrowth),
            "3 structures of type HashMap allocated in Orders.<init>:12, born in the window, together hold 80.0 % of "
            "the heap's growth: they took in 20 Order.");
}

TEST(GrowthSentences, SayThatAStructureWasBornInTheWindow) {
  EXPECT_EQ(sentenceAbout(row(Origin::kBorn, GrowthPattern::kSharedOwnershipContainer), kHeapGrowth),
            "The HashMap, born in the window, grew, but others hold the same objects: alone it holds 80.0 % of the "
            "heap's growth.");
  EXPECT_EQ(sentenceAbout(row(Origin::kSurvivor, GrowthPattern::kSharedOwnershipContainer), kHeapGrowth),
            "The HashMap grew, but others hold the same objects: alone it holds 80.0 % of the heap's growth.");
}

TEST(GrowthSentences, BeginWithACapitalLetterAndNameTheStructureWithoutOneElsewhere) {
  EXPECT_EQ(sentenceAbout(row(Origin::kSurvivor, GrowthPattern::kSharedOwnershipData), kHeapGrowth),
            "What the HashMap leads to grew, but others lead there, too: alone it holds 80.0 % of the heap's growth.");
  EXPECT_EQ(sentenceAbout(row(Origin::kBorn, std::nullopt), -kHeapGrowth),
            "The heap did not grow in this window, so the HashMap has no part in any growth.");
}

}  // namespace
}  // namespace heaptrail
