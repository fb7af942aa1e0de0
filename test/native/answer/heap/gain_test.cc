// Bytes to gain as a metric of rows: the same numbers as those of the question about waste, which adds them up in
// another way, whatever the grouping, the level and the order.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "answer/opened_scene.h"
#include "answer/question_list.h"

namespace heaptrail {
namespace {

using test::answered;
using test::openedScene;

constexpr uint64_t kAll = std::numeric_limits<uint32_t>::max();

class Gain : public testing::TestWithParam<const char*> {
 protected:
  HeapAnswer heap(const std::string& by, uint64_t depth = 1, const std::string& where = {}) {
    HeapQuestion question;
    question.by = by;
    question.where = where;
    question.depth = depth;
    question.limit = question.limitBelow = kAll;
    question.order = HeapOrder::kGain;
    Progress progress;
    return answered(ask(*trace_, question, progress));
  }

  WasteAnswer waste() {
    WasteQuestion question;
    question.limit = kAll;
    Progress progress;
    return answered(ask(*trace_, question, progress));
  }

  std::unique_ptr<OpenedTrace> trace_ = openedScene(GetParam());
};

void expectSorted(const std::vector<HeapRow>& rows) {
  for (const HeapRow& row : rows) ASSERT_TRUE(row.gain) << row.key;
  EXPECT_TRUE(std::ranges::is_sorted(rows, std::ranges::greater{}, [](const HeapRow& row) { return *row.gain; }));
  for (const HeapRow& row : rows) expectSorted(row.below);
}

TEST_P(Gain, IsWhatWasteTellsOfKindsAndOwners) {
  const WasteAnswer told = waste();
  const HeapAnswer answer = heap("waste(hide), owner, type", 3);
  EXPECT_EQ(answer.gain, told.gain);
  ASSERT_EQ(answer.rows.size(), told.kinds.size());
  expectSorted(answer.rows);
  for (const WasteAnswer::Kind& kind : told.kinds) {
    const auto row = std::ranges::find(answer.rows, labelOf(kind.kind), &HeapRow::key);
    ASSERT_NE(row, answer.rows.end()) << labelOf(kind.kind);
    EXPECT_EQ(*row->gain, kind.gain) << row->key;
    EXPECT_EQ(row->size, kind.size) << row->key;
    std::map<std::string, uint64_t> owners;
    for (const WasteAnswer::Row& owner : kind.rows) owners[owner.owner.text] += owner.gain;
    std::map<std::string, uint64_t> below;
    for (const HeapRow& owner : row->below) {
      below[owner.key] = *owner.gain;
      uint64_t ofTypes = 0;
      for (const HeapRow& type : owner.below) ofTypes += *type.gain;
      EXPECT_EQ(ofTypes, *owner.gain) << owner.key;
    }
    EXPECT_EQ(below, owners) << row->key;
  }
}

TEST_P(Gain, AddsUpToTheSameInAnyGrouping) {
  const uint64_t all = waste().gain;
  for (const std::string by : {"type", "package, type", "waste", "owner", "bytes", "reachable"}) {
    const HeapAnswer answer = heap(by);
    EXPECT_EQ(answer.gain, all) << by;
    uint64_t sum = 0;
    for (const HeapRow& row : answer.rows) sum += *row.gain;
    EXPECT_EQ(sum, all) << by;
    expectSorted(answer.rows);
  }
  EXPECT_EQ(
      heap("type", 1, "not waste=boxed-numbers").gain.value() + heap("type", 1, "waste=boxed-numbers").gain.value(),
      all);
}

TEST_P(Gain, OfObjectsInSeveralRowsCountsInEachOfThem) {
  // Each object once in a row, however many roots of the row hold it: a row by itself says the same.
  for (const HeapRow& row : heap("indirectly-rooted").rows) {
    HeapQuestion own;
    own.by = "indirectly-rooted(1), reachable";
    own.path = {row.key};
    own.metrics = {ShownSize::kGain};
    Progress progress;
    EXPECT_EQ(answered(ask(*trace_, own, progress)).gain, row.gain) << row.key;
  }
}

TEST_P(Gain, ByTypeHasTheRowsThatThereAreWithoutIt) {
  HeapQuestion plain;
  plain.limit = kAll;
  plain.order = HeapOrder::kName;
  Progress progress;
  const HeapAnswer without = answered(ask(*trace_, plain, progress));
  plain.metrics = {ShownSize::kGain};
  const HeapAnswer with = answered(ask(*trace_, plain, progress));
  ASSERT_EQ(with.rows.size(), without.rows.size());
  for (size_t i = 0; i < with.rows.size(); ++i) {
    EXPECT_EQ(with.rows[i].key, without.rows[i].key);
    EXPECT_EQ(with.rows[i].size, without.rows[i].size);
    EXPECT_FALSE(without.rows[i].gain);
  }
  // What could not be compared is said: these traces hold no values.
  EXPECT_EQ(with.warnings.size(), without.warnings.size() + 1);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Gain,
                         testing::Values("wasteful", "leaking-cache", "nested", "threads", "shared-owners"),
                         [](const auto& scene) {
                           std::string name = scene.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(GainRefused, WhereItMeansNothing) {
  const auto trace = openedScene("leaking-cache");
  const auto refused = [&](const HeapQuestion& question) {
    Progress progress;
    const auto answer = ask(*trace, question, progress);
    return answer ? std::string() : answer.error().message;
  };
  HeapQuestion question;
  question.metrics = {ShownSize::kGain};
  question.from = "first";
  EXPECT_EQ(refused(question), "bytes to gain are told of one point: ask without --from");
  question.from.clear();
  question.counted = Counted::kUnreachable;
  EXPECT_EQ(refused(question), "bytes to gain are those of live objects: they cannot be counted for others");
}

}  // namespace
}  // namespace heaptrail
