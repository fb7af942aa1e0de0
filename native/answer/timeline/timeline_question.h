// The question what happened in a trace when: its points, its garbage collections, and which window to look at.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "model/timeline.h"
#include "session/opened_trace.h"
#include "session/suggest_window.h"

namespace heaptrail {

struct TimelineQuestion {
  static constexpr std::string_view kName = "timeline";
  static constexpr std::string_view kSentence =
      "The points of a trace, its garbage collections, and which window to look at";

  template <typename Visitor, typename Self>
  static void fields(Visitor&, Self&) {}
};

struct TimelineAnswer {
  std::vector<PointAnswer> points;
  /// For each of these points, how many bytes of each pool were in use; an empty map where the trace does not tell.
  std::vector<std::map<std::string, uint64_t>> used;
  std::vector<Collection> collections;
  PoolUses uses;
  /// Which window to look at; none where nothing grew.
  std::optional<SuggestedWindow> suggestion;
  std::optional<SuggestedPoint> suggestedPoint;
  std::vector<Warning> warnings;
};

Result<TimelineAnswer> ask(OpenedTrace& trace, const TimelineQuestion& question, Progress& progress);

std::string write(const TimelineAnswer& answer, Form form);

}  // namespace heaptrail
