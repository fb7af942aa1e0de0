// Groupings as they are asked for: level by level and as a tree, page by page, with sizes of some rows and of all, and
// at two points.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "answer/opened_scene.h"
#include "answer/question_list.h"

namespace heaptrail {
namespace {

using test::answered;
using test::openedScene;
using Keys = std::vector<std::string>;

class HeapGroupings : public testing::Test {
 protected:
  HeapAnswer heap(const HeapQuestion& question) {
    Progress progress;
    return answered(ask(*trace_, question, progress));
  }

  Error refused(const HeapQuestion& question) {
    Progress progress;
    const auto answer = ask(*trace_, question, progress);
    EXPECT_FALSE(answer);
    return answer ? Error{} : answer.error();
  }

  static HeapQuestion by(const std::string& grouping, KeyPath path = {}) {
    HeapQuestion question;
    question.by = grouping;
    question.path = std::move(path);
    return question;
  }

  static Keys keysOf(const std::vector<HeapRow>& rows) {
    Keys keys;
    for (const HeapRow& row : rows) keys.push_back(row.key);
    return keys;
  }

  static const HeapRow& rowOf(const std::vector<HeapRow>& rows, const std::string& key) {
    const auto found = std::ranges::find(rows, key, &HeapRow::key);
    EXPECT_NE(found, rows.end()) << key;
    return *found;
  }

