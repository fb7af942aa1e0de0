#include "session/description_files.h"

#include <gtest/gtest.h>

#include "support/temporary_file.h"

namespace heaptrail {
namespace {

constexpr std::string_view kSound = "DS a.Cache { java.util.Map+; }";
constexpr std::string_view kFaulty = "DS a.Cache {\n  java.util.Map+ }";

DescriptionTexts::File file(std::string_view name, std::string_view text) {
  return {std::string(name), std::string(text)};
}

TEST(DescriptionTexts, HoldInTheirOrderBehindThoseThatShip) {
  const ReadTexts alone = readDescriptions(DescriptionTexts{.files = {}});
  const ReadTexts both = readDescriptions(
      DescriptionTexts{.files = {file("b.ds", "DS a.Cache { a.First; }"), file("a.ds", "DS a.Cache { a.Last; }")}});
  EXPECT_TRUE(both.warnings.empty());
  EXPECT_EQ(both.descriptions->entries().size(), alone.descriptions->entries().size() + 1);
  const dsl::DescriptionEntry* holds = both.descriptions->find("a.Cache");
  ASSERT_NE(holds, nullptr);
  EXPECT_EQ(both.descriptions->fileOf(*holds).name(), "a.ds");
}

TEST(DescriptionTexts, WithErrorsAreLeftOutWithAWarningAndTheOthersHold) {
  const ReadTexts read = readDescriptions(
      DescriptionTexts{.shipped = false, .files = {file("faulty.ds", kFaulty), file("sound.ds", kSound)}});
  ASSERT_EQ(read.warnings.size(), 1U);
  EXPECT_TRUE(
      read.warnings[0].message.starts_with("the descriptions in faulty.ds are left out until they are correct (2:"))
      << read.warnings[0].message;
  ASSERT_EQ(read.descriptions->files().size(), 1U);
  EXPECT_EQ(read.descriptions->files()[0]->name(), "sound.ds");
}

TEST(DescriptionTexts, ThatAreNotUtf8AreLeftOut) {
  const ReadTexts read = readDescriptions(DescriptionTexts{.shipped = false, .files = {file("latin.ds", "// \xe4\n")}});
  ASSERT_EQ(read.warnings.size(), 1U);
  EXPECT_NE(read.warnings[0].message.find("UTF-8"), std::string::npos);
  EXPECT_TRUE(read.descriptions->entries().empty());
}

TEST(DescriptionFiles, WithErrorsAreRefusedByName) {
  const std::string text(kFaulty);
  const test::TemporaryFile faulty({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  const auto read = readDescriptions(DescriptionChoice{.shipped = false, .files = {faulty.path()}});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::kInput);
  EXPECT_TRUE(read.error().message.starts_with("2:")) << read.error().message;
}

}  // namespace
}  // namespace heaptrail
