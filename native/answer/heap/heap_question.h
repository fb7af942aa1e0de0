// The questions about a heap's groups: rows by type, with their sizes, searched, sorted, page by page; and sizes of
// some rows or all.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/parameters.h"
#include "classify/by_type.h"
#include "model/size.h"
#include "model/trace.h"
#include "session/heap_summary.h"
#include "session/opened_trace.h"
#include "session/point_answer.h"
#include "session/structure_analysis.h"
#include "session/type_groups.h"
#include "text/words.h"

namespace heaptrail {

/// Which objects count: reachable ones, the others a trace still contains, or both.
enum class Counted { kLive, kUnreachable, kAll };
constexpr auto wordsOf(Counted) {
  return std::to_array<Word<Counted>>(
      {{"live", Counted::kLive}, {"unreachable", Counted::kUnreachable}, {"all", Counted::kAll}});
}

/// Sizes that rows can show. Who lists all that is wanted may name the one that is always there.
enum class ShownSize { kShallow, kDeep, kRetained };
constexpr auto wordsOf(ShownSize) {
  return std::to_array<Word<ShownSize>>(
      {{"shallow", ShownSize::kShallow}, {"deep", ShownSize::kDeep}, {"retained", ShownSize::kRetained}});
}

/// What objects are put together by.
enum class Grouping { kType };
constexpr auto wordsOf(Grouping) { return std::to_array<Word<Grouping>>({{"type", Grouping::kType}}); }

enum class HeapOrder { kBytes, kObjects, kName, kDeep, kRetained };
constexpr auto wordsOf(HeapOrder) {
  return std::to_array<Word<HeapOrder>>({{"bytes", HeapOrder::kBytes},
                                         {"shallow", HeapOrder::kBytes},
                                         {"objects", HeapOrder::kObjects},
                                         {"name", HeapOrder::kName},
                                         {"deep", HeapOrder::kDeep},
                                         {"retained", HeapOrder::kRetained}});
}

struct HeapQuestion {
  static constexpr std::string_view kName = "heap";
  static constexpr std::string_view kSentence = "The heap at one point, grouped by type";

  std::string at{kSuggestedPoint};
  Grouping by = Grouping::kType;
  std::optional<StructureFilter> structures;  // only their heads
  Counted counted = Counted::kLive;
  std::vector<ShownSize> metrics;  // to be answered, and for that to be computed if they are not known yet
  bool alsoKnown = true;
  HeapOrder order = HeapOrder::kBytes;
  bool ascending = false;  // for names: Z first
  std::string search;
  uint64_t offset = 0;
  uint64_t limit = 100;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("at", self.at, kPointSentence);
    visitor.word("by", self.by, "What to group by");
    visitor.word("filter", self.structures,
                 "structures: only data structures, each as one object; top-level: only those that no other one owns");
    visitor.word("count", self.counted,
                 "live: what GC roots reach; unreachable: the rest; all: both, counted in one fast pass");
    visitor.words("metrics", self.metrics,
                  "Sizes to show: shallow (always); deep: all that these objects lead to; "
                  "retained: what would be freed if all of them vanished. Both are exact");
    visitor.flag("alsoKnown", self.alsoKnown, "Show other sizes, too, where they happen to be known already");
    visitor.word("sort", self.order, "The order of rows");
    visitor.flag("ascending", self.ascending, "The smallest first; by name: Z first unless this is set");
    visitor.text("search", self.search, "Only types whose name contains this, in either case");
    visitor.number("offset", self.offset, "How many rows to leave out at the beginning");
    visitor.number("limit", self.limit, "How many rows at the most");
  }

  /// What must be computed: what is to be answered or sorted by.
  std::vector<SizeMetric> neededMetrics() const;
  /// Whether a metric is to be answered if it is known.
  bool asksFor(SizeMetric metric) const;
};

struct HeapRow {
  std::string key;
  Size size;
  std::optional<Size> deep;
  std::optional<Size> retained;
};

struct HeapAnswer {
  PointAnswer point;
  PointChoice among;
  Counted counted = Counted::kLive;
  std::optional<StructureFilter> structures;
  bool deepKnown = false;
  bool retainedKnown = false;
  Size total;  // of all rows that the search leaves
  uint64_t totalRows = 0;
  std::vector<HeapRow> rows;  // one page of them
  std::vector<Warning> warnings;
};

/// Asks for one metric: of some rows, which takes as little time as possible, or of all, which are then known.
struct SizesQuestion {
  static constexpr std::string_view kName = "sizes";
  static constexpr std::string_view kSentence = "One metric of some rows of the heap, or of all, which is then known";
  static constexpr size_t kMaxKeys = 64;

  std::string at{kSuggestedPoint};
  std::optional<StructureFilter> structures;
  SizeMetric metric = SizeMetric::kRetained;
  std::vector<std::string> keys;  // empty for all

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("at", self.at, kPointSentence);
    visitor.word("filter", self.structures,
                 "structures: only data structures, each as one object; top-level: only those that no other one owns");
    visitor.word("metric", self.metric,
                 "deep: all that the objects of a row lead to; retained: what would be freed if all of them vanished",
                 Presence::kRequired);
    visitor.texts("keys", self.keys, ListOf{"KEY", kMaxKeys}, "Which rows; without any, all of them");
  }
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

/// Searches, sorts and cuts the page out of `groups`, which come in the order of names, with the sizes that are known
/// (in the same order).
void fillPage(HeapAnswer& answer, const std::vector<GroupRow>& groups,
              const std::shared_ptr<const std::vector<Size>>& deep,
              const std::shared_ptr<const std::vector<Size>>& retained, const HeapQuestion& question);

Result<HeapAnswer> ask(OpenedTrace& trace, const HeapQuestion& question, Progress& progress);
Result<SizesAnswer> ask(OpenedTrace& trace, const SizesQuestion& question, Progress& progress);

std::string write(const HeapAnswer& answer, Form form);
std::string write(const SizesAnswer& answer, Form form);

}  // namespace heaptrail
