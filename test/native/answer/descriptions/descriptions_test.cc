// Descriptions as the command line asks about them: files on disk, with and without a trace.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "answer/descriptions/description_check.h"
#include "answer/descriptions/description_format.h"
#include "answer/question_list.h"
#include "support/temporary_file.h"

namespace heaptrail {
namespace {

class Descriptions : public testing::Test {
 protected:
  /// A file of this test, by its name.
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }
  std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  /// Messages name files as they were given; here without the folder.
  std::string withoutFolder(std::string text) const {
    const std::string folder = folder_.string() + "/";
    for (size_t at = text.find(folder); at != std::string::npos; at = text.find(folder)) text.erase(at, folder.size());
    return text;
  }

  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              (std::string("descriptions-") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

/// A cache with two entries, and an empty one that nobody holds.
std::unique_ptr<OpenedTrace> trace(const test::TemporaryFile& file) {
  Progress progress;
  return std::move(*OpenedTrace::open({file.path()}, {}, progress));
}
constexpr std::string_view kTrace = R"({"heaptrail":1}
{"type":1,"name":"java.lang.Object","size":16}
{"type":2,"name":"a.Cache","super":1,"size":16}
{"type":3,"name":"a.Cache$Entry","super":1,"size":24}
{"type":4,"name":"a.Cache$HotEntry","super":3,"size":32}
{"type":5,"name":"a.Idle","super":1,"size":16}
{"point":1,"t":0}
{"o":1,"type":2,"refs":[2]}
{"o":2,"type":3,"refs":[3]}
{"o":3,"type":4}
{"o":4,"type":2}
{"root":"unknown","o":1}
{"end":1}
)";
std::span<const uint8_t> bytesOf(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

TEST_F(Descriptions, AreCheckedTogether) {
  const std::string first = write("first.ds", "DS A { (*); }\n");
  const std::string second = write("second.ds", "DS A { (B) }\n");
  const auto set = readDescriptionsToCheck({.shipped = false, .files = {first, second, first}});
  ASSERT_TRUE(set);
  const DescriptionsCheck check = checkDescriptions(*set, nullptr);
  EXPECT_EQ(check.files.size(), 2U) << "each file once";
  EXPECT_EQ(check.count(dsl::Severity::kError), 1U);
  EXPECT_EQ(withoutFolder(heaptrail::write(check, Form::kText)),
            "second.ds:1:4: information: takes the place of the description of A in first.ds [overrides]\n"
            "  DS A { (B) }\n"
            "     ^\n"
            "first.ds:1:4: note: does not hold any more\n"
            "  DS A { (*); }\n"
            "     ^\n"
            "second.ds:1:11: error: expected ; but found } [syntax]\n"
            "  DS A { (B) }\n"
            "            ^\n"
            "  fix: insert ;\n"
            "2 files checked: 1 error, 1 remark\n");
  EXPECT_EQ(withoutFolder(heaptrail::write(check, Form::kCsv)),
            "file,line,column,severity,code,message\n"
            "second.ds,1,4,information,overrides,takes the place of the description of A in first.ds\n"
            "second.ds,1,11,error,syntax,expected ; but found }\n");
  EXPECT_TRUE(withoutFolder(heaptrail::write(check, Form::kJson))
                  .contains(R"({"severity":"error","code":"syntax","message":"expected ; but found }","line":1,)"
                            R"("column":11,"endLine":1,"endColumn":11,"fixes":[{"title":"Insert ;","edits":[{"line":1,)"
                            R"("column":11,"endLine":1,"endColumn":11,"text":";"}]}],"related":[]})"));
}

TEST_F(Descriptions, ThatAreNotUtf8AreRefusedWithThePlace) {
  const auto set = readDescriptionsToCheck({.shipped = false, .files = {write("latin.ds", "DS Gr\xF6sse { }")}});
  ASSERT_FALSE(set);
  EXPECT_EQ(set.error().kind, ErrorKind::kInput);
  EXPECT_EQ(set.error().where->offset, 5U);
}

TEST_F(Descriptions, AreComparedWithATrace) {
  const test::TemporaryFile file(bytesOf(kTrace));
  const auto opened = trace(file);
  const std::string path = write(
      "a.ds", "namespace a {\n  DS Cache { Cache$Entri+; }\n  Cache$Entry+ { Cache$Entry+; }\n  DS Idle { (*); }\n}\n");
  const auto set = readDescriptionsToCheck({.shipped = false, .files = {path}});
  ASSERT_TRUE(set);
  Progress progress;
  opened->describeStructures(*set);
  const auto known = opened->knownTypes("last", true, progress);
  ASSERT_TRUE(known);
  EXPECT_EQ(withoutFolder(heaptrail::write(checkDescriptions(*set, &*known), Form::kText)),
            "a.ds:2:14: warning: the trace has no type a.Cache$Entri; did you mean a.Cache$Entry? [unknown-type]\n"
            "    DS Cache { Cache$Entri+; }\n"
            "               ^~~~~~~~~~~\n"
            "  fix: write Cache$Entry\n"
            "a.ds:4:6: hint: no a.Idle is alive at this point of the trace [never-instantiated]\n"
            "    DS Idle { (*); }\n"
            "       ^~~~\n"
            "1 file checked: 1 warning, 1 remark\n");
}

TEST_F(Descriptions, NameTypesOfATrace) {
  const test::TemporaryFile file(bytesOf(kTrace));
  const auto opened = trace(file);
  const std::string path = write("a.ds", "DS a.Cache { a.Cache$Entry+; } a.Cache$Entry+ { (*); }");
  opened->describeStructures(*readDescriptionsToCheck({.shipped = false, .files = {path}}));
  Progress progress;
  const auto asked = [&](const std::string& pattern) {
    TypesQuestion question;
    question.pattern = pattern;
    return ask(*opened, question, progress);
  };
  EXPECT_EQ(heaptrail::write(*asked("a.Cache$Entry+"), Form::kCsv),
            "type,objects,bytes,description,head\n"
            "a.Cache$HotEntry,1,32,a.Cache$Entry,false\n"
            "a.Cache$Entry,1,24,a.Cache$Entry,false\n");
  const auto all = asked("a.*");
  EXPECT_EQ(all->totalRows, 4U);
  EXPECT_EQ(all->total, (Size{3, 72}));
  EXPECT_EQ(all->rows.back().type, "a.Idle") << "what is there, but not alive, comes last";
  EXPECT_EQ(asked("a.Cachr")->nearest, "a.Cache");
  EXPECT_EQ(heaptrail::write(*asked("a.Cachr"), Form::kText),
            "No type of the trace matches a.Cachr. Did you mean a.Cache?\n");
  EXPECT_EQ(asked("a b").error().kind, ErrorKind::kUsage);
  EXPECT_EQ(asked("} DS x {").error().kind, ErrorKind::kUsage);
  EXPECT_EQ(asked("").error().kind, ErrorKind::kUsage);
}

TEST_F(Descriptions, AreProposedForATypeOfATrace) {
  const test::TemporaryFile file(bytesOf(kTrace));
  const auto opened = trace(file);
  Progress progress;
  const auto proposal = ask(*opened, ProposalQuestion{"last", "a.Cache"}, progress);
  ASSERT_TRUE(proposal);
  EXPECT_TRUE(proposal->text.contains("DS Cache {")) << proposal->text;
  EXPECT_EQ(heaptrail::write(*proposal, Form::kText), proposal->text);
  EXPECT_TRUE(heaptrail::write(*proposal, Form::kJson).starts_with(R"({"heaptrail":{"schema":1},"text":")"));
  EXPECT_FALSE(ask(*opened, ProposalQuestion{"last", "a.Absent"}, progress));
  EXPECT_EQ(ask(*opened, ProposalQuestion{"7", "a.Cache"}, progress).error().kind, ErrorKind::kUsage);
}

TEST_F(Descriptions, AreFormattedInTheirFiles) {
  const std::string path = write("a.ds", "DS A {\n(B);}\n");
  const auto formatted = formatDescriptions(path);
  ASSERT_TRUE(formatted);
  EXPECT_TRUE(formatted->changed);
  std::filesystem::create_symlink("a.ds", folder_ / "link.ds");
  ASSERT_TRUE(replaceText((folder_ / "link.ds").string(), formatted->text));
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link.ds"));
  EXPECT_EQ(read("a.ds"), "DS A {\n  (B);\n}\n");
  EXPECT_FALSE(formatDescriptions(path)->changed);
  EXPECT_EQ(withoutFolder(formatDescriptions(write("b.ds", "DS B"))->errors),
            "b.ds:1:5: error: expected { but found the end of the file [syntax]\n  DS B\n      ^\n  fix: insert { }\n");
}

}  // namespace
}  // namespace heaptrail
