#include "answer/golden_scene.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "cli/program.h"
#include "support/json_layout.h"
#include "support/temporary_folder.h"

namespace heaptrail::test {

namespace {

namespace fs = std::filesystem;

const fs::path kGolden = fs::path(HEAPTRAIL_SOURCE) / "test/native/answer/golden";
constexpr std::string_view kQuestions = "questions";
constexpr std::string_view kTrace = "trace.heap.jsonl";

/// A line of the file of questions: `FILE [STATUS]: WORDS`.
struct GoldenQuestion {
  std::string file;
  int status = 0;
  std::vector<std::string> words;
};

std::string textOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> wordsOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> std::quoted(word);) words.push_back(word);
  return words;
}

std::vector<GoldenQuestion> questionsOf(const fs::path& folder) {
  std::vector<GoldenQuestion> questions;
  std::ifstream file(folder / kQuestions);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const size_t colon = line.find(": ");
    const std::vector<std::string> head = wordsOf(line.substr(0, colon));
    if (colon == std::string::npos || head.empty() || head.size() > 2) {
      ADD_FAILURE() << folder << ": expected \"FILE: WORDS\" or \"FILE STATUS: WORDS\", found: " << line;
      continue;
    }
    questions.push_back({head.front(), head.size() == 2 ? std::stoi(head.back()) : 0, wordsOf(line.substr(colon + 2))});
  }
  return questions;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

bool isJson(const std::string& file) { return file.ends_with(".json") || file.ends_with(".sarif"); }

std::string withLineEnd(std::string text) { return text.empty() || text.ends_with('\n') ? text : text + '\n'; }

struct Asked {
  std::string answer;  // and, below it, what went to stderr
  int status = 0;
};

/// Runs the program. Words that are files of the scene are given with their folder; answers have none in them.
Asked ask(const fs::path& folder, const GoldenQuestion& question) {
  const TemporaryFolder written;
  std::vector<std::string> words{"heaptrail"};
  for (const std::string& word : question.words) {
    const std::string file = word == "trace" ? std::string(kTrace) : word;
    words.push_back(fs::is_regular_file(folder / file) ? (folder / file).string() : word);
  }
  const bool isSarif = question.file.ends_with(".sarif");
  if (isSarif) words.insert(words.end(), {"--sarif", written / "sarif"});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Asked asked;
  asked.status = runProgram(static_cast<int>(arguments.size()), arguments.data());
  const std::string complaints = testing::internal::GetCapturedStderr();
  std::string answer = testing::internal::GetCapturedStdout();
  if (isSarif) answer = textOf(written / "sarif");
  if (isJson(question.file) && answer.ends_with('\n')) answer.pop_back();
  if (isJson(question.file)) answer = laidOut(answer);
  asked.answer = replaced(withLineEnd(answer) + complaints, folder.string() + '/', "");
  // A new version is no other answer.
  asked.answer = replaced(asked.answer, R"("semanticVersion":")" HEAPTRAIL_VERSION "\"", R"("semanticVersion":"…")");
  return asked;
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool isAccepting() {
  const char* accept = std::getenv("HEAPTRAIL_ACCEPT");
  const bool isWanted = accept != nullptr && std::string_view(accept) == "1";
  // What builds test is what was written down, and nothing else.
  EXPECT_FALSE(isWanted && std::getenv("CI") != nullptr) << "HEAPTRAIL_ACCEPT is not for builds";
  return isWanted && std::getenv("CI") == nullptr;
}

void expectAnswer(const fs::path& folder, const GoldenQuestion& question, bool accept) {
  const Asked asked = ask(folder, question);
  const std::string words = fmt::format("heaptrail {}", fmt::join(question.words, " "));
  EXPECT_EQ(asked.status, question.status) << words;
  const fs::path file = folder / question.file;
  const std::string expected = textOf(file);
  if (asked.answer == expected) return;
  if (accept) {
    std::ofstream(file, std::ios::binary) << asked.answer;
    return;
  }
  ADD_FAILURE() << folder.filename().string() << '/' << question.file << " is not what is answered to\n  " << words
                << "\n-: written down, +: answered\n"
                << testing::internal::edit_distance::CreateUnifiedDiff(linesOf(expected), linesOf(asked.answer))
                << "If the answer is right: HEAPTRAIL_ACCEPT=1 (docs/testing.md)";
}

/// What the scene is made of, beside its answers.
bool isInput(const fs::path& file) {
  return file.filename() == kQuestions || file.filename() == kTrace || file.extension() == ".ds" ||
         file.extension() == ".rules";
}

}  // namespace

std::vector<std::string> scenes() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kGolden)) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

void expectAnswers(const std::string& scene) {
  const fs::path folder = kGolden / scene;
  const std::vector<GoldenQuestion> questions = questionsOf(folder);
  EXPECT_FALSE(questions.empty()) << "no questions in " << folder;
  const bool accept = isAccepting();
  std::set<std::string> answers;
  for (const GoldenQuestion& question : questions) {
    EXPECT_TRUE(answers.insert(question.file).second) << question.file << " is the answer to two questions";
    expectAnswer(folder, question, accept);
  }
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path& file = entry.path();
    EXPECT_TRUE(isInput(file) || answers.contains(file.filename().string())) << file << " answers no question";
  }
}

}  // namespace heaptrail::test
