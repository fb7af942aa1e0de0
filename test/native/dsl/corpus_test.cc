// Broken files beside what is said about them: corpus/NAME.ds and corpus/NAME.expected, as `heaptrail ds check` writes
// it. All that is wrong with a file is said in one pass, each mistake once.
//
// After a change of messages: HEAPTRAIL_WRITE_CORPUS=1 build/release/heaptrail_tests --gtest_filter='Corpus*' writes
// the .expected files anew. Read the difference as a user would.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "dsl/checks.h"
#include "dsl/diagnostic_text.h"
#include "dsl/small_world.h"

namespace heaptrail::dsl {
namespace {

const std::filesystem::path kCorpus = std::filesystem::path(HEAPTRAIL_SOURCE) / "test/native/dsl/corpus";

std::string contentOf(const std::filesystem::path& path) {
  std::stringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

std::vector<std::filesystem::path> corpus() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kCorpus)) {
    if (entry.path().extension() == ".ds") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::shared_ptr<const DescriptionSet> setWith(const std::string& name, std::string text) {
  return std::make_shared<const DescriptionSet>(
      DescriptionSet::Files{std::make_shared<const DescriptionFile>(name, std::move(text), FileOrigin::kUser)});
}

TEST(Corpus, OfBrokenFilesGetsExactlyTheseDiagnostics) {
  const auto files = corpus();
  EXPECT_GE(files.size(), 60U);
  for (const auto& path : files) {
    const auto set = setWith(path.filename().string(), contentOf(path));
    const SourceText& source = set->files()[0]->source();
    std::string said;
    for (const Diagnostic& diagnostic : diagnose(*set, 0)) {
      said += describe(diagnostic, source, [&](const std::string&) { return &source; });
    }
    EXPECT_FALSE(said.empty()) << path;
    auto expected = path;
    expected.replace_extension(".expected");
    if (std::getenv("HEAPTRAIL_WRITE_CORPUS") != nullptr) std::ofstream(expected, std::ios::binary) << said;
    EXPECT_EQ(said, contentOf(expected)) << path;
  }
}

/// Carries out the first fix of each error, as far as they do not touch the same text.
std::string fixed(const std::string& text, const std::vector<Diagnostic>& diagnostics) {
  std::vector<TextEdit> edits;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (severityOf(diagnostic.code) != Severity::kError || diagnostic.fixes.empty()) continue;
    for (const TextEdit& edit : diagnostic.fixes[0].edits) edits.push_back(edit);
  }
  std::ranges::stable_sort(edits, {}, [](const TextEdit& edit) { return edit.range.begin; });
  std::ranges::reverse(edits);
  std::string result = text;
  for (const TextEdit& edit : edits) result.replace(edit.range.begin, edit.range.end - edit.range.begin, edit.text);
  return result;
}

TEST(Corpus, IsMendedByItsFixes) {
  for (const auto& path : corpus()) {
    const std::string text = contentOf(path);
    const auto set = setWith(path.filename().string(), text);
    const auto diagnostics = diagnose(*set, 0);
    const auto errorsOf = [](const std::vector<Diagnostic>& all) {
      return std::ranges::count_if(all, [](const auto& each) { return severityOf(each.code) == Severity::kError; });
    };
    const auto fixable = std::ranges::count_if(diagnostics, [](const Diagnostic& diagnostic) {
      return severityOf(diagnostic.code) == Severity::kError && !diagnostic.fixes.empty();
    });
    if (fixable == 0) continue;
    const auto mended = setWith(path.filename().string(), fixed(text, diagnostics));
    EXPECT_LE(errorsOf(diagnose(*mended, 0)), errorsOf(diagnostics) - fixable) << path << "\n"
                                                                               << mended->files()[0]->source().text();
  }
}

TEST(Corpus, DoesNotHoldTheExamplesOfTheDocs) {
  const std::string page = contentOf(std::filesystem::path(HEAPTRAIL_SOURCE) / "docs/language.md");
  unsigned examples = 0;
  for (size_t begin = page.find("\n```\n"); begin != std::string::npos; begin = page.find("\n```\n", begin + 1)) {
    const std::string text = page.substr(begin + 5, page.find("\n```\n", begin + 5) - begin - 5);
    if (!text.starts_with("// ") && !text.starts_with("DS ")) continue;
    ++examples;
    const auto set = setWith("docs/language.md", text);
    EXPECT_TRUE(diagnose(*set, 0).empty()) << text;
  }
  EXPECT_EQ(examples, 4U);
}

}  // namespace
}  // namespace heaptrail::dsl