  std::unique_ptr<OpenedTrace> trace_ = openedScene("leaking-cache");
};

TEST_F(HeapGroupings, ByTypeAreTheSameHoweverTheyAreAsked) {
  HeapQuestion plain;
  plain.metrics = {ShownSize::kDeep, ShownSize::kRetained};
  HeapQuestion everywhere = plain;
  everywhere.where = "type=*";
  HeapQuestion first = plain;
  first.by = "type, site";
  for (const HeapQuestion& question : {everywhere, first}) {
    const HeapAnswer expected = heap(plain);
    const HeapAnswer found = heap(question);
    ASSERT_EQ(keysOf(found.rows), keysOf(expected.rows));
    for (size_t i = 0; i < found.rows.size(); ++i) {
      EXPECT_EQ(found.rows[i].size, expected.rows[i].size);
      EXPECT_EQ(found.rows[i].deep, expected.rows[i].deep);
      EXPECT_EQ(found.rows[i].retained, expected.rows[i].retained);
    }
    EXPECT_EQ(found.total, expected.total);
  }
}

TEST_F(HeapGroupings, HaveTheirRowsPageByPage) {
  HeapQuestion question = by("site, type");
  question.order = HeapOrder::kName;
  question.ascending = true;
  const Keys all = keysOf(heap(question).rows);
  ASSERT_GT(all.size(), 3U);
  EXPECT_TRUE(std::ranges::is_sorted(all));
  Keys pages;
  question.limit = 2;
  for (; question.offset < all.size(); question.offset += 2) {
    const HeapAnswer page = heap(question);
    EXPECT_EQ(page.totalRows, all.size());
    for (const HeapRow& row : page.rows) pages.push_back(row.key);
  }
  EXPECT_EQ(pages, all);
}

TEST_F(HeapGroupings, HaveTheSameRowsAsATreeAndLevelByLevel) {
  HeapQuestion question = by("type, site");
  question.depth = 2;
  question.limitBelow = 100;
  question.metrics = {ShownSize::kDeep, ShownSize::kRetained};
  for (const HeapOrder order : {HeapOrder::kBytes, HeapOrder::kRetained, HeapOrder::kName}) {
    question.order = order;
    for (const HeapRow& row : heap(question).rows) {
      HeapQuestion below = question;
      below.path = {row.key};
      const HeapAnswer level = heap(below);
      EXPECT_EQ(level.level, "site");
      EXPECT_EQ(row.rowsBelow, level.totalRows);
      ASSERT_EQ(keysOf(row.below), keysOf(level.rows)) << row.key;
      for (size_t i = 0; i < level.rows.size(); ++i) {
        EXPECT_EQ(row.below[i].size, level.rows[i].size);
        EXPECT_EQ(row.below[i].deep, level.rows[i].deep);
        EXPECT_EQ(row.below[i].retained, level.rows[i].retained);
      }
    }
  }
}

TEST_F(HeapGroupings, AreSearchedInTheLevelThatIsAskedFor) {
  HeapQuestion question = by("type, site", {"java.util.HashMap$Node"});
  question.search = "PUT";
  for (const HeapRow& row : heap(question).rows) EXPECT_TRUE(row.key.contains("put")) << row.key;
  question.search = "nowhere";
  EXPECT_EQ(heap(question).totalRows, 0U);
}

TEST_F(HeapGroupings, HaveTheSizesOfSomeRowsAndOfAll) {
  HeapQuestion question = by("type, site", {"com.acme.Session"});
  question.metrics = {ShownSize::kRetained};
  const auto fresh = openedScene("leaking-cache");
  SizesQuestion sizes;
  sizes.by = question.by;
  sizes.path = question.path;
  for (const HeapRow& row : heap(question).rows) sizes.keys.push_back(row.key);
  sizes.keys.emplace_back("not there");
  for (const bool known : {false, true}) {
    Progress progress;
    if (known) {
      SizesQuestion all = sizes;
      all.keys.clear();
      EXPECT_TRUE(answered(ask(*fresh, all, progress)).rows.empty());
    }
    const SizesAnswer answer = answered(ask(*fresh, sizes, progress));
    ASSERT_EQ(answer.rows.size() + 1, sizes.keys.size());
    for (const SizesAnswer::Row& row : answer.rows) {
      EXPECT_EQ(row.size, rowOf(heap(question).rows, row.key).retained) << row.key;
    }
  }
  // What is known of all rows is told without being asked for again.
  HeapQuestion later = by("type, site", {"com.acme.Session"});
  Progress progress;
  EXPECT_TRUE(answered(ask(*fresh, later, progress)).retainedKnown);
  later.alsoKnown = false;
  EXPECT_FALSE(answered(ask(*fresh, later, progress)).retainedKnown);
}

TEST_F(HeapGroupings, OfTwoPointsHaveARowForEachKeyAtEither) {
  HeapQuestion question = by("type, site");
  question.from = "first";
  question.at = "last";
  question.metrics = {ShownSize::kDeep, ShownSize::kRetained};
  question.order = HeapOrder::kGrowth;
  for (const KeyPath& path : {KeyPath(), KeyPath{"com.acme.Session"}, KeyPath{"java.util.HashMap$Node"}}) {
    question.path = path;
    const HeapAnswer compared = heap(question);
    std::map<std::string, std::array<Size, 3>> ends[2];
    for (const bool atEnd : {false, true}) {
      HeapQuestion single = question;
      single.from.clear();
      single.order = HeapOrder::kBytes;
      single.at = atEnd ? "last" : "first";
      for (const HeapRow& row : heap(single).rows) {
        ends[atEnd ? 1 : 0][row.key] = {row.size, row.deep.value(), row.retained.value()};
      }
    }
    std::set<std::string> keys;
    for (const auto& end : ends) {
      for (const auto& [key, sizes] : end) keys.insert(key);
    }
    const Keys found = keysOf(compared.rows);
    EXPECT_EQ(std::set<std::string>(found.begin(), found.end()), keys);
    EXPECT_EQ(found.size(), keys.size());
    int64_t growth = std::numeric_limits<int64_t>::max();
    for (const HeapRow& row : compared.rows) {
      const auto& before = ends[0][row.key];
      const auto& after = ends[1][row.key];
      EXPECT_EQ(row.size, after[0]) << row.key;
      EXPECT_EQ(row.deep, after[1]) << row.key;
      EXPECT_EQ(row.retained, after[2]) << row.key;
      EXPECT_EQ(row.from->size, before[0]) << row.key;
      EXPECT_EQ(row.from->deep, before[1]) << row.key;
      EXPECT_EQ(row.from->retained, before[2]) << row.key;
      const auto gained = static_cast<int64_t>(row.size.bytes) - static_cast<int64_t>(row.from->size.bytes);
      EXPECT_LE(gained, growth);
      growth = gained;
    }
  }
}

TEST_F(HeapGroupings, ChooseTheirObjectsByFilterAndCondition) {
  HeapQuestion question = by("structures");
  question.structures = StructureFilter::kAll;
  const HeapAnswer heads = heap(question);
  question.structures.reset();
  question.where = "structures";
  EXPECT_EQ(write(heap(question), Form::kCsv), write(heads, Form::kCsv));
  question.where = "type=com.acme.Session and born-after=first";
  question.at = "last";
  question.by = "type";
  EXPECT_EQ(keysOf(heap(question).rows), (Keys{"com.acme.Session"}));
  question.counted = Counted::kAll;
  question.by = "reachable";
  EXPECT_EQ(keysOf(heap(question).rows), (Keys{"reachable"}));
}

TEST_F(HeapGroupings, AreRefusedWithWhatIsWrong) {
  EXPECT_EQ(refused(by("type,")).message.find("in the grouping, expected "), 0U);
  EXPECT_EQ(refused(by("type, site", {"nobody"})).message, "there is no row \"nobody\" in the grouping \"type, site\"");
  EXPECT_EQ(
      refused(by("age")).message,
      "the grouping asks for \"age\", but the trace does not tell how old objects are: traces of the AntTracks VM "
      "do");
  HeapQuestion bySize = by("type");
  bySize.order = HeapOrder::kGrowth;
  EXPECT_EQ(refused(bySize).kind, ErrorKind::kUsage);
  HeapQuestion unreachable = by("site");
  unreachable.counted = Counted::kUnreachable;
  unreachable.metrics = {ShownSize::kDeep};
  EXPECT_EQ(refused(unreachable).kind, ErrorKind::kUsage);
}

}  // namespace
}  // namespace heaptrail
