// Trends: each number is what the question `heap` says of the same point, and what the lines leave is a closure.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "answer/heap/heap_question.h"
#include "answer/opened_scene.h"
#include "answer/trends/trend_question.h"
#include "graph/closures.h"
#include "session/point_facts.h"
#include "support/temporary_file.h"

namespace heaptrail {
namespace {

using namespace test;

constexpr std::array kMetrics{TrendMetric::kBytes,       TrendMetric::kObjects,       TrendMetric::kDeepBytes,
                              TrendMetric::kDeepObjects, TrendMetric::kRetainedBytes, TrendMetric::kRetainedObjects};
constexpr std::array kOrders{TrendOrder::kStart,    TrendOrder::kEnd,      TrendOrder::kAverage,
                             TrendOrder::kAbsolute, TrendOrder::kRelative, TrendOrder::kSustained};

TrendAnswer trendOf(OpenedTrace& trace, const TrendQuestion& question) {
  Progress progress;
  return answered(ask(trace, question, progress));
}

HeapAnswer heapAt(OpenedTrace& trace, uint32_t point, const std::string& by) {
  HeapQuestion question;
  question.at = std::to_string(point);
  question.by = by;
  question.metrics = {ShownSize::kDeep, ShownSize::kRetained};
  question.limit = 10'000;
  Progress progress;
  return answered(ask(trace, question, progress));
}

uint64_t metricOf(const HeapRow& row, TrendMetric metric) {
  const auto closure = closureOf(metric);
  const Size size = !closure ? row.size : *closure == SizeMetric::kDeep ? *row.deep : *row.retained;
  return valueOf(size, metric);
}

/// What some rows lead to or retain together, from the objects themselves.
uint64_t together(OpenedTrace& trace, uint32_t point, const std::string& by, const std::vector<std::string>& keys,
                  TrendMetric metric) {
  Progress progress;
  const auto facts = *PointFacts::at(trace, PointIndex(point), progress);
  const LiveGraph& graph = facts->analysis().graph();
  BitSet group(graph.live().size());
  for (const std::string& key : keys) group |= *objectsOf(*facts, {by, {key}, {}, "", Counted::kLive}, progress);
  progress.begin("", 0, 1, 1);
  const Result<BitSet> closure = closureOf(metric) == SizeMetric::kDeep ? deepClosure(graph, group, progress)
                                                                        : retainedClosure(graph, group, progress);
  return valueOf(sizeOf(graph.heap(), *closure, Threads(1)), metric);
}

void expectAsHeapSays(const std::string& scene, const std::string& by, TrendMetric metric, TrendOrder order) {
  SCOPED_TRACE(scene + ", " + by + ", " + std::string(toString(metric)) + ", " + std::string(toString(order)));
  const auto trace = openedScene(scene);
  ASSERT_NE(trace, nullptr);
  TrendQuestion question;
  question.by = by;
  question.metric = metric;
  question.order = order;
  question.limit = 3;
  const TrendAnswer answer = trendOf(*trace, question);
  ASSERT_TRUE(answer.complete);
  ASSERT_GT(answer.points.size(), 1U);
  for (size_t i = 0; i < answer.points.size(); ++i) {
    const uint32_t point = answer.points[i].index;
    std::map<std::string, uint64_t> expected;
    uint64_t sum = 0;
    for (const HeapRow& row : heapAt(*trace, point, by).rows) {
      expected[row.key] = metricOf(row, metric);
      sum += expected[row.key];
    }
    std::vector<std::string> rest;
    for (const auto& [key, value] : expected) rest.push_back(key);
    if (closureOf(metric)) sum = together(*trace, point, by, rest, metric);
    EXPECT_EQ(answer.points[i].total, sum);
    for (const TrendSeries& series : answer.series) {
      EXPECT_EQ(series.values[i], expected[series.key]) << series.key << " at " << point;
      std::erase(rest, series.key);
    }
    if (!answer.other) continue;
    uint64_t left = 0;
    for (const std::string& key : rest) left += expected[key];
    if (closureOf(metric)) left = together(*trace, point, by, rest, metric);
    EXPECT_EQ(answer.other->values[i], left) << "others at " << point;
  }
}

TEST(Trends, EachNumberIsWhatTheHeapSaysAtThatPoint) {
  for (const std::string scene : {"windows", "shared-owners"}) {
    for (const TrendMetric metric : kMetrics) {
      for (const TrendOrder order : kOrders) expectAsHeapSays(scene, "type", metric, order);
    }
  }
  expectAsHeapSays("windows", "place", TrendMetric::kRetainedBytes, TrendOrder::kAbsolute);
  expectAsHeapSays("windows", "rooted", TrendMetric::kRetainedBytes, TrendOrder::kEnd);
}

TEST(Trends, RowsComeInTheOrderThatIsAskedFor) {
  const auto trace = openedScene("windows");
  for (const TrendOrder order : kOrders) {
    if (order == TrendOrder::kSustained) continue;
    TrendQuestion question;
    question.order = order;
    question.limit = 50;
    const TrendAnswer answer = trendOf(*trace, question);
    const auto rank = [&](const TrendSeries& series) -> double {
      const auto start = static_cast<double>(series.values.front());
      const auto end = static_cast<double>(series.values.back());
      double sum = 0;
      for (const uint64_t value : series.values) sum += static_cast<double>(value);
      if (order == TrendOrder::kStart) return start;
      if (order == TrendOrder::kEnd) return end;
      if (order == TrendOrder::kAverage) return sum;
      if (order == TrendOrder::kAbsolute) return end - start;
      return start > 0 ? 1e9 + (end - start) / start : end;  // new ones come behind
    };
    EXPECT_TRUE(std::ranges::is_sorted(answer.series, std::greater<>(), rank)) << toString(order);
    EXPECT_EQ(answer.series.size(), answer.totalSeries);
  }
}

TEST(Trends, AskingAgainGoesOnAndSaysTheSameInTheEnd) {
  for (const TrendMetric metric : {TrendMetric::kBytes, TrendMetric::kRetainedBytes}) {
    const auto whole = openedScene("windows");
    const auto parts = openedScene("windows");
    TrendQuestion question;
    question.by = "type, place";
    question.metric = metric;
    question.limit = 2;
    const std::string expected = write(trendOf(*whole, question), Form::kJson);
    question.within = 1;
    TrendAnswer answer;
    size_t known = 0;
    for (size_t asked = 0; asked < 20 && !answer.complete; ++asked) {
      answer = trendOf(*parts, question);
      EXPECT_GE(answer.points.size(), known);
      known = answer.points.size();
      if (!answer.complete) {
        EXPECT_EQ(answer.sentence, "");
      }
    }
    EXPECT_EQ(write(answer, Form::kJson), expected);
  }
}

TEST(Trends, TheRowsBelowARowAreATrendOfTheirOwn) {
  const auto trace = openedScene("windows");
  TrendQuestion question;
  question.by = "package(1), type";
  question.path = {"java"};
  const TrendAnswer answer = trendOf(*trace, question);
  EXPECT_EQ(answer.level, "type");
  ASSERT_FALSE(answer.series.empty());
  for (const TrendSeries& series : answer.series) EXPECT_TRUE(series.key.starts_with("java.")) << series.key;
  question.path = {"nowhere"};
  Progress progress;
  EXPECT_FALSE(ask(*trace, question, progress));
}

TEST(Trends, ACancelledOneKeepsNothingHalfDone) {
  const auto trace = openedScene("windows");
  TrendQuestion question;
  question.metric = TrendMetric::kRetainedBytes;
  Progress cancelled;
  cancelled.cancel();
  EXPECT_FALSE(ask(*trace, question, cancelled));
  const std::string after = write(trendOf(*trace, question), Form::kJson);
  EXPECT_EQ(after, write(trendOf(*openedScene("windows"), question), Form::kJson));
}

/// The example of a paper on trends: lists of items grow among decoys that grow and shrink. Ten points, in which
/// `Shop.open` takes in an item more each time.
std::string shopOverTime() {
  std::string text =
      "{\"heaptrail\":1,\"identity\":true}\n"
      "{\"type\":1,\"name\":\"java.lang.Object\",\"size\":16}\n"
      "{\"type\":2,\"name\":\"java.lang.Object[]\",\"super\":1}\n"
      "{\"type\":3,\"name\":\"java.util.ArrayList\",\"super\":1,\"fields\":[\"elementData\"],\"size\":24}\n"
      "{\"type\":4,\"name\":\"shop.Item\",\"super\":1,\"size\":65536}\n"
      "{\"type\":5,\"name\":\"shop.Decoy\",\"super\":1,\"size\":65536}\n";
  for (int point = 0; point < 10; ++point) {
    const int items = 4 * (point + 1);
    const int decoys = point % 3 == 0 ? 60 : 20 * (point % 3);
    text += "{\"point\":" + std::to_string(point) + ",\"t\":" + std::to_string(10 * point) + "}\n";
    const auto list = [&](int id, const std::string& field, int type, int count) {
      std::string refs;
      for (int i = 0; i < count; ++i) refs += (i > 0 ? "," : "") + std::to_string(1000 * id + i);
      text += "{\"o\":" + std::to_string(id) + ",\"type\":3,\"refs\":[" + std::to_string(id + 1) + "]}\n";
      text += "{\"o\":" + std::to_string(id + 1) + ",\"type\":2,\"length\":" + std::to_string(count) + ",\"refs\":[" +
              refs + "]}\n";
      for (int i = 0; i < count; ++i) {
        text += "{\"o\":" + std::to_string(1000 * id + i) + ",\"type\":" + std::to_string(type) + "}\n";
      }
      text += "{\"root\":\"static\",\"o\":" + std::to_string(id) + ",\"class\":\"shop.Shop\",\"field\":\"" + field +
              "\"}\n";
    };
    list(10, "open", 4, items);
    list(20, "passing", 5, decoys);
    text += "{\"end\":" + std::to_string(point) + "}\n";
  }
  return text;
}

TEST(Trends, StructuresByPlaceLeadToTheListThatGrowsAndToItsItems) {
  const std::string text = shopOverTime();
  const TemporaryFile file(std::vector<uint8_t>(text.begin(), text.end()));
  Result<std::unique_ptr<OpenedTrace>> opened = openedTrace(file.path(), {});
  ASSERT_TRUE(opened) << opened.error().describe();
  TrendQuestion question;
  question.by = "structures, place, leaves[type]";
  question.structures = StructureFilter::kTopLevel;
  question.metric = TrendMetric::kRetainedBytes;
  const TrendAnswer structures = trendOf(**opened, question);
  ASSERT_FALSE(structures.series.empty());
  EXPECT_EQ(structures.series.front().key, "java.util.ArrayList");
  question.path = {"java.util.ArrayList"};
  const TrendAnswer places = trendOf(**opened, question);
  ASSERT_EQ(places.series.size(), 2U);
  EXPECT_EQ(places.series.front().key, "Shop.open");
  EXPECT_TRUE(places.series.front().test.sustained);
  EXPECT_FALSE(places.series.back().test.sustained);
  EXPECT_TRUE(places.sentence.starts_with("Shop.open grows at every point: 1.5 MiB a minute")) << places.sentence;
  question.path.emplace_back("Shop.open");
  const TrendAnswer leaves = trendOf(**opened, question);
  ASSERT_FALSE(leaves.series.empty());
  EXPECT_EQ(leaves.series.front().key, "shop.Item");
  // All that is at least three points old: what was there then and is still.
  TrendQuestion old;
  old.where = "points-old>=3";
  old.metric = TrendMetric::kObjects;
  old.search = "Item";
  const TrendAnswer items = trendOf(**opened, old);
  ASSERT_EQ(items.series.size(), 1U);
  EXPECT_EQ(items.series.front().values, (std::vector<uint64_t>{0, 0, 0, 4, 8, 12, 16, 20, 24, 28}));
}

TEST(Trends, TheSentenceDeniesNothingThatItsLinesSay) {
  std::string text = shopOverTime();
  const std::string type = "shop.Item";
  text.replace(text.find(type), type.size(), "Item");
  const TemporaryFile file(std::vector<uint8_t>(text.begin(), text.end()));
  Result<std::unique_ptr<OpenedTrace>> opened = openedTrace(file.path(), {});
  ASSERT_TRUE(opened) << opened.error().describe();
  // What has no package grows at every point, and is nobody's name.
  TrendQuestion packages;
  packages.by = "package";
  const TrendAnswer byPackage = trendOf(**opened, packages);
  EXPECT_TRUE(byPackage.series.front().test.growsAtEveryPoint);
  EXPECT_TRUE(byPackage.sentence.starts_with("Nothing that has a name grows steadily, only (no package): 1.5 MiB"))
      << byPackage.sentence;
  // Thirty-six objects more are too few to matter, though they come at every point.
  TrendQuestion objects;
  objects.metric = TrendMetric::kObjects;
  EXPECT_EQ(trendOf(**opened, objects).sentence,
            "Nothing grows steadily: Item grew most, by 36 objects, but ever less or too little to matter.");
}

}  // namespace
}  // namespace heaptrail
