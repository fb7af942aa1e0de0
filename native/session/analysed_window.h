// The comparison of two points: which window is meant, and what is computed of it. It is kept until another window is
// asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "growth/heap_gain.h"
#include "model/trace.h"
#include "session/growth_analysis.h"
#include "session/heap_summary.h"
#include "session/opened_trace.h"
#include "session/point_answer.h"

namespace heaptrail {

/// Where a window begins that has no beginning: all that the heap at its end holds is compared with nothing.
inline constexpr std::string_view kNothing = "nothing";

/// What users say of a window. Where both ends are empty, it is the suggested window; without one, the first and the
/// last point; of a trace with a single point, all that it holds.
struct WindowChoice {
  std::string from;
  std::string to;
  std::vector<std::string> own;  // packages that are the program's own; without any, they are guessed
};

struct WindowAnswer {
  PointAnswer from;
  PointAnswer to;
  enum class Chosen : uint8_t {
    kAsked,
    kSuggested,  // where the heap grew most
    kLows,       // suggested as well: between two lows of a heap that goes up and down
    kEnds,
    kWhole
  };
  Chosen chosen = Chosen::kAsked;
  /// Of a suggested one, the point after it with the fewest bytes, where most of what the heap had grown by was gone.
  std::optional<PointAnswer> fell = {};

  /// Whether it begins with nothing.
  bool isWhole() const { return chosen == Chosen::kWhole; }
  HeapGain gain() const { return HeapGain::between(from.size.bytes, to.size.bytes, isWhole()); }
  int64_t heapGrowth() const { return static_cast<int64_t>(to.size.bytes) - static_cast<int64_t>(from.size.bytes); }
};

struct AnalysedWindow {
  WindowAnswer window;
  std::shared_ptr<const GrowthAnalysis> analysis;
  std::shared_ptr<const HeapSummary> from;
  std::shared_ptr<const HeapSummary> to;
  std::vector<Warning> warnings;
};

/// What the analysis leaves of a question's progress to the answer.
inline constexpr double kShareOfListing = 0.2;

/// Of questions that only two points can answer.
Status needsTwoPoints(const OpenedTrace& trace, const WindowChoice& choice);

Result<AnalysedWindow> analyseWindow(OpenedTrace& trace, const WindowChoice& choice, Progress& progress);

}  // namespace heaptrail
