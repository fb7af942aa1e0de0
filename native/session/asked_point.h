// The point that a question about objects names: its heap with all that properties may ask for, and what every answer
// says of the point it is about.
#pragma once

#include <memory>
#include <string>

#include "session/analysed_point.h"
#include "session/heap_summary.h"
#include "session/opened_trace.h"
#include "session/point_facts.h"

namespace heaptrail {

class AskedPoint {
 public:
  /// `name` as users write it; `trace` outlives the result.
  static Result<AskedPoint> find(OpenedTrace& trace, const std::string& name, Progress& progress);

  PointIndex index() const { return index_; }
  AnalysedPoint& analysed() const { return trace_->at(index_); }
  const PointFacts& facts() const { return *facts_; }

  /// Which point it is, and what is to be known of it before anything else.
  template <typename Answer>
  void tell(Answer& answer) const {
    answer.point = trace_->toAnswer(index_, sumOf(summary_->live));
    answer.among = trace_->among();
    answer.warnings.insert(answer.warnings.begin(), summary_->warnings.begin(), summary_->warnings.end());
  }

 private:
  OpenedTrace* trace_ = nullptr;
  PointIndex index_ = PointIndex::none();
  std::shared_ptr<const HeapSummary> summary_;
  std::shared_ptr<const PointFacts> facts_;
};

}  // namespace heaptrail
