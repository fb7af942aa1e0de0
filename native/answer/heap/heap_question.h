// The questions about a heap's groups: rows by type or by any other grouping, with their sizes, searched, sorted, page
// by page, and what is below a row; and sizes of some rows or all.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/grouping_parameters.h"
#include "answer/shared/parameters.h"
#include "model/size.h"
#include "model/trace.h"
#include "session/heap_summary.h"
#include "session/opened_trace.h"
#include "session/point_answer.h"
#include "session/point_groups.h"
#include "session/structure_analysis.h"
#include "text/words.h"

namespace heaptrail {

/// Sizes that rows can show. Who lists all that is wanted may name the one that is always there.
enum class ShownSize { kShallow, kDeep, kRetained, kGain };
constexpr auto wordsOf(ShownSize) {
  return std::to_array<Word<ShownSize>>({{"shallow", ShownSize::kShallow},
                                         {"deep", ShownSize::kDeep},
                                         {"retained", ShownSize::kRetained},
                                         {"gain", ShownSize::kGain}});
}

enum class HeapOrder { kBytes, kObjects, kName, kDeep, kRetained, kGain, kGrowth };
constexpr auto wordsOf(HeapOrder) {
  return std::to_array<Word<HeapOrder>>({{"bytes", HeapOrder::kBytes},
                                         {"shallow", HeapOrder::kBytes},
                                         {"objects", HeapOrder::kObjects},
                                         {"name", HeapOrder::kName},
                                         {"deep", HeapOrder::kDeep},
                                         {"retained", HeapOrder::kRetained},
                                         {"gain", HeapOrder::kGain},
                                         {"growth", HeapOrder::kGrowth}});
}

inline constexpr std::string_view kPathSentence =
    "The rows below one row: the keys that lead there, the outermost first; several rows of a level as one set, with "
    "` | ` between their keys";
inline constexpr std::string_view kWhereSentence =
    "Only objects for which this holds, in the words of `where` of the question `inspect`";

struct HeapQuestion {
  static constexpr std::string_view kName = "heap";
  static constexpr std::string_view kSentence = "The heap at one point, grouped by type or by other properties";

  std::string at{kSuggestedPoint};
  std::string from;
  std::string by{kTypeGrouping};
  KeyPath path;
  std::optional<StructureFilter> structures;  // only their heads
  std::string where;
  Counted counted = Counted::kLive;
  std::vector<ShownSize> metrics;  // to be answered, and for that to be computed if they are not known yet
  bool alsoKnown = true;
  HeapOrder order = HeapOrder::kBytes;
  bool ascending = false;  // for names: Z first
  std::string search;
  uint64_t offset = 0;
  uint64_t limit = 100;
  uint64_t depth = 1;
  uint64_t limitBelow = 5;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("at", self.at, kPointSentence);
    visitor.text("from", self.from,
                 "A point to compare with: rows then have their sizes at both. For one level of rows");
    visitor.grouping("by", self.by, kGroupingSentence);
    visitor.texts("path", self.path, ListOf{"KEY"}, kPathSentence);
    visitor.word("filter", self.structures, kFilterSentence);
    visitor.condition("where", self.where, kWhereSentence);
    visitor.word("count", self.counted,
                 "live: what GC roots reach; unreachable: the rest; all: both, counted in one fast pass");
    visitor.words("metrics", self.metrics,
                  "Sizes to show: shallow (always); deep: all that these objects lead to; "
                  "retained: what would be freed if all of them vanished; both are exact. "
                  "gain: what could be gained of the objects that are waste, as the question `waste` tells it");
    visitor.flag("alsoKnown", self.alsoKnown, "Show other sizes, too, where they happen to be known already");
    visitor.word("sort", self.order, "The order of rows");
    visitor.flag("ascending", self.ascending, "The smallest first; by name: Z first unless this is set");
    visitor.text("search", self.search, "Only rows whose name contains this, in either case");
    visitor.number("offset", self.offset, "How many rows to leave out at the beginning");
    visitor.number("limit", self.limit, "How many rows at the most");
    visitor.number("depth", self.depth, "How many levels of rows: from 2 on, rows have those below them");
    visitor.number("limitBelow", self.limitBelow, "How many rows at the most below each row");
  }

