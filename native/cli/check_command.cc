// Whether structures grew more than a build's rules allow: `check`.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

#include "answer/growth_check.h"
#include "cli/command.h"

namespace heaptrail {

namespace {

struct CheckArguments : QuestionArguments {
  GrowthCheckQuestion asked;
  std::string sarif;
  SourceFolders sources;
  uint64_t top = 20;
};

Result<std::vector<GrowthRule>> readRules(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file) return inputError(fmt::format("the rules cannot be read: {}", std::strerror(errno)), {path, std::nullopt});
  Result<std::vector<GrowthRule>> rules = parseGrowthRules(path, text.str());
  if (rules && rules->empty()) {
    return inputError("there is no rule in it; expected lines such as \"type com.example.Cache may grow by 10 MB\"",
                      {path, std::nullopt});
  }
  return rules;
}

Status writeTo(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text << '\n';
  file.close();
  if (!file) return inputError(fmt::format("cannot be written: {}", std::strerror(errno)), {path, std::nullopt});
  return {};
}

int check(const CheckArguments& arguments) {
  Result<std::vector<GrowthRule>> rules = readRules(arguments.asked.rulesFile);
  if (!rules) return report(rules.error());
  GrowthCheckQuestion asked = arguments.asked;
  asked.rules = std::move(*rules);
  asked.limit = arguments.top == 0 ? std::numeric_limits<uint64_t>::max() : arguments.top;
  Status written;
  bool isBroken = false;
  const int status = answer(arguments, [&](OpenedTrace& trace, Progress& progress) {
    Result<GrowthCheckAnswer> found = trace.checkGrowth(asked, progress);
    if (found) isBroken = found->isBroken();
    if (found && !arguments.sarif.empty()) written = writeTo(arguments.sarif, writeSarif(*found, arguments.sources));
    return found;
  });
  if (status != kDone) return status;
  if (!written) return report(written.error());
  return isBroken ? kFailed : kDone;
}

}  // namespace

void addCheckCommand(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("check", "For builds: fail where data structures grew more than rules allow");
  const auto arguments = std::make_shared<CheckArguments>();
  addQuestionArguments(*command, *arguments);
  command->add_option("--rules", arguments->asked.rulesFile, "The file of rules, one a line (docs/rules.md)")
      ->required();
  addWindow(*command, arguments->asked.window);
  command->add_option("--sarif", arguments->sarif,
                      "Also write what is broken to this file as SARIF 2.1.0, for code scanning");
  command
      ->add_option("--sources", arguments->sources,
                   "A folder of source files, as seen from where the build runs, for the paths in SARIF (repeatable)")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--top", arguments->top, "How many structures for each rule at the most (0: all)")
      ->capture_default_str();
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
