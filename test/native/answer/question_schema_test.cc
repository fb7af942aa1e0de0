// The schema of all questions: what each kind of parameter becomes in it.
#include "answer/question_schema.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace heaptrail {
namespace {

void expectIn(const std::string& schema, const std::string& part) {
  EXPECT_TRUE(schema.contains(part)) << part << " is not in " << schema;
}

TEST(QuestionSchema, HasADefinitionForEachQuestion) {
  const std::string schema = questionSchema();
  for (const char* name : {"info", "timeline", "heap", "sizes", "inspect", "structures", "growth", "growthOf",
                           "growthTree", "inferred", "check", "types", "describe", "proposal", "store"}) {
    expectIn(schema, std::string("\"") + name + R"(":{"type":"object","description":")");
  }
}

TEST(QuestionSchema, TellsWordsAndDefaults) {
  const std::string schema = questionSchema();
  expectIn(schema, R"("enum":["live","unreachable","all"],"default":"live"})");
  // No filter is no word.
  expectIn(schema, R"("enum":["structures","top-level"]},"where")");
  expectIn(schema, R"("items":{"type":"string","enum":["shallow","deep","retained","gain"]}})");
  expectIn(schema, R"("minimum":0,"maximum":100,"default":5})");
  expectIn(schema, R"("minimum":0,"maximum":9007199254740991,"default":100})");
  expectIn(schema, R"("items":{"type":"string"},"maxItems":64})");
}

TEST(QuestionSchema, TellsWhatGroupingsAndConditionsAreMadeOf) {
  const std::string schema = questionSchema();
  expectIn(schema, R"({"name":"leaves","description":"What data structures hold:)");
  expectIn(schema, R"("inGroupings":"leads-on","options":[{"word":"own","description":"of each structure by itself)");
  expectIn(schema, R"("inGroupings":"divides","options":[],"comparedWith":"pattern","words":[]})");
  expectIn(schema, R"("comparedWith":"word","words":["eden","survivor","old"]})");
}

TEST(QuestionSchema, TellsWhatIsRequiredAndThatNothingElseIsTaken) {
  const std::string schema = questionSchema();
  expectIn(schema, R"("required":["id"],"additionalProperties":false})");
  expectIn(schema, R"("required":["metric"],"additionalProperties":false})");
  expectIn(schema, R"("timeline":{"type":"object","description":"The points of a trace, its garbage )"
                   R"(collections, and which window to look at","properties":{},"additionalProperties")");
}

/// JSON without what lays it out for people.
std::string packed(const std::string& json) {
  std::string text;
  bool inText = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const bool isEscaped = i > 0 && json[i - 1] == '\\' && (i < 2 || json[i - 2] != '\\');
    if (json[i] == '"' && !isEscaped) inText = !inText;
    if (inText || (json[i] != ' ' && json[i] != '\n')) text += json[i];
  }
  return text;
}

TEST(QuestionSchema, IsTheOneThatTypeScriptIsGeneratedFrom) {
  std::ostringstream kept;
  kept << std::ifstream(HEAPTRAIL_SOURCE "/docs/questions.schema.json").rdbuf();
  EXPECT_EQ(packed(kept.str()), questionSchema()) << "run `npm run generate` and look at what changed";
}

}  // namespace
}  // namespace heaptrail
