// Deep and retained sizes as they are asked for: of some types or all, one after the other or at the same time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <random>
#include <thread>

#include "answer/opened_trace.h"
#include "answer/question_list.h"
#include "support/temporary_file.h"
#include "trace/hprof/hprof_builder.h"

namespace heaptrail {
namespace {

using namespace test;
using Keys = std::vector<std::string>;

/// `app.T0` … `app.T79` refer to each other at random; most are live, in cycles and trees.
HprofBuilder wildDump(uint32_t objects, uint32_t types) {
  std::mt19937 random(17);
  HprofBuilder dump;
  std::vector<uint64_t> classes;
  for (uint32_t t = 0; t < types; ++t) {
    classes.push_back(dump.addClass(fmt::format("app/T{}", t), 0, {{"a", 'L'}, {"b", 'L'}}));
  }
  const auto place = [](uint64_t object) { return 0x1000000 + 64 * object; };
  dump.beginSegment();
  for (uint32_t o = 0; o < objects; ++o) {
    // Mostly onwards, so that much is dominated; sometimes back, so that there are cycles.
    const uint64_t next = random() % 20 == 0 ? random() % objects : o + 1 + random() % 30;
    dump.instance(place(o), classes[random() % types], {next < objects ? place(next) : 0, place(random() % objects)});
    if (random() % 50 == 0) dump.root(0xff, place(o));
  }
  return dump.endSegment();
}

class Sizes : public testing::Test {
 protected:
  std::unique_ptr<OpenedTrace> open() const { return std::move(*openedTrace(file_.path(), {})); }

  static std::map<std::string, Size> sizes(OpenedTrace& trace, SizeMetric metric, const Keys& keys) {
    SizesQuestion question;
    question.metric = metric;
    question.keys = keys;
    Progress progress;
    const auto answer = ask(trace, question, progress);
    std::map<std::string, Size> result;
    if (!answer) ADD_FAILURE() << answer.error().describe();
    if (!answer) return result;
    EXPECT_EQ(answer->metric, metric);
    for (const SizesAnswer::Row& row : answer->rows) EXPECT_TRUE(result.emplace(row.key, row.size).second) << row.key;
    return result;
  }

  static Result<HeapAnswer> heap(OpenedTrace& trace, const HeapQuestion& question) {
    Progress progress;
    return ask(trace, question, progress);
  }

  /// Of all types, from a trace of its own.
  std::map<std::string, Size> all(SizeMetric metric) const {
    HeapQuestion question;
    question.metrics = {metric == SizeMetric::kDeep ? ShownSize::kDeep : ShownSize::kRetained};
    question.limit = 1000;
    const auto trace = open();
    std::map<std::string, Size> result;
    const auto answer = heap(*trace, question);
    for (const HeapRow& row : answer->rows) {
      result[row.key] = metric == SizeMetric::kDeep ? row.deep.value() : row.retained.value();
    }
    return result;
  }