  GroupsChoice groups() const { return {by, path, structures, where, counted}; }

  /// What must be computed: what is to be answered or sorted by.
  std::vector<SizeMetric> neededMetrics() const;
  bool needs(SizeMetric metric) const;
  bool sortsBy(SizeMetric metric) const;
  /// Whether the bytes to gain are to be answered or sorted by.
  bool needsGain() const;
};

/// Of a row at the point to compare with.
struct SizesBefore {
  Size size;
  std::optional<Size> deep;
  std::optional<Size> retained;
};

struct HeapRow {
  std::string key;
  Size size;
  std::optional<Size> deep;
  std::optional<Size> retained;
  std::optional<uint64_t> gain;  // bytes of the objects that are waste
  std::optional<SizesBefore> from;
  bool goesOn = false;         // whether there are rows below
  std::vector<HeapRow> below;  // the first of them, as deep as was asked for
  uint64_t rowsBelow = 0;      // all of them, where they were asked for
};

struct HeapAnswer {
  PointAnswer point;
  std::optional<PointAnswer> from;  // the point to compare with
  PointChoice among;
  Counted counted = Counted::kLive;
  std::optional<StructureFilter> structures;
  std::string where;
  std::string by{kTypeGrouping};      // the grouping, as the engine writes it
  KeyPath path;                       // the rows are below these keys
  std::string level{kTypeGrouping};   // the property whose keys they have; empty where nothing divides the objects
  std::string rowsBy{kTypeGrouping};  // the grouping that ends with these rows; empty where nothing divides the objects
  bool byTypeAlone = true;            // the heap's types, and nothing else was asked for
  bool deepKnown = false;
  bool retainedKnown = false;
  std::optional<uint64_t> gain;  // of all rows that the search leaves, where it is asked for
  Size total;                    // of all rows that the search leaves
  Size totalFrom;
  uint64_t totalRows = 0;
  std::vector<HeapRow> rows;  // one page of them
  std::vector<Warning> warnings;
};

/// Asks for one metric: of some rows, which takes as little time as possible, or of all, which are then known.
struct SizesQuestion {
  static constexpr std::string_view kName = "sizes";
  static constexpr std::string_view kSentence = "One metric of some rows of the heap, or of all, which is then known";
  static constexpr size_t kMaxKeys = 256;

  std::string at{kSuggestedPoint};
  std::string by{kTypeGrouping};
  KeyPath path;
  std::optional<StructureFilter> structures;
  std::string where;
  SizeMetric metric = SizeMetric::kRetained;
  std::vector<std::string> keys;  // empty for all

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("at", self.at, kPointSentence);
    visitor.grouping("by", self.by, kGroupingSentence);
    visitor.texts("path", self.path, ListOf{"KEY"}, kPathSentence);
    visitor.word("filter", self.structures, kFilterSentence);
    visitor.condition("where", self.where, kWhereSentence);
    visitor.word("metric", self.metric,
                 "deep: all that the objects of a row lead to; retained: what would be freed if all of them vanished",
                 Presence::kRequired);
    visitor.texts("keys", self.keys, ListOf{"KEY", kMaxKeys}, "Which rows; without any, all of them");
  }

  GroupsChoice groups() const { return {by, path, structures, where, Counted::kLive}; }
};

struct SizesAnswer {
  PointAnswer point;
  SizeMetric metric = SizeMetric::kRetained;
  struct Row {
    std::string key;
    Size size;
  };
  std::vector<Row> rows;  // of the keys asked for, as far as there are such rows
};

Result<HeapAnswer> ask(OpenedTrace& trace, const HeapQuestion& question, Progress& progress);
Result<SizesAnswer> ask(OpenedTrace& trace, const SizesQuestion& question, Progress& progress);

std::string write(const HeapAnswer& answer, Form form);
std::string write(const SizesAnswer& answer, Form form);

}  // namespace heaptrail
