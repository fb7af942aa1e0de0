#include "answer/shared/growth_sentences.h"

#include <gtest/gtest.h>

#include "answer/shared/growth_advice.h"
#include "answer/shared/growth_words.h"
#include "answer/shared/write_growth_parts.h"

namespace heaptrail {
namespace {

constexpr HeapGain kHeapGrowth{1000};
constexpr HeapGain kWholeHeap{1000, HeapGain::Of::kWholeHeap};
const GrownSize kMost{{2, 100}, {40, 900}};

/// Orders.open, a HashMap of ten Orders that has thirty now.
SuspectAnswer suspect(GrowthPattern pattern) {
  SuspectAnswer suspect;
  suspect.pattern = pattern;
  suspect.count = 1;
  suspect.name = "Orders.open";
  suspect.field = FieldName{"com.example.Orders", "open"};
  suspect.type = "java.util.HashMap";
  suspect.site = {{"com.example.Orders", "<init>", "Orders.java", 12}};
  suspect.retained = kMost;
  suspect.structures = {1};
  suspect.taken = {{"com.example.Order", 10, 30, 0}};
  return suspect;
}

MadeIn madeIn(double share, MadeIn::What what = MadeIn::What::kNamed) {
  return {{{"com.example.Shop", "order", "Shop.java", 7}, share, 31}, what};
}

GrowthRow row(Origin category, GrowthPattern pattern) {
  GrowthRow row;
  row.name = "Orders.open";
  row.type = "java.util.HashMap";
  row.category = category;
  row.pattern = pattern;
  row.growth.retained = kMost;
  return row;
}

std::string textAbout(const SuspectAnswer& suspect) { return sentenceAbout(suspect, kHeapGrowth).text(); }
std::string textAbout(const GrowthRow& row, std::vector<TakenIn> taken = {}) {
  return sentenceAbout(row, taken, kHeapGrowth).text();
}

TEST(GrowthSentences, SayWhatWasAddedToWhichFieldAndThatNothingWasRemoved) {
  EXPECT_EQ(textAbout(suspect(GrowthPattern::kSingleOwnershipContainer)),
            "20 Orders were added to Orders.open and none removed: 80.0 % of the heap's growth.");
}

TEST(GrowthSentences, SayHowManyWereRemoved) {
  SuspectAnswer some = suspect(GrowthPattern::kSingleOwnershipContainer);
  some.taken = {{"com.example.Order", 10, 30, 4}};
  EXPECT_EQ(textAbout(some), "24 Orders were added to Orders.open and 4 removed: 80.0 % of the heap's growth.");
}

TEST(GrowthSentences, SayNothingOfRemovalWhereThereWasNothingToRemoveOrNobodyKnows) {
  SuspectAnswer empty = suspect(GrowthPattern::kSingleOwnershipContainer);
  empty.taken = {{"com.example.Order", 0, 20, 0}};
  EXPECT_EQ(textAbout(empty), "20 Orders were added to Orders.open: 80.0 % of the heap's growth.");
  empty.taken = {{"com.example.Order", 10, 30, std::nullopt}};
  EXPECT_EQ(textAbout(empty), "Orders.open has 20 more Orders than before: 80.0 % of the heap's growth.");
}

TEST(GrowthSentences, SayOfWhatNobodyHoldsWhyItIsThere) {
  SuspectAnswer threads = suspect(GrowthPattern::kSingleOwnershipContainer);
  threads.name.clear();
  threads.structures.clear();
  threads.head = 0;
  threads.type = "java.lang.Thread";
  threads.taken = {{"java.lang.Thread", 3, 43, std::nullopt}};
  threads.unheld = HeldByNobody::kRuns;
  EXPECT_EQ(textAbout(threads), "40 more Threads are running than before: 80.0 % of the heap's growth.");
  EXPECT_TRUE(adviceOn(threads, HeapGain{1000}).starts_with("They stay until they end"));
  threads.taken = {{"java.util.TimerThread", 3, 43, std::nullopt}, {"java.util.TaskQueue", 3, 43, std::nullopt}};
  EXPECT_EQ(textAbout(threads), "40 more TimerThreads are running than before: 80.0 % of the heap's growth.")
      << "and not what each of them works on as well";
  threads.taken.pop_back();
  threads.type = threads.taken.front().type = "com.example.Picture";
  threads.unheld = HeldByNobody::kWaitsForFinalizer;
  EXPECT_EQ(textAbout(threads),
            "40 more Pictures are waiting for a finalizer than before: 80.0 % of the heap's growth.");
  EXPECT_EQ(sentenceAbout(threads, kWholeHeap).text(), "40 Pictures are waiting for a finalizer: 80.0 % of the heap.");
  threads.type = threads.taken.front().type = "com.example.Order$$Proxy$$*";
  threads.unheld = HeldByNobody::kLoaded;
  EXPECT_EQ(textAbout(threads),
            "40 more classes like Order$$Proxy$$* are loaded than before: 80.0 % of the heap's growth.");
}

TEST(GrowthSentences, SayWhatIsInItWhereNobodyKnowsHowItGrew) {
  SuspectAnswer alone = suspect(GrowthPattern::kSingleOwnershipContainer);
  alone.taken = {{"com.example.Order", 0, 20, std::nullopt}};
  EXPECT_EQ(sentenceAbout(alone, kWholeHeap).text(), "20 Orders are in Orders.open: 80.0 % of the heap.");
}

TEST(GrowthSentences, NameTheTypesOfTheProgramAndNotTheirKeys) {
  SuspectAnswer keyed = suspect(GrowthPattern::kSingleOwnershipContainer);
  keyed.taken = {{"java.lang.Long", 10, 30, 0}, {"com.example.Order", 10, 30, 0}};
  EXPECT_EQ(textAbout(keyed), "20 Orders were added to Orders.open and none removed: 80.0 % of the heap's growth.");
  keyed.taken = {{"com.example.Order", 10, 30, 0}, {"com.example.Place", 10, 11, 1}};
  EXPECT_EQ(textAbout(keyed),
            "20 Orders and 2 Places were added to Orders.open and 1 removed: 80.0 % of the heap's growth.");
  keyed.taken = {{"com.example.Order", 10, 30, 4}, {"com.example.Place", 10, 30, 4}};
  EXPECT_EQ(textAbout(keyed),
            "24 Orders and 24 Places were added to Orders.open and 4 of each removed: 80.0 % of the heap's growth.");
  keyed.taken = {{"java.lang.String", 0, 5, 0}, {"byte[]", 0, 5, 0}};
  EXPECT_EQ(textAbout(keyed), "5 Strings and 5 byte[] arrays were added to Orders.open: 80.0 % of the heap's growth.");
}

TEST(GrowthSentences, CountTwoKeysOfEachAsKeys) {
  SuspectAnswer keyed = suspect(GrowthPattern::kSingleOwnershipContainer);
  keyed.taken = {{"java.lang.Integer", 0, 40, 0}, {"org.sheet.Row", 0, 20, 0}, {"org.sheet.Cell", 0, 20, 0}};
  EXPECT_EQ(textAbout(keyed), "20 Rows and 20 Cells were added to Orders.open: 80.0 % of the heap's growth.");
}

TEST(GrowthSentences, SayAllWhereOtherThingsWentAway) {
  SuspectAnswer most = suspect(GrowthPattern::kSingleOwnershipContainer);
  most.retained.to.bytes *= 2;
  EXPECT_EQ(textAbout(most), "20 Orders were added to Orders.open and none removed: all of the heap's growth.");
}

TEST(GrowthSentences, SayWhereLocalVariablesHoldWhatPiledUp) {
  SuspectAnswer held = suspect(GrowthPattern::kSingleOwnershipContainer);
  held.head = 0;
  held.structures.clear();
  held.field.reset();
  held.name = "local variable of Worker.run";
  held.type = "byte[]";
  held.taken = {{"byte[]", 0, 20, 0}};
  EXPECT_EQ(
      textAbout(held),
      "There are 20 more byte[] arrays in local variables of Worker.run than before: 80.0 % of the heap's growth.");
  EXPECT_EQ(adviceOn(held, {}),
            "They are freed when these methods end: look at what they wait for, and at who starts so many threads.");
}

TEST(GrowthSentences, SayThatWhatLetsGoMayHaveABound) {
  SuspectAnswer cache = suspect(GrowthPattern::kSingleOwnershipContainer);
  cache.head = 1;
  cache.taken = {{"com.acme.Order", 100, 900, 9}};
  EXPECT_EQ(adviceOn(cache, {}), "Nothing else holds what was added: look for the code that should remove it.");
  cache.taken.front().removed = 10;
  EXPECT_EQ(adviceOn(cache, {}), "Some of what was in it is gone, too: if it has a bound, it may just be filling up.");
  cache.count = 2;
  EXPECT_EQ(adviceOn(cache, {}),
            "Some of what was in them is gone, too: if they have a bound, they may just be filling up.");
}

TEST(GrowthSentences, SayThatTheHeapHardlyGrew) {
  WindowAnswer window;
  window.from.size = {10, 100000};
  window.to.size = {11, 100900};
  EXPECT_TRUE(windowText(window).ends_with("\nIt hardly grew, by 0.9 %: what is told here may be no leak.\n"));
  window.to.size = {12, 101000};
  EXPECT_TRUE(windowText(window).ends_with("bytes (+1,000)\n"));
  window.to.size = {9, 99000};
  EXPECT_TRUE(windowText(window).ends_with("bytes (-1,000)\n"));
}

TEST(GrowthSentences, SayWhyItIsThisWindow) {
  WindowAnswer window;
  window.from.size = {10, 100000};
  window.to = {3, 10, {20, 200000}};
  window.chosen = WindowAnswer::Chosen::kLows;
  EXPECT_EQ(windowText(window),
            "From point 0 (0.000 s) to point 3 (10.000 s), two lows of a heap that goes up and down\n"
            "Live heap: 100,000 → 200,000 bytes (+100,000)\n");
  window.chosen = WindowAnswer::Chosen::kSuggested;
  window.fell = PointAnswer{5, 30, {11, 110000}};
  EXPECT_EQ(windowText(window),
            "From point 0 (0.000 s) to point 3 (10.000 s), where the heap grew most\n"
            "Live heap: 100,000 → 200,000 bytes (+100,000)\n"
            "At point 5 (30.000 s) it was down to 110,000 bytes again: if the program was not ending "
            "then, this may be no leak.\n");
}

TEST(GrowthSentences, SayThatBuffersHaveMemoryOutsideTheHeap) {
  SuspectAnswer pool = suspect(GrowthPattern::kSingleOwnershipContainer);
  pool.head = 1;
  pool.taken = {{"java.nio.DirectByteBuffer", 100, 900, 0}};
  EXPECT_EQ(adviceOn(pool, {}),
            "Nothing else holds what was added: look for the code that should remove it."
            " Each buffer has memory outside the heap, too, which is not counted here.");
}

TEST(GrowthSentences, AdviseToLookAtWhoHoldsTheKeysOfAWeakMap) {
  SuspectAnswer weak = suspect(GrowthPattern::kSingleOwnershipContainer);
  weak.keysHeldBy = "Orders.open";
  EXPECT_EQ(adviceOn(weak, {}),
            "Its entries go as soon as nobody else holds their keys: look at Orders.open, which holds them.");
  SuspectAnswer ofItself = suspect(GrowthPattern::kSingleOwnershipContainer);
  ofItself.keysHeldIn = "Profile.of";
  EXPECT_EQ(adviceOn(ofItself, {}),
            "Its entries go as soon as nobody holds their keys, but they hold these themselves: look at Profile.of.");
  ofItself.count = 2;
  EXPECT_EQ(adviceOn(ofItself, {}),
            "Their entries go as soon as nobody holds their keys, but they hold these "
            "themselves: look at Profile.of.");
  SuspectAnswer holder = suspect(GrowthPattern::kSingleOwnershipContainer);
  holder.head = 1;
  holder.followers = {{"Audit.byOrder", {{}, {10, 400}}}, {"Prices.byOrder", {{}, {5, 100}}}};
  EXPECT_EQ(adviceOn(holder, HeapGain{1000}),
            "Nothing else holds what was added: look for the code that should remove it."
            " Audit.byOrder then lets go as well: 40.0 % of the heap's growth."
            " Prices.byOrder then lets go as well: 10.0 % of the heap's growth.");
}

TEST(GrowthSentences, SayThatWhatIsHeldSoftlyGoesByItself) {
  SuspectAnswer cache = suspect(GrowthPattern::kSingleOwnershipContainer);
  cache.head = 1;
  cache.heldSoftly = true;
  EXPECT_EQ(adviceOn(cache, HeapGain{1000}),
            "Soft references alone hold most of what was added, so it goes before memory runs out: if that is meant, "
            "look at what else grew.");
}

TEST(GrowthSentences, NameTheLineWithItsShareWhereOthersMadeSomeToo) {
  SuspectAnswer made = suspect(GrowthPattern::kSingleOwnershipContainer);
  const std::string added = "20 Orders were added to Orders.open and none removed: 80.0 % of the heap's growth.";
  made.madeIn = madeIn(1);
  EXPECT_EQ(textAbout(made), added + " They are created in Shop.order:7.");
  made.madeIn = madeIn(0.97);
  EXPECT_EQ(textAbout(made), added + " 97.0 % of them are created in Shop.order:7.");
  made.madeIn = madeIn(0.6, MadeIn::What::kTaken);
  EXPECT_EQ(textAbout(made), added + " 60.0 % of what was added is created in Shop.order:7.");
  made.madeIn = madeIn(1, MadeIn::What::kRetained);
  EXPECT_EQ(textAbout(made), added + " What it keeps alive is created in Shop.order:7.");
  made.madeIn = madeIn(0.05);
  EXPECT_EQ(textAbout(made), added);
}

TEST(GrowthSentences, MarkSharesOfLinesThatAreEstimated) {
  SuspectAnswer made = suspect(GrowthPattern::kSingleOwnershipContainer);
  made.linesAreEstimated = true;
  made.madeIn = madeIn(0.97);
  EXPECT_EQ(textAbout(made),
            "20 Orders were added to Orders.open and none removed: 80.0 % of the heap's growth. They are created in "
            "Shop.order:7 (≈ 97.0 %).");
  made.madeIn = madeIn(0.6);
  EXPECT_EQ(textAbout(made),
            "20 Orders were added to Orders.open and none removed: 80.0 % of the heap's growth. ≈ 60.0 % of them are "
            "created in Shop.order:7.");
}

TEST(GrowthSentences, TellByWhatTheyWereCreatedWhatNoFieldHolds) {
  SuspectAnswer unnamed = suspect(GrowthPattern::kSingleOwnershipContainer);
  unnamed.name.clear();
  unnamed.field.reset();
  EXPECT_EQ(textAbout(unnamed),
            "20 Orders were added to the HashMap created in Orders, line 12 and none removed: 80.0 % of the heap's "
            "growth.");
  unnamed.count = 3;
  EXPECT_EQ(textAbout(unnamed),
            "20 Orders were added to 3 HashMaps created in Orders, line 12 and none removed: together 80.0 % of the "
            "heap's growth.");
}

TEST(GrowthSentences, CountSeveralContainers) {
  SuspectAnswer several = suspect(GrowthPattern::kSingleOwnershipContainer);
  several.count = 3;
  EXPECT_EQ(textAbout(several),
            "20 Orders were added to 3 HashMaps in Orders.open and none removed: together 80.0 % of the heap's "
            "growth.");
  several.heldApart = true;
  several.grown = 3;
  EXPECT_EQ(textAbout(several),
            "20 Orders were added to Orders.open and 2 more HashMaps and none removed: together 80.0 % of the heap's "
            "growth.");
}

TEST(GrowthSentences, LeaveOutContainersThatDidNotGrow) {
  SuspectAnswer several = suspect(GrowthPattern::kSingleOwnershipContainer);
  several.count = 3;
  several.heldApart = true;
  several.grown = 1;
  EXPECT_EQ(textAbout(several), "20 Orders were added to Orders.open and none removed: 80.0 % of the heap's growth.");
}

TEST(GrowthSentences, NameAllThatHoldTheSame) {
  SuspectAnswer shared = suspect(GrowthPattern::kSharedOwnershipContainer);
  shared.count = 2;
  shared.owners = {{"Jobs.byKey", {}, "java.util.HashMap", 1}, {"Jobs.byGroup[]", {}, "java.util.TreeMap", 2}};
  EXPECT_EQ(textAbout(shared),
            "20 Orders were added to Jobs.byKey and Jobs.byGroup[] and none removed. They hold the same objects: "
            "together 80.0 % of the heap's growth.");
  shared.count = 4;
  shared.owners.push_back({"Pool.free", {}, "java.util.ArrayDeque", 3});
  shared.owners.push_back({"Pool.all", {}, "java.util.ArrayList", 4});
  EXPECT_EQ(
      textAbout(shared),
      "20 Orders were added to Jobs.byKey, Jobs.byGroup[] and 2 more and none removed. They hold the same objects: "
      "together 80.0 % of the heap's growth.");
  shared.owners.clear();
  shared.count = 1;
  EXPECT_EQ(textAbout(shared),
            "20 Orders were added to Orders.open and none removed. Others hold the same objects, so alone it keeps "
            "80.0 % of the heap's growth alive.");
}

TEST(GrowthSentences, NameTheOneWhosePartsHoldTheSame) {
  SuspectAnswer one = suspect(GrowthPattern::kSingleOwnershipContainer);
  one.owners = {{"Orders.open", {}, "lib.Graph", 1}, {"Graph.byKey", {}, "java.util.HashMap", 2}};
  EXPECT_EQ(textAbout(one), "20 Orders were added to Orders.open and none removed: 80.0 % of the heap's growth.");
}

TEST(GrowthSentences, SayHowMuchPiledUpWhereMostOfItIsHeldElsewhereToo) {
  SuspectAnswer shared = suspect(GrowthPattern::kSharedOwnershipContainer);
  shared.retained.to.bytes = shared.retained.from.bytes + 100;
  shared.piledUp = 190;
  EXPECT_EQ(textAbout(shared),
            "20 Orders were added to Orders.open and none removed. Others hold the same objects, so alone it keeps "
            "10.0 % of the heap's growth alive.")
      << "not much more";
  shared.piledUp = 700;
  EXPECT_EQ(textAbout(shared),
            "20 Orders were added to Orders.open and none removed: 70.0 % of the heap's growth. Others hold the same "
            "objects, so alone it keeps 10.0 % of the heap's growth alive.");
  shared.count = 2;
  shared.owners = {{"Jobs.byKey", {}, "java.util.HashMap", 1}, {"Jobs.byGroup[]", {}, "java.util.TreeMap", 2}};
  EXPECT_EQ(textAbout(shared),
            "20 Orders were added to Jobs.byKey and Jobs.byGroup[] and none removed: 70.0 % of the heap's growth. "
            "Others hold the same objects, too, so together they keep 10.0 % of the heap's growth alive.");
  shared.pattern = GrowthPattern::kSingleOwnershipContainer;
  EXPECT_EQ(textAbout(shared),
            "20 Orders were added to Jobs.byKey and Jobs.byGroup[] and none removed: together 10.0 % of the heap's "
            "growth.")
      << "held by nobody else";
}

TEST(GrowthSentences, SayThatAContainerIsNew) {
  SuspectAnswer born = suspect(GrowthPattern::kSingleOwnershipContainer);
  born.born = true;
  born.taken = {{"com.example.Order", 0, 20, 0}};
  EXPECT_EQ(textAbout(born), "20 Orders are in Orders.open, which is new: 80.0 % of the heap's growth.");
  born.count = 3;
  EXPECT_EQ(textAbout(born),
            "20 Orders are in 3 HashMaps in Orders.open, which are new: together 80.0 % of the heap's growth.");
  EXPECT_EQ(textAbout(row(Origin::kBorn, GrowthPattern::kSingleOwnershipContainer)),
            "Orders.open, which is new, grew: 80.0 % of the heap's growth.");
}

TEST(GrowthSentences, SayOfOneHeapWhatIsInItAndNothingOfGrowth) {
  constexpr HeapGain kWhole = kWholeHeap;
  const auto said = [&](const SuspectAnswer& suspect) { return sentenceAbout(suspect, kWhole).text(); };
  SuspectAnswer held = suspect(GrowthPattern::kSingleOwnershipContainer);
  held.born = true;
  held.taken = {{"com.example.Order", 0, 40, 0}};
  EXPECT_EQ(said(held), "40 Orders are in Orders.open: 80.0 % of the heap.");
  held.madeIn = madeIn(1, MadeIn::What::kTaken);
  EXPECT_EQ(said(held), "40 Orders are in Orders.open: 80.0 % of the heap. What it holds is created in Shop.order:7.");
  held.madeIn.reset();
  held.count = 3;
  EXPECT_EQ(said(held), "40 Orders are in 3 HashMaps in Orders.open: together 80.0 % of the heap.");
  held.count = 1;
  held.taken.clear();
  EXPECT_EQ(said(held), "Orders.open keeps 80.0 % of the heap alive.");
  held.pattern = GrowthPattern::kSharedOwnershipData;
  EXPECT_EQ(said(held), "Orders.open alone keeps 80.0 % of the heap alive.");
  SuspectAnswer arrays = suspect(GrowthPattern::kSingleOwnershipContainer);
  arrays.structures.clear();
  arrays.type = "int[]";
  arrays.taken = {{"int[]", 0, 2, 0}};
  EXPECT_EQ(said(arrays), "There are 2 int[] arrays: 80.0 % of the heap.");
  EXPECT_EQ(adviceOn(GrowthPattern::kSingleOwnershipData, {}, {}, {false, true}),
            "Look at what it holds, and whether all of that is still needed.");
}

TEST(GrowthSentences, DoNotExplainDataByTheFewElementsThatWereAdded) {
  SuspectAnswer data = suspect(GrowthPattern::kSingleOwnershipData);
  EXPECT_EQ(textAbout(data), "20 Orders were added to Orders.open and none removed: 80.0 % of the heap's growth.");
  data.taken = {{"com.example.Order", 200, 202, 0}};
  EXPECT_EQ(textAbout(data),
            "What Orders.open holds grew, though it has only 2 more Orders than before: 80.0 % of the heap's growth.");
  data.taken = {{"com.example.Order", 200, 190, 10}};
  EXPECT_EQ(textAbout(data),
            "What Orders.open holds grew, though it has no more elements than before: 80.0 % of the heap's growth.");
  data.structures.clear();
  data.taken.clear();
  EXPECT_EQ(textAbout(data), "What Orders.open holds grew: 80.0 % of the heap's growth.");
}

TEST(GrowthSentences, SayOfAStructureWhatTheySayOfASuspect) {
  EXPECT_EQ(
      textAbout(row(Origin::kSurvivor, GrowthPattern::kSingleOwnershipContainer), {{"com.example.Order", 10, 30, 0}}),
      "20 Orders were added to Orders.open and none removed: 80.0 % of the heap's growth.");
  EXPECT_EQ(textAbout(row(Origin::kSurvivor, GrowthPattern::kSharedOwnershipData)),
            "What Orders.open holds grew, though it has no more elements than before. Others hold the same objects, so "
            "alone it keeps 80.0 % of the heap's growth alive.");
  EXPECT_EQ(textAbout(row(Origin::kSurvivor, GrowthPattern::kNone)),
            "Orders.open keeps only 80.0 % of the heap's growth alive.");
}

TEST(GrowthSentences, SayOfAHeapThatDidNotGrowHowMuchMoreItIs) {
  const auto said = [&](GrowthPattern pattern) {
    return sentenceAbout(suspect(pattern), HeapGain{16000, HeapGain::Of::kShrunkHeap}).text();
  };
  EXPECT_EQ(said(GrowthPattern::kSingleOwnershipContainer),
            "20 Orders were added to Orders.open and none removed: 800 B more (5.0 % of the heap).");
  EXPECT_EQ(said(GrowthPattern::kSharedOwnershipContainer),
            "20 Orders were added to Orders.open and none removed. Others hold the same objects, so alone it keeps 800 "
            "B more (5.0 % of the heap) alive.");
  GrowthRow none = row(Origin::kSurvivor, GrowthPattern::kNone);
  const auto saidOfNone = [&] { return sentenceAbout(none, {}, HeapGain{16000, HeapGain::Of::kShrunkHeap}).text(); };
  EXPECT_EQ(saidOfNone(), "Orders.open keeps only 800 B more (5.0 % of the heap) alive.");
  none.growth.retained = {{20, 900}, {20, 800}};
  EXPECT_EQ(saidOfNone(), "Orders.open keeps no more alive than before.");
}

TEST(GrowthSentences, LinkTheFieldTheTypeAndTheLine) {
  SuspectAnswer made = suspect(GrowthPattern::kSingleOwnershipContainer);
  made.madeIn = madeIn(1);
  const Sentence sentence = sentenceAbout(made, kHeapGrowth);
  std::vector<std::string> links;
  for (const SentencePart& part : sentence.parts()) {
    if (!std::holds_alternative<std::monostate>(part.target)) links.push_back(part.text);
  }
  EXPECT_EQ(links, (std::vector<std::string>{"Orders", "Orders.open", "Shop.order:7"}));
  EXPECT_EQ(std::get<NamedType>(sentence.parts()[1].target).name, "com.example.Order");
}

TEST(GrowthWords, KeepNamesThatHaveNoPlainPlural) {
  EXPECT_EQ(pluralOf("com.example.Session"), "Sessions");
  EXPECT_EQ(pluralOf("com.example.QueryKey"), "QueryKeys");
  EXPECT_EQ(pluralOf("com.example.Entry"), "Entry objects");
  EXPECT_EQ(pluralOf("com.example.Address"), "Address objects");
  EXPECT_EQ(pluralOf("com.example.Outbox$Letter"), "Outbox.Letters");
  EXPECT_EQ(pluralOf("byte[]"), "byte[] arrays");
}

TEST(GrowthWords, CallALineAsItsSourceDoes) {
  const std::optional<FieldName> field = FieldName{"com.example.Orders", "open"};
  EXPECT_EQ(lineWords({"com.example.Orders", "<init>", "Orders.java", 12}, field), "field open, line 12");
  EXPECT_EQ(lineWords({"com.example.Orders", "<clinit>", "Orders.java", 12}), "Orders, line 12");
  EXPECT_EQ(lineWords({"com.example.Orders", "lambda$main$0", "Orders.java", 12}), "Orders.main:12");
  EXPECT_EQ(lineWords({"com.example.Orders", "add", "", 0}), "Orders.add");
}

}  // namespace
}  // namespace heaptrail
