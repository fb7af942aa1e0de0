// The question what a trace is, and how much there is in one point of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/parameters.h"
#include "model/roots.h"
#include "model/trace.h"
#include "session/opened_trace.h"

namespace heaptrail {

struct InfoQuestion {
  static constexpr std::string_view kName = "info";
  static constexpr std::string_view kSentence =
      "What a trace is: format, JVM, and of one point live objects and bytes, references and GC roots";

  std::string at{kSuggestedPoint};

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("at", self.at, kPointSentence);
  }
};

struct InfoAnswer {
  TraceInfo trace;
  PointChoice among;
  uint64_t collections = 0;
  /// What follows is of this point; none in a trace without points.
  std::optional<PointAnswer> point;
  RuntimeInfo runtime;
  Size live;
  Size unreachable;
  uint64_t references = 0;
  uint64_t missingObjects = 0;  // that references lead to, but the trace does not have
  uint64_t types = 0;
  uint64_t threads = 0;
  bool followWeak = false;
  struct Roots {
    RootKind kind;
    uint64_t count;
  };
  std::vector<Roots> roots;  // most frequent first
  std::vector<Warning> warnings;
};

Result<InfoAnswer> ask(OpenedTrace& trace, const InfoQuestion& question, Progress& progress);

std::string write(const InfoAnswer& answer, Form form);

}  // namespace heaptrail
