#include "session/asked_point.h"

#include "base/try.h"

namespace heaptrail {

Result<AskedPoint> AskedPoint::find(OpenedTrace& trace, const std::string& name, Progress& progress) {
  const PointIndex at = TRY(trace.point(name));
  const auto summary = TRY(trace.at(at).summary(progress));
  const auto facts = TRY(PointFacts::at(trace, at, progress));
  AskedPoint asked;
  asked.trace_ = &trace;
  asked.index_ = at;
  asked.summary_ = summary;
  asked.facts_ = facts;
  return asked;
}

}  // namespace heaptrail
