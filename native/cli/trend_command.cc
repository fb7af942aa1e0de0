// How the heap's groups develop over many points: `trend`.
#include "cli/command.h"

namespace heaptrail {

namespace {

struct TrendArguments : QuestionArguments {
  TrendQuestion asked;
  bool noOther = false;

  TrendQuestion question() const {
    TrendQuestion question = asked;
    question.other = !noOther;
    return question;
  }
};

}  // namespace

void addTrendCommand(CLI::App& app, int& status) {
  CLI::App* trend = app.add_subcommand("trend", std::string(TrendQuestion::kSentence));
  const auto arguments = std::make_shared<TrendArguments>();
  addQuestionArguments(*trend, *arguments);
  addQuestionOptions(
      *trend, arguments->asked, arguments->problem,
      {{"sort", "--order"}, {"limit", "--top"}, {"other", kNoOption}, {"keys", "--key"}, {"within", kNoOption}});
  trend->add_flag("--no-other", arguments->noOther, "Leave out what the other rows come to together");
  trend->footer(
      "Examples:\n"
      "  heaptrail trend app-4711.heaptrail\n"
      "  heaptrail trend app-4711.heaptrail --order sustained --top 10\n"
      "  heaptrail trend app-4711.heaptrail --by 'type, site' --path java.lang.String\n"
      "  heaptrail trend app-4711.heaptrail --filter top-level --by 'structures, leaves[type]' --metric "
      "retained-bytes\n"
      "  heaptrail trend monday.hprof tuesday.hprof wednesday.hprof --by package\n"
      "  heaptrail trend app-4711.heaptrail --every 10s --csv > trend.csv");
  trend->callback([arguments, &status] { status = answer(*arguments, arguments->question()); });
}

}  // namespace heaptrail
