#include "session/asked_point.h"

namespace heaptrail {

Result<AskedPoint> AskedPoint::find(OpenedTrace& trace, const std::string& name, Progress& progress) {
  const Result<PointIndex> at = trace.point(name);
  if (!at) return std::unexpected(at.error());
  const auto summary = trace.at(*at).summary(progress);
  if (!summary) return std::unexpected(summary.error());
  const auto facts = PointFacts::at(trace, *at, progress);
  if (!facts) return std::unexpected(facts.error());
  AskedPoint asked;
  asked.trace_ = &trace;
  asked.index_ = *at;
  asked.summary_ = *summary;
  asked.facts_ = *facts;
  return asked;
}

}  // namespace heaptrail
