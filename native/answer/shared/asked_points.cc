#include "answer/shared/asked_points.h"

#include <algorithm>

#include "base/try.h"
#include "session/suggest_window.h"
#include "trends/chosen_points.h"

namespace heaptrail {

Result<std::vector<PointIndex>> askedPoints(const OpenedTrace& trace, const std::string& from, const std::string& to,
                                            const std::string& every) {
  const std::vector<Point>& all = trace.trace().timeline().points;
  const PointIndex first = TRY(trace.point(from.empty() ? "first" : from));
  PointIndex last = TRY(trace.point(to.empty() ? "last" : to));
  // What was taken as the program ended says little of what it did before.
  if (to.empty()) last = PointIndex(static_cast<uint32_t>(pointsOfRun(all.size(), all.back().atExit) - 1));
  return choosePoints(all, first, std::max(last, to.empty() ? first : last), every);
}

}  // namespace heaptrail
