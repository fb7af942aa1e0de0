// The options of the program's commands: they are the parameters of its questions, as those are declared.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "answer/heap/heap_question.h"
#include "answer/inspect/inspect_question.h"
#include "cli/program.h"

namespace heaptrail {
namespace {

struct Ended {
  int status = 0;
  std::string out;
  std::string complaints;
};

Ended ran(std::vector<std::string> words) {
  words.insert(words.begin(), "heaptrail");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Ended ended;
  ended.status = runProgram(static_cast<int>(arguments.size()), arguments.data());
  ended.complaints = testing::internal::GetCapturedStderr();
  ended.out = testing::internal::GetCapturedStdout();
  return ended;
}

void expectText(const std::string& text, const std::string& part) {
  EXPECT_TRUE(text.contains(part)) << part << " is not in " << text;
}

TEST(Help, TellsTheSentenceOfTheQuestion) {
  expectText(ran({"--help"}).out, std::string(HeapQuestion::kSentence));
  expectText(ran({"inspect", "--help"}).out, std::string(InspectQuestion::kSentence));
}

TEST(Help, TellsSentencesWordsAndDefaultsOfParameters) {
  const std::string heap = ran({"heap", "--help"}).out;
  expectText(heap, "--at TEXT=suggested");
  expectText(heap, std::string(kPointSentence));
  expectText(heap, "--count TEXT:{live,unreachable,all}=live");
  expectText(heap, "--filter TEXT:{structures,top-level}\n");
  expectText(heap, "--top UINT=50               How many rows at the most (0: all)");
  expectText(ran({"inspect", "--help"}).out, "--most-paths UINT=5         How many different paths");
  expectText(ran({"growth", "--help"}).out, "--threshold FLOAT:FLOAT in [0 - 100]=5");
  expectText(ran({"ds", "types", "--help"}).out, "PATTERN TEXT=*");
}

TEST(Help, LeavesOutParametersThatACommandGivesInAnotherWay) {
  const std::string heap = ran({"heap", "--help"}).out;
  for (const char* option : {"--also-known", "--ascending", "--offset", "--limit"}) {
    EXPECT_FALSE(heap.contains(option)) << option;
  }
}

TEST(Options, AreRefusedWithTheWordsThatAreKnown) {
  const Ended ended = ran({"heap", "no.hprof", "--count", "dead"});
  EXPECT_EQ(ended.status, 2);
  expectText(ended.complaints, "dead not in {live,unreachable,all}");
}

TEST(Options, AreUnderstoodBeforeATraceIsOpened) {
  EXPECT_EQ(ran({"inspect", "no.hprof", "--object", "cache"}).complaints,
            "heaptrail: expected an object's id such as 0x7f0a31c8, found \"cache\"\n");
  EXPECT_EQ(ran({"structures", "no.hprof", "--where", "size"}).status, 2);
  EXPECT_EQ(ran({"structures", "no.hprof", "--where", "bytes>0"}).status, 3);
}

TEST(Options, AreRefusedThatSayNothingOfWhatIsAsked) {
  const auto refused = [](std::vector<std::string> words, const std::string& why) {
    words.insert(words.begin(), {"growth", "no.hprof"});
    const Ended ended = ran(words);
    EXPECT_EQ(ended.status, 2);
    expectText(ended.complaints, why);
  };
  refused({"--tree", "--top", "5"}, "--tree excludes --top");
  refused({"--object", "0x66", "--tree"}, "--tree excludes --object");
  refused({"--object", "0x66", "--sort", "deep"}, "--object excludes --sort");
  EXPECT_EQ(ran({"growth", "no.hprof", "--object", "0x66", "--top", "5"}).status, 3) << "the file is what is missing";
}

TEST(Schema, IsPrinted) {
  const Ended ended = ran({"schema"});
  EXPECT_EQ(ended.status, 0);
  expectText(ended.out, R"("$defs":{"info":{)");
}

}  // namespace
}  // namespace heaptrail