  TemporaryFile file_{wildDump(20000, 80).content()};
};

TEST_F(Sizes, OfSomeTypesAreTheSameAsOfAll) {
  for (const SizeMetric metric : {SizeMetric::kDeep, SizeMetric::kRetained}) {
    const auto expected = all(metric);
    ASSERT_EQ(expected.size(), 81U);
    const auto trace = open();
    for (const Keys& keys : {Keys{"app.T0"}, Keys{"app.T7", "app.T3"}, Keys{"java.lang.Class", "app.T79"}}) {
      const auto some = sizes(*trace, metric, keys);
      ASSERT_EQ(some.size(), keys.size());
      for (const auto& [key, size] : some) EXPECT_EQ(size, expected.at(key)) << key;
    }
    Keys many;
    for (int t = 0; t < 64; ++t) many.push_back(fmt::format("app.T{}", t));
    for (const auto& [key, size] : sizes(*trace, metric, many)) EXPECT_EQ(size, expected.at(key)) << key;
  }
}

TEST_F(Sizes, AreTheSameBeforeAndAfterAllAreKnown) {
  const auto trace = open();
  for (const SizeMetric metric : {SizeMetric::kDeep, SizeMetric::kRetained}) {
    const auto before = sizes(*trace, metric, {"app.T1", "app.T2"});
    EXPECT_TRUE(sizes(*trace, metric, {}).empty()) << "all are computed, none is told";
    EXPECT_EQ(sizes(*trace, metric, {"app.T1", "app.T2"}), before);
    EXPECT_EQ(before.at("app.T2"), all(metric).at("app.T2"));
  }
}

TEST_F(Sizes, AreToldInTheOrderAskedForAndOnceAndOfTypesThatThereAre) {
  const auto trace = open();
  for (const bool known : {false, true}) {
    if (known) sizes(*trace, SizeMetric::kDeep, {});
    SizesQuestion question;
    question.metric = SizeMetric::kDeep;
    question.keys = {"app.T9", "missing", "app.T1", "app.T9", ""};
    Progress progress;
    const auto answer = ask(*trace, question, progress);
    ASSERT_TRUE(answer);
    ASSERT_EQ(answer->rows.size(), 2U);
    EXPECT_EQ(answer->rows[0].key, "app.T9");
    EXPECT_EQ(answer->rows[1].key, "app.T1");
  }
}

TEST_F(Sizes, OfTooManyTypesAreAMistakeOfTheAsker) {
  SizesQuestion question;
  question.keys.assign(257, "app.T1");
  Progress progress;
  const auto trace = open();
  const auto answer = ask(*trace, question, progress);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, ErrorKind::kUsage);
  EXPECT_EQ(answer.error().message, "expected at most 256 keys, found 257");
  question.keys.pop_back();
  EXPECT_TRUE(ask(*trace, question, progress));
  question.at = "7";
  EXPECT_EQ(ask(*trace, question, progress).error().kind, ErrorKind::kUsage);
}

TEST_F(Sizes, OfWhatIsNotLiveAreAMistakeOfTheAsker) {
  const auto trace = open();
  for (const Counted counted : {Counted::kUnreachable, Counted::kAll}) {
    HeapQuestion byMetric;
    byMetric.metrics = {ShownSize::kRetained};
    HeapQuestion byOrder;
    byOrder.order = HeapOrder::kDeep;
    for (HeapQuestion question : {byMetric, byOrder}) {
      question.counted = counted;
      const auto answer = heap(*trace, question);
      ASSERT_FALSE(answer);
      EXPECT_EQ(answer.error().kind, ErrorKind::kUsage);
      EXPECT_EQ(answer.error().message,
                "deep and retained sizes are those of live objects: they cannot be counted for others");
    }
    HeapQuestion known;
    known.counted = counted;
    known.alsoKnown = true;
    const auto answer = heap(*trace, known);
    ASSERT_TRUE(answer);
    EXPECT_FALSE(answer->deepKnown || answer->retainedKnown);
  }
}

TEST_F(Sizes, RowsOfTheHeapCarryThemWhereAskedForOrKnown) {
  const auto trace = open();
  HeapQuestion question;
  question.alsoKnown = true;
  EXPECT_FALSE(heap(*trace, question)->retainedKnown);
  sizes(*trace, SizeMetric::kRetained, {"app.T1"});
  EXPECT_FALSE(heap(*trace, question)->retainedKnown) << "only one is known";
  sizes(*trace, SizeMetric::kRetained, {});
  const auto known = heap(*trace, question);
  EXPECT_TRUE(known->retainedKnown);
  EXPECT_FALSE(known->deepKnown);
  const auto expected = all(SizeMetric::kRetained);
  for (const HeapRow& row : known->rows) {
    EXPECT_EQ(row.retained, expected.at(row.key)) << row.key;
    EXPECT_FALSE(row.deep) << row.key;
  }
  question.alsoKnown = false;
  EXPECT_FALSE(heap(*trace, question)->retainedKnown) << "they were not asked for";
  question.metrics = {ShownSize::kDeep};
  const auto deep = heap(*trace, question);
  EXPECT_TRUE(deep->deepKnown);
  EXPECT_FALSE(deep->retainedKnown);
}

TEST_F(Sizes, RowsCanBeInTheirOrder) {
  const auto trace = open();
  HeapQuestion question;
  question.limit = 1000;
  for (const bool ascending : {false, true}) {
    question.ascending = ascending;
    for (const HeapOrder order : {HeapOrder::kDeep, HeapOrder::kRetained}) {
      question.order = order;
      const auto answer = heap(*trace, question);
      ASSERT_TRUE(answer);
      ASSERT_EQ(answer->rows.size(), 81U);
      for (size_t i = 1; i < answer->rows.size(); ++i) {
        const auto value = [&](size_t row) {
          return (order == HeapOrder::kDeep ? answer->rows[row].deep : answer->rows[row].retained).value().bytes;
        };
        EXPECT_LE(ascending ? value(i - 1) : value(i), ascending ? value(i) : value(i - 1)) << i;
      }
    }
  }
}

TEST_F(Sizes, ManyMayAskAtTheSameTime) {
  const auto deep = all(SizeMetric::kDeep);
  const auto retained = all(SizeMetric::kRetained);
  for (int round = 0; round < 10; ++round) {
    const auto trace = open();
    std::vector<std::jthread> threads;
    for (const SizeMetric metric : {SizeMetric::kDeep, SizeMetric::kRetained}) {
      threads.emplace_back([&trace, metric] { sizes(*trace, metric, {}); });
    }
    for (int t = 0; t < 2; ++t) {
      threads.emplace_back([&] {
        HeapQuestion question;
        question.alsoKnown = true;
        question.limit = 1000;
        for (int i = 0; i < 30; ++i) {
          const auto answer = heap(*trace, question);
          ASSERT_TRUE(answer);
          ASSERT_EQ(answer->rows.size(), 81U);
          for (const HeapRow& row : answer->rows) {
            if (answer->deepKnown) {
              ASSERT_EQ(row.deep, deep.at(row.key));
            }
            if (answer->retainedKnown) {
              ASSERT_EQ(row.retained, retained.at(row.key));
            }
          }
        }
      });
    }
    threads.emplace_back(
        [&] { EXPECT_EQ(sizes(*trace, SizeMetric::kRetained, {"app.T5"}).at("app.T5"), retained.at("app.T5")); });
    threads.emplace_back([&] {
      InspectQuestion question;
      question.where = "type=app.T5";
      Progress progress;
      const auto answer = ask(*trace, question, progress);
      ASSERT_TRUE(answer);
      EXPECT_EQ(answer->retained, retained.at("app.T5"));
      EXPECT_EQ(answer->deep, deep.at("app.T5"));
    });
  }
}

TEST_F(Sizes, OneWhoIsCancelledDoesNotDisturbTheOthers) {
  const auto expected = all(SizeMetric::kRetained);
  for (const std::string phase : {"Reading objects", "Finding what is live", "Computing retained sizes"}) {
    const auto trace = open();
    std::atomic<bool> begun = false;
    Result<SizesAnswer> cancelled;
    Progress progress([&](const ProgressReport& report) {
      if (report.phase != phase) return;
      begun = true;
      progress.cancel();
    });
    {
      const std::jthread asking([&] { cancelled = ask(*trace, SizesQuestion{}, progress); });
      while (!begun) std::this_thread::yield();
      EXPECT_EQ(sizes(*trace, SizeMetric::kRetained, {}).size(), 0U);
      EXPECT_EQ(sizes(*trace, SizeMetric::kRetained, {"app.T5"}).at("app.T5"), expected.at("app.T5")) << phase;
    }
    EXPECT_TRUE(cancelled || cancelled.error().kind == ErrorKind::kCancelled) << phase;  // it may have been too late
    HeapQuestion question;
    question.metrics = {ShownSize::kRetained};
    const auto answer = heap(*trace, question);
    for (const HeapRow& row : answer->rows) EXPECT_EQ(row.retained, expected.at(row.key)) << row.key;
  }
}

TEST(SizesForms, AreJsonAndCsv) {
  SizesAnswer answer;
  answer.point = {0, 0, {10, 240}};
  answer.metric = SizeMetric::kDeep;
  answer.rows = {{"a.B", {3, 72}}, {"with,\"comma\"", {1, 16}}};
  EXPECT_EQ(write(answer, Form::kJson),
            R"({"heaptrail":{"schema":1},"point":{"index":0,"t":0,"objects":10,"bytes":240},"metric":"deep",)"
            R"("rows":[{"key":"a.B","objects":3,"bytes":72},{"key":"with,\"comma\"","objects":1,"bytes":16}]})");
  EXPECT_EQ(write(answer, Form::kCsv), "type,deepObjects,deepBytes\na.B,3,72\n\"with,\"\"comma\"\"\",1,16\n");
}

}  // namespace
}  // namespace heaptrail
