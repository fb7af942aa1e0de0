// What users may ask of a trace, and the answers: the same for the command line and for the editor.
//
// An OpenedTrace keeps what is expensive (the heap, what is live, sizes) from one question to the next, and can keep it
// in a cache directory from one run to the next. Questions may come from different threads at the same time: one that
// is answered from what is known does not wait for one that computes. Every answer can be written as JSON
// (docs/json.md), as CSV, and as text for a terminal.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "answer/heap_question.h"
#include "answer/inspect_question.h"
#include "answer/trace_cache.h"
#include "base/lazy.h"
#include "graph/strong_references.h"
#include "model/size.h"
#include "model/trace.h"

namespace heaptrail {

class HeapAnalysis;

struct OpenOptions {
  WeakReferences weak = WeakReferences::kDoNotKeepAlive;
  Threads threads;
  std::string cacheFolder;  // empty for none
  uint64_t mostCacheBytes = kMostCacheBytes;

  static constexpr uint64_t kMostCacheBytes = uint64_t{20} << 30;
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

struct StoreAnswer {
  uint64_t bytes = 0;  // that the cache now has of this trace
};

class OpenedTrace {
 public:
  /// Tells the format; the heap is built by the first question that needs it.
  static Result<std::unique_ptr<OpenedTrace>> open(const std::string& path, const OpenOptions& options);
  ~OpenedTrace();
  OpenedTrace(const OpenedTrace&) = delete;
  OpenedTrace& operator=(const OpenedTrace&) = delete;

  Result<InfoAnswer> info(Progress& progress);
  Result<TimelineAnswer> timeline(Progress& progress);
  Result<HeapAnswer> heap(const HeapQuestion& question, Progress& progress);
  Result<SizesAnswer> sizes(const SizesQuestion& question, Progress& progress);
  Result<InspectAnswer> inspect(const InspectQuestion& question, Progress& progress);

  /// Puts all that is known and not there yet into the cache. Does nothing without one.
  Result<StoreAnswer> store(Progress& progress);

 private:
  using Sizes = std::vector<Size>;

  OpenedTrace(std::unique_ptr<Trace> trace, const OpenOptions& options);

  Result<std::shared_ptr<const HeapSummary>> summary(Progress& progress);
  Result<std::shared_ptr<const HeapAnalysis>> analysis(Progress& progress);
  Result<std::shared_ptr<const HeapAnalysis>> rebuild(Progress& progress);
  Lazy<Sizes>& lazySizes(SizeMetric metric) { return metric == SizeMetric::kDeep ? deepByType_ : retainedByType_; }
  void loadSizes(SizeMetric metric, size_t rows);
  Result<std::shared_ptr<const Sizes>> sizesByType(SizeMetric metric, Progress& progress);
  Result<PointIndex> point(const std::string& text) const;
  Result<HeapAnswer> census(const HeapQuestion& question, Progress& progress);

  std::unique_ptr<Trace> trace_;
  OpenOptions options_;
  TraceCache cache_;
  Lazy<HeapSummary> summary_;
  Lazy<HeapAnalysis> analysis_;
  Lazy<Sizes> deepByType_;  // as HeapSummary::live has rows
  Lazy<Sizes> retainedByType_;
};

/// How an answer is to be written.
enum class Form { kText, kJson, kCsv };

std::string write(const InfoAnswer& answer, Form form);
std::string write(const TimelineAnswer& answer, Form form);
std::string write(const HeapAnswer& answer, Form form);
std::string write(const SizesAnswer& answer, Form form);
std::string write(const InspectAnswer& answer, Form form);
std::string write(const StoreAnswer& answer, Form form);

}  // namespace heaptrail
