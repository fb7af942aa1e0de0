// Whether structures grew more than a build's rules allow: `check`.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "answer/check/growth_check.h"
#include "cli/command.h"

namespace heaptrail {

namespace {

struct CheckArguments : QuestionArguments {
  GrowthCheckQuestion asked;
  std::string sarif;
  SourceFolders sources;
};

Result<std::string> readRules(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file) return inputError(fmt::format("the rules cannot be read: {}", std::strerror(errno)), {path, std::nullopt});
  return text.str();
}

Status writeTo(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text << '\n';
  file.close();
  if (!file) return inputError(fmt::format("cannot be written: {}", std::strerror(errno)), {path, std::nullopt});
  return {};
}

int check(const CheckArguments& arguments) {
  Result<std::string> rules = readRules(arguments.asked.rulesFile);
  if (!rules) return report(rules.error());
  GrowthCheckQuestion asked = arguments.asked;
  asked.rules = std::move(*rules);
  // Before the trace is opened, which may take long.
  if (const auto parsed = asked.parsedRules(); !parsed) return report(parsed.error());
  Status written;
  bool isBroken = false;
  const int status = answer(arguments, asked, [&](const GrowthCheckAnswer& found) {
    isBroken = found.isBroken();
    if (!arguments.sarif.empty()) written = writeTo(arguments.sarif, writeSarif(found, arguments.sources));
  });
  if (status != kDone) return status;
  if (!written) return report(written.error());
  return isBroken ? kFailed : kDone;
}

}  // namespace

void addCheckCommand(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("check", std::string(GrowthCheckQuestion::kSentence));
  const auto arguments = std::make_shared<CheckArguments>();
  addQuestionArguments(*command, *arguments);
  command->add_option("--rules", arguments->asked.rulesFile, "The file of rules, one a line (docs/rules.md)")
      ->required();
  addQuestionOptions(*command, arguments->asked, arguments->problem,
                     {{"rules", kNoOption}, {"rulesFile", kNoOption}, {"threshold", kNoOption}, {"limit", kNoOption}});
  command->add_option("--sarif", arguments->sarif,
                      "Also write what is broken to this file as SARIF 2.1.0, for code scanning");
  addRepeatable(*command, "--sources", arguments->sources,
                "A folder of source files, as seen from where the build runs, for the paths in SARIF (repeatable)");
  addTop(*command, arguments->asked.limit, 20, "How many structures for each rule at the most");
  command->footer(
      "Rules:\n"
      "  # Caches fill up to a point.\n"
      "  type com.example.Cache may grow by 10 MB\n"
      "  type ConcurrentHashMap from com.example.* may grow by 20 % of growth\n"
      "  any may grow by 50 % or 100000 objects\n\n"
      "Exit status: 0 if all rules hold, 1 if one is broken, 2 for wrong arguments, 3 for files that cannot be "
      "read.\n\n"
      "Examples:\n"
      "  heaptrail check soak-test.heaptrail --rules growth.rules\n"
      "  heaptrail check before.hprof after.hprof --rules growth.rules --sarif growth.sarif --sources src/main/java");
  command->callback([arguments, &status] { status = check(*arguments); });
}

}  // namespace heaptrail
