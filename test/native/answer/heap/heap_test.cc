#include <gtest/gtest.h>

#include "answer/opened_trace.h"
#include "answer/question_list.h"
#include "support/temporary_file.h"
#include "trace/hprof/hprof_builder.h"

namespace heaptrail {
namespace {

using namespace test;

/// Three live `Big`, two live `small`, one unreachable `Lost`; sizes as with compressed references.
HprofBuilder threeTypes() {
  HprofBuilder dump;
  const uint64_t big = dump.addClass("Big", 0, {{"a", 'J'}, {"b", 'J'}, {"c", 'J'}});
  const uint64_t small = dump.addClass("small", 0, {});
  const uint64_t lost = dump.addClass("Lost", 0, {});
  dump.beginSegment();
  for (uint64_t i = 0; i < 3; ++i) dump.instance(0x100000 + 40 * i, big).root(0xff, 0x100000 + 40 * i);
  for (uint64_t i = 0; i < 2; ++i) dump.instance(0x200000 + 16 * i, small).root(0xff, 0x200000 + 16 * i);
  return dump.instance(0x300000, lost).endSegment();
}

class Questions : public testing::Test {
 protected:
  HeapAnswer ask(const HeapQuestion& question) {
    Progress progress;
    Result<HeapAnswer> answer = heaptrail::ask(*trace_, question, progress);
    if (!answer) ADD_FAILURE() << answer.error().describe();
    return answer.value_or(HeapAnswer{});
  }

  static std::vector<std::string> keys(const HeapAnswer& answer) {
    std::vector<std::string> result;
    for (const HeapRow& row : answer.rows) result.push_back(row.key);
    return result;
  }
  using Keys = std::vector<std::string>;

  TemporaryFile file_{threeTypes().content()};
  std::unique_ptr<OpenedTrace> trace_ = std::move(*openedTrace(file_.path(), {}));
};

TEST_F(Questions, LiveObjectsAreCountedByType) {
  HeapQuestion question;
  question.search = "big";
  const HeapAnswer answer = ask(question);
  ASSERT_EQ(keys(answer), (Keys{"Big"}));
  EXPECT_EQ(answer.rows[0].size.objects, 3U);
  EXPECT_EQ(answer.rows[0].size.bytes, 120U);
}

TEST_F(Questions, UnreachableObjectsAreCountedApart) {
  HeapQuestion question;
  question.counted = Counted::kUnreachable;
  question.search = "Lost";
  EXPECT_EQ(ask(question).rows[0].size.objects, 1U);
  question.counted = Counted::kLive;
  EXPECT_EQ(ask(question).totalRows, 0U);
}

TEST_F(Questions, CountingAllGivesTheSameBeforeAndAfterTheHeapIsBuilt) {
  HeapQuestion question;
  question.counted = Counted::kAll;
  const std::string counted = write(ask(question), Form::kJson);
  Progress progress;
  ASSERT_TRUE(heaptrail::ask(*trace_, InfoQuestion{}, progress));
  EXPECT_EQ(write(ask(question), Form::kJson), counted);
}

TEST_F(Questions, RowsComeInTheOrderAskedFor) {
  HeapQuestion question;
  question.counted = Counted::kAll;
  question.search = "";
  question.order = HeapOrder::kName;
  question.ascending = true;
  EXPECT_EQ(keys(ask(question)), (Keys{"Big", "Lost", "java.lang.Class", "small"}));
  question.order = HeapOrder::kObjects;
  EXPECT_EQ(keys(ask(question)), (Keys{"Lost", "small", "Big", "java.lang.Class"}));
  question.ascending = false;
  EXPECT_EQ(keys(ask(question)), (Keys{"Big", "java.lang.Class", "small", "Lost"}));
}

TEST_F(Questions, PagesAreCutFromAllRowsAndTotalsAreNot) {
  HeapQuestion question;
  question.counted = Counted::kAll;
  question.order = HeapOrder::kName;
  question.ascending = true;
  question.offset = 1;
  question.limit = 2;
  const HeapAnswer answer = ask(question);
  EXPECT_EQ(keys(answer), (Keys{"Lost", "java.lang.Class"}));
  EXPECT_EQ(answer.totalRows, 4U);
  EXPECT_EQ(answer.total.objects, 9U);
  question.offset = 100;
  EXPECT_TRUE(ask(question).rows.empty());
}

TEST_F(Questions, APointThatIsNotThereIsAMistakeOfTheAsker) {
  Progress progress;
  for (const std::string at : {"1", "-1", "0.5", "soon", "", "3x"}) {
    HeapQuestion question;
    question.at = at;
    const Result<HeapAnswer> answer = heaptrail::ask(*trace_, question, progress);
    ASSERT_FALSE(answer) << at;
    EXPECT_EQ(answer.error().kind, ErrorKind::kUsage);
  }
  for (const std::string at : {"0", "first", "last", "suggested", "12.5s"}) {
    HeapQuestion question;
    question.at = at;
    EXPECT_TRUE(heaptrail::ask(*trace_, question, progress)) << at;
  }
}

TEST_F(Questions, InfoSaysWhatTheDumpIs) {
  Progress progress;
  const Result<InfoAnswer> info = heaptrail::ask(*trace_, InfoQuestion{}, progress);
  ASSERT_TRUE(info);
  EXPECT_EQ(info->trace.format, "hprof");
  EXPECT_FALSE(info->trace.identity);
  EXPECT_EQ(info->live.objects + info->unreachable.objects, 9U);
  ASSERT_EQ(info->roots.size(), 1U);
  EXPECT_EQ(info->roots[0].count, 5U);
  EXPECT_NE(write(*info, Form::kJson).find(R"("heaptrail":{"schema":1})"), std::string::npos);
}

TEST_F(Questions, CsvQuotesWhatNeedsIt) {
  HeapAnswer answer;
  HeapRow& row = answer.rows.emplace_back();
  row.key = "a,b\"c";
  row.size = {1, 2};
  EXPECT_EQ(write(answer, Form::kCsv), "type,objects,bytes\n\"a,b\"\"c\",1,2\n");
}

}  // namespace
}  // namespace heaptrail
