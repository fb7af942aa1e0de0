// The question how the groups of a heap develop over many points: a line for each, what the others come to together,
// and which of them grow for as long as one looks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/grouping_parameters.h"
#include "answer/shared/parameters.h"
#include "model/trace.h"
#include "session/opened_trace.h"
#include "session/point_answer.h"
#include "session/point_groups.h"
#include "session/structure_analysis.h"
#include "trends/sustained_growth.h"
#include "trends/trend_lines.h"

namespace heaptrail {

struct TrendQuestion {
  static constexpr std::string_view kName = "trend";
  static constexpr std::string_view kSentence =
      "How the groups of the heap develop over many points, and which of them grow steadily";
  static constexpr uint64_t kMaxSeries = 50;

  std::string from;
  std::string to;
  std::string every;
  std::string by{kTypeGrouping};
  KeyPath path;
  std::optional<StructureFilter> structures;  // only their heads
  std::string where;
  TrendMetric metric = TrendMetric::kBytes;
  TrendOrder order = TrendOrder::kAbsolute;
  uint64_t limit = 5;
  bool other = true;
  std::string search;
  std::vector<std::string> keys;
  uint64_t within = 0;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("from", self.from, "The first point: a number, first, or a time such as 12.5s. Without it the first");
    visitor.text("to", self.to,
                 "The last point. Without it the last one that was not taken as the program ended, if there are two "
                 "others");
    visitor.text("every", self.every,
                 "Which points between them: 3 for every third, 10s for points at least ten seconds apart. Without it "
                 "all, but at most 200");
    visitor.grouping("by", self.by, kGroupingSentence);
    visitor.texts("path", self.path, ListOf{"KEY"},
                  "The rows below one row: the keys that lead there, the outermost first; several rows of a level as "
                  "one set, with ` | ` between their keys");
    visitor.word("filter", self.structures, kFilterSentence);
    visitor.condition("where", self.where,
                      "Only objects for which this holds, in the words of `where` of the question `inspect`");
    visitor.word("metric", self.metric,
                 "Of what: bytes or objects of the rows themselves, of all that they lead to (deep), or of what would "
                 "be freed if all of a row vanished (retained)");
    visitor.word("sort", self.order,
                 "Which rows come first: by their value at the start or the end, on average, by absolute or relative "
                 "growth, or those that grow steadily");
    visitor.number("limit", self.limit, "How many rows at the most, up to 50");
    visitor.flag("other", self.other,
                 "Tell what the other rows come to together; deep and retained sizes of all of them as one group");
    visitor.text("search", self.search, "Only rows whose name contains this, in either case");
    visitor.texts("keys", self.keys, ListOf{"KEY", kMaxSeries}, "Only these rows");
    visitor.number("within", self.within,
                   "Answer after so many milliseconds, with the points that are done; who asks again goes on. 0: when "
                   "all are done");
  }

  GroupsChoice groups() const { return {by, path, structures, where, Counted::kLive}; }
};

struct TrendSeries {
  std::string key;
  bool goesOn = false;           // whether there are rows below
  std::vector<uint64_t> values;  // by point; 0 where the key is not there
  int64_t growth = 0;
  std::optional<double> relativeGrowth;
  SustainedGrowth test;
};

struct TrendAnswer {
  PointAnswer from;
  PointAnswer to;
  std::string by;
  KeyPath path;
  std::string level;
  std::string rowsBy;
  std::string where;
  std::optional<StructureFilter> structures;
  TrendMetric metric = TrendMetric::kBytes;
  TrendOrder order = TrendOrder::kAbsolute;
  struct DonePoint {
    uint32_t index = 0;
    double seconds = 0;
    uint64_t total = 0;
  };
  std::vector<DonePoint> points;
  uint64_t wanted = 0;  // how many points there will be
  bool complete = false;
  uint64_t totalSeries = 0;
  std::vector<TrendSeries> series;
  struct Other {
    uint64_t keys = 0;
    std::vector<std::optional<uint64_t>> values;  // by point
  };
  std::optional<Other> other;
  std::string sentence;
  std::vector<Warning> warnings;
};

Result<TrendAnswer> ask(OpenedTrace& trace, const TrendQuestion& question, Progress& progress);

std::string write(const TrendAnswer& answer, Form form);

}  // namespace heaptrail
