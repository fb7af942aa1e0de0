#include "answer/timeline/timeline_question.h"
#include "session/suggest_window.h"

namespace heaptrail {

Result<TimelineAnswer> ask(OpenedTrace& trace, const TimelineQuestion&, Progress& progress) {
  Result<std::vector<PointAnswer>> points = trace.measuredPoints(progress);
  if (!points) return std::unexpected(points.error());
  TimelineAnswer answer;
  answer.points = std::move(*points);
  for (const Point& point : trace.trace().timeline().points) answer.used.push_back(point.used);
  answer.collections = trace.trace().timeline().collections;
  answer.uses = trace.trace().timeline().uses;
  answer.suggestion = suggestWindow(answer.points);
  answer.suggestedPoint = trace.among().suggested;
  answer.warnings = trace.trace().warnings();
  return answer;
}

}  // namespace heaptrail
