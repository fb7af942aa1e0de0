// What users may ask of a trace, and the answers: the same for the command line and for the editor.
//
// An OpenedTrace keeps what is expensive (the heap, what is live) from one question to the next. Questions may come
// from different threads, one at a time. Every answer can be written as JSON (docs/json.md), as CSV, and as text for a
// terminal.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/bit_set.h"
#include "classify/by_type.h"
#include "graph/liveness.h"
#include "model/trace.h"

namespace heaptrail {

struct OpenOptions {
  WeakReferences weak = WeakReferences::kDoNotKeepAlive;
  Threads threads;
};

struct Size {
  uint64_t objects = 0;
  uint64_t bytes = 0;
};

/// Which objects count: reachable ones, the others a trace still contains, or both.
enum class Counted { kLive, kUnreachable, kAll };

enum class HeapOrder { kBytes, kObjects, kName };

struct HeapQuestion {
  std::string at = "last";
  Counted counted = Counted::kLive;
  HeapOrder order = HeapOrder::kBytes;
  bool ascending = false;  // for names: Z first
  std::string search;      // part of the key, letters of either case; empty for all
  uint64_t offset = 0;
  uint64_t limit = 100;
};

struct PointAnswer {
  uint32_t index = 0;
  double seconds = 0;
  Size size;
};

struct HeapAnswer {
  PointAnswer point;
  Counted counted = Counted::kLive;
  Size total;  // of all rows that the search leaves
  uint64_t totalRows = 0;
  std::vector<GroupRow> rows;  // one page of them
  std::vector<Warning> warnings;
};

struct InfoAnswer {
  TraceInfo trace;
  uint64_t points = 0;
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

struct TimelineAnswer {
  std::vector<PointAnswer> points;
  std::vector<Collection> collections;
};

class OpenedTrace {
 public:
  /// Tells the format; the heap is built by the first question that needs it (or by `rebuild`).
  static Result<std::unique_ptr<OpenedTrace>> open(const std::string& path, const OpenOptions& options);
  ~OpenedTrace();
  OpenedTrace(const OpenedTrace&) = delete;
  OpenedTrace& operator=(const OpenedTrace&) = delete;

  Status rebuild(Progress& progress);
  Result<InfoAnswer> info(Progress& progress);
  Result<TimelineAnswer> timeline(Progress& progress);
  Result<HeapAnswer> heap(const HeapQuestion& question, Progress& progress);

 private:
  struct Rebuilt;

  OpenedTrace(std::unique_ptr<Trace> trace, const OpenOptions& options);
  Result<const Rebuilt*> rebuilt(Progress& progress);
  Result<PointIndex> point(const std::string& text) const;
  Result<HeapAnswer> census(const HeapQuestion& question, Progress& progress);

  std::unique_ptr<Trace> trace_;
  OpenOptions options_;
  std::unique_ptr<Rebuilt> rebuilt_;
};

std::string_view toString(Counted counted);
Result<Counted> parseCounted(std::string_view word);
Result<HeapOrder> parseHeapOrder(std::string_view word);

/// How an answer is to be written.
enum class Form { kText, kJson, kCsv };

std::string write(const InfoAnswer& answer, Form form);
std::string write(const TimelineAnswer& answer, Form form);
std::string write(const HeapAnswer& answer, Form form);

}  // namespace heaptrail
