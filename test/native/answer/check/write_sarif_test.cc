#include <gtest/gtest.h>

#include "answer/check/growth_check.h"

namespace heaptrail {
namespace {

Frame frame(uint32_t line) { return {"com.example.Ledger", "open", "Ledger.java", line}; }

LeafGroup leaves(const std::string& type, uint32_t line, GrownSize own, std::optional<GrownSize> deep) {
  return {{own, deep}, type, {frame(line)}};
}

/// Of one structure that broke one rule, with these leaves.
std::string sarifOf(std::vector<LeafGroup> leaves) {
  GrowthCheckAnswer answer;
  answer.rules.push_back({{"any may grow by 1 MB", 1, "", "", GrowthRule::Metric::kRetained, {{1e6}}}, 1, 1, {}});
  GrowthCheckAnswer::Case found;
  found.row.type = "java.util.HashMap";
  found.row.site = {frame(7)};
  found.limit = {1e6};
  found.leaves = std::move(leaves);
  answer.rules.back().cases.push_back(std::move(found));
  return writeSarif(answer, {});
}

constexpr GrownSize kSame{{4, 400}, {4, 400}};
constexpr GrownSize kMore{{4, 400}, {9, 900}};

TEST(WriteSarif, NamesTheLinesThatAllocateLeavesThatWereAdded) {
  const std::string sarif = sarifOf({leaves("Account", 12, kMore, {}), leaves("Key", 13, kSame, {})});
  EXPECT_TRUE(sarif.contains(R"("startLine":12)"));
  EXPECT_TRUE(sarif.contains("Account allocated here"));
  EXPECT_FALSE(sarif.contains(R"("startLine":13)"));
}

TEST(WriteSarif, NamesTheLinesThatAllocateLeavesThatLeadToMore) {
  const std::string sarif = sarifOf({leaves("Account", 12, kSame, kMore), leaves("Key", 13, kSame, kSame)});
  EXPECT_TRUE(sarif.contains(R"("startLine":12)"));
  EXPECT_TRUE(sarif.contains("what Account allocated here leads to grew"));
  EXPECT_FALSE(sarif.contains(R"("startLine":13)"));
  EXPECT_TRUE(sarif.contains("the java.util.HashMap allocated here"));
}

TEST(WriteSarif, NamesWhereTheStructureWasAllocatedWhereNoLeafTells) {
  const std::string sarif = sarifOf({leaves("Key", 13, kSame, {})});
  EXPECT_TRUE(sarif.contains(R"("startLine":7)"));
  EXPECT_FALSE(sarif.contains("relatedLocations"));
}

}  // namespace
}  // namespace heaptrail
