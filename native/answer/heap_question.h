// The question about a heap's groups: rows by type, with their sizes, searched, sorted, page by page.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/point_answer.h"
#include "base/error.h"
#include "classify/by_type.h"
#include "model/roots.h"
#include "model/size.h"
#include "model/trace.h"

namespace heaptrail {

/// Which objects count: reachable ones, the others a trace still contains, or both.
enum class Counted { kLive, kUnreachable, kAll };

/// Sizes that have to be computed; see graph/closures.h for what they mean. Only live objects have them.
enum class SizeMetric { kDeep, kRetained };

enum class HeapOrder { kBytes, kObjects, kName, kDeep, kRetained };

/// Which data structures: each is one object here, its head.
enum class StructureFilter : uint8_t {
  kAll,
  kTopLevel,  // those that no other structure owns
};

struct HeapQuestion {
  std::string at{kSuggestedPoint};
  Counted counted = Counted::kLive;
  std::optional<StructureFilter> structures;  // only their heads
  std::vector<SizeMetric> metrics;            // to be answered, and for that to be computed if they are not known yet
  bool alsoKnown = false;                     // answer the others, too, where they happen to be known
  HeapOrder order = HeapOrder::kBytes;
  bool ascending = false;  // for names: Z first
  std::string search;      // part of the key, letters of either case; empty for all
  uint64_t offset = 0;
  uint64_t limit = 100;

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
  static constexpr size_t kMostKeys = 64;

  std::string at{kSuggestedPoint};
  std::optional<StructureFilter> structures;
  SizeMetric metric = SizeMetric::kRetained;
  std::vector<std::string> keys;  // empty for all
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

/// What the first screen shows of a heap, small whatever the heap is: enough to answer most questions without it.
struct HeapSummary {
  RuntimeInfo runtime;
  std::vector<Warning> warnings;
  uint64_t references = 0;
  uint64_t missingObjects = 0;
  uint64_t threads = 0;
  std::vector<uint64_t> roots;  // by kind
  std::vector<GroupRow> live;   // by type, in the order of names
  std::vector<GroupRow> unreachable;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.runtime, self.warnings, self.references, self.missingObjects, self.threads, self.roots);
    archive(self.live, self.unreachable);
  }
};

Size sumOf(const std::vector<GroupRow>& rows);

/// Rows of one name made one, in the order of names.
std::vector<GroupRow> mergedByName(std::vector<GroupRow> rows);

/// Searches, sorts and cuts the page out of `groups`, which come in the order of names, with the sizes that are known
/// (in the same order).
void fillPage(HeapAnswer& answer, const std::vector<GroupRow>& groups,
              const std::shared_ptr<const std::vector<Size>>& deep,
              const std::shared_ptr<const std::vector<Size>>& retained, const HeapQuestion& question);

std::string_view toString(Counted counted);
std::string_view toString(SizeMetric metric);
/// `structures`, `top-level`.
std::string_view toString(StructureFilter filter);
Result<StructureFilter> parseStructureFilter(std::string_view word);
Result<Counted> parseCounted(std::string_view word);
Result<HeapOrder> parseHeapOrder(std::string_view word);
Result<SizeMetric> parseSizeMetric(std::string_view word);

}  // namespace heaptrail
