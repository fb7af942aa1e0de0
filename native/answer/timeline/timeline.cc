#include "answer/timeline/timeline_question.h"
#include "base/try.h"
#include "session/suggest_window.h"

namespace heaptrail {

Result<TimelineAnswer> ask(OpenedTrace& trace, const TimelineQuestion&, Progress& progress) {
  std::vector<PointAnswer> points = TRY(trace.measuredPoints(progress));
  TimelineAnswer answer;
  answer.points = std::move(points);
  for (const Point& point : trace.trace().timeline().points) answer.used.push_back(point.used);
  answer.collections = trace.trace().timeline().collections;
  answer.uses = trace.trace().timeline().uses;
  answer.suggestion = suggestWindow(answer.points);
  answer.suggestedPoint = trace.among().suggested;
  answer.warnings = trace.trace().warnings();
  return answer;
}

}  // namespace heaptrail
