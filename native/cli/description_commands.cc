// Files of descriptions: checked, laid out, and what their patterns stand for in a trace: `ds`.
#include <algorithm>
#include <optional>

#include "answer/descriptions/description_check.h"
#include "answer/descriptions/description_format.h"
#include "answer/growth/growth_tree_answer.h"
#include "base/try.h"
#include "cli/command.h"

namespace heaptrail {

namespace {

// ---- check

struct DescriptionCheckArguments : QuestionArguments {
  std::vector<std::string> trace;
  InfoQuestion asked;  // the point of the trace
};

bool hasErrors(const dsl::DescriptionSet& descriptions) {
  return std::ranges::any_of(descriptions.files(), [](const auto& file) { return !file->diagnostics().empty(); });
}

/// What the trace tells, where one is named.
Result<std::optional<KnownTypes>> knownTypes(const DescriptionCheckArguments& arguments,
                                             const std::shared_ptr<const dsl::DescriptionSet>& descriptions) {
  if (arguments.trace.empty()) return std::nullopt;
  ProgressLine line(arguments.quiet);
  const auto trace = TRY(OpenedTrace::open(arguments.trace, arguments.openOptions(), line.progress()));
  trace->describeStructures(descriptions);
  Result<KnownTypes> known = trace->knownTypes(arguments.asked.at, !hasErrors(*descriptions), line.progress());
  const Result<uint64_t> stored = known ? trace->store(line.progress()) : 0;
  line.finish();
  if (!known) return std::unexpected(known.error());
  if (!stored && !arguments.quiet) fmt::print(stderr, "heaptrail: {}\n", stored.error().describe());
  if (!arguments.quiet) showWarnings(arguments.trace.front(), known->warnings);
  return std::optional(std::move(*known));
}

int checkDescriptions(const DescriptionCheckArguments& arguments) {
  DescriptionChoice choice = arguments.descriptions;
  choice.files = arguments.paths;
  const auto descriptions = readDescriptionsToCheck(choice);
  if (!descriptions) return report(descriptions.error());
  const auto known = knownTypes(arguments, *descriptions);
  if (!known) return report(known.error());
  const DescriptionsCheck answer = checkDescriptions(*descriptions, *known ? &**known : nullptr);
  const int printed = print(write(answer, arguments.form()));
  if (printed != kDone) return printed;
  return answer.count(dsl::Severity::kError) > 0 ? kFailed : kDone;
}

void addCheck(CLI::App& ds, int& status) {
  CLI::App* command = ds.add_subcommand("check", "Say what is wrong with descriptions");
  const auto arguments = std::make_shared<DescriptionCheckArguments>();
  command
      ->add_option("FILE", arguments->paths,
                   "Files of descriptions (.ds); of two descriptions of a type the later one holds")
      ->required();
  addRepeatable(*command, "--trace", arguments->trace,
                "Also check whether this trace has the types, and whether structures are found in it (repeatable: "
                "dumps of one program)")
      ->type_name("TRACE");
  addQuestionOptions(*command, arguments->asked, arguments->problem);
  command->add_flag("!--no-builtin-ds", arguments->descriptions.shipped,
                    "Check the files alone, without the descriptions that come with Heaptrail");
  CLI::Option* json = command->add_flag("--json", arguments->json, "Write JSON (schema 1)");
  command->add_flag("--csv", arguments->csv, "Write comma-separated values")->excludes(json);
  command->add_flag("--quiet", arguments->quiet, "No progress and no warnings about the trace");
  addThreads(*command, arguments->threads);
  command->add_option("--cache", arguments->cacheFolder, "A folder for what is computed of the trace");
  command->footer(
      "Exit status: 0 if there are no errors (warnings and hints do not count), 1 if there are.\n\n"
      "Examples:\n"
      "  heaptrail ds check caches.ds\n"
      "  heaptrail ds check caches.ds --trace app.hprof");
  command->callback([arguments, &status] { status = checkDescriptions(*arguments); });
}

// ---- format

struct FormatArguments {
  std::vector<std::string> files;
  bool check = false;
  bool toStdout = false;
};

/// One file; the worst that happens to any is the exit status.
int formatOne(const std::string& path, const FormatArguments& arguments) {
  const Result<FormattedDescriptions> formatted = formatDescriptions(path);
  if (!formatted) return report(formatted.error());
  if (!formatted->errors.empty()) {
    fmt::print(stderr, "{}heaptrail: {} is not formatted: it has errors\n", formatted->errors, path);
    return kFailed;
  }
  if (arguments.toStdout) return formatted->text.empty() ? kDone : print(formatted->text);
  if (!formatted->changed) return kDone;
  if (arguments.check) {
    print(path);
    return kFailed;
  }
  if (const Status written = replaceText(path, formatted->text); !written) return report(written.error());
  return print(fmt::format("{}: formatted", path));
}

void addFormat(CLI::App& ds, int& status) {
  CLI::App* command = ds.add_subcommand("format", "Lay descriptions out, in their files");
  const auto arguments = std::make_shared<FormatArguments>();
  command->add_option("FILE", arguments->files, "Files of descriptions (.ds)")->required();
  CLI::Option* check = command->add_flag("--check", arguments->check,
                                         "Change nothing; name the files that would change, and exit with 1 if any");
  command->add_flag("--stdout", arguments->toStdout, "Write the text to the standard output, and leave the files alone")
      ->excludes(check);
  command->footer(
      "A file with errors stays as it is; the exit status is then 1.\n\n"
      "Examples:\n"
      "  heaptrail ds format caches.ds\n"
      "  heaptrail ds format --check *.ds");
  command->callback([arguments, &status] {
    for (const std::string& path : arguments->files) status = std::max(status, formatOne(path, *arguments));
  });
}

// ---- types

struct TypesArguments : QuestionArguments {
  std::string trace;
  TypesQuestion asked;
};

void addTypes(CLI::App& ds, int& status) {
  CLI::App* command = ds.add_subcommand("types", std::string(TypesQuestion::kSentence));
  const auto arguments = std::make_shared<TypesArguments>();
  command->add_option("TRACE", arguments->trace, "What to look into: any trace")->required();
  addQuestionOptions(*command, arguments->asked, arguments->problem, {{"pattern", "PATTERN"}, {"limit", kNoOption}});
  addTop(*command, arguments->asked.limit, 50, "How many types at the most");
  addAnswerArguments(*command, *arguments);
  command->footer(
      "Examples:\n"
      "  heaptrail ds types app.hprof 'java.util.AbstractMap+'\n"
      "  heaptrail ds types app.hprof 'com.acme.*' --ds caches.ds");
  command->callback([arguments, &status] {
    arguments->paths = {arguments->trace};
    status = answer(*arguments, arguments->asked);
  });
}

// ---- infer

struct InferArguments : QuestionArguments {
  InferredQuestion asked;
};

void addInfer(CLI::App& ds, int& status) {
  CLI::App* command = ds.add_subcommand("infer", std::string(InferredQuestion::kSentence));
  const auto arguments = std::make_shared<InferArguments>();
  addQuestionArguments(*command, *arguments);
  addQuestionOptions(*command, arguments->asked, arguments->problem);
  command->footer(
      "What is proposed comes from what the heap shows: the way from a container down to what piles up in it. Nothing "
      "is\n"
      "written where all that grew is described.\n\n"
      "Examples:\n"
      "  heaptrail ds infer app-4711.heaptrail > inferred.ds\n"
      "  heaptrail ds infer monday.hprof friday.hprof --no-builtin-ds");
  command->callback([arguments, &status] { status = answer(*arguments, arguments->asked); });
}

}  // namespace

void addDescriptionCommands(CLI::App& app, int& status) {
  CLI::App* ds = app.add_subcommand("ds", "Descriptions of data structures (.ds): check, format, types, infer");
  ds->require_subcommand(1);
  ds->footer("The language: docs/language.md");
  addCheck(*ds, status);
  addFormat(*ds, status);
  addTypes(*ds, status);
  addInfer(*ds, status);
}

}  // namespace heaptrail
