// What a trace is, and what happened in it when: `info` and `timeline`.
#include "cli/command.h"

namespace heaptrail {

namespace {

struct InfoArguments : QuestionArguments {
  InfoQuestion asked;
};

}  // namespace

void addTraceCommands(CLI::App& app, int& status) {
  CLI::App* info = app.add_subcommand("info", std::string(InfoQuestion::kSentence));
  const auto aboutTrace = std::make_shared<InfoArguments>();
  addQuestionArguments(*info, *aboutTrace);
  addQuestionOptions(*info, aboutTrace->asked, aboutTrace->problem);
  info->footer(
      "Examples:\n"
      "  heaptrail info app.hprof\n"
      "  heaptrail info app-4711.heaptrail --at last        the program's end, if it was recorded");
  info->callback([aboutTrace, &status] { status = answer(*aboutTrace, aboutTrace->asked); });

  CLI::App* timeline = app.add_subcommand("timeline", std::string(TimelineQuestion::kSentence));
  const auto aboutTime = std::make_shared<QuestionArguments>();
  addQuestionArguments(*timeline, *aboutTime);
  timeline->footer(
      "Examples:\n"
      "  heaptrail timeline app-4711.heaptrail\n"
      "  heaptrail timeline monday.hprof tuesday.hprof      dumps of one program, a point each\n"
      "  heaptrail timeline app-4711.heaptrail --csv        points and collections, in the order of time");
  timeline->callback([aboutTime, &status] { status = answer(*aboutTime, TimelineQuestion{}); });
}

}  // namespace heaptrail
