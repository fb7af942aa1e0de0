// What users may ask of a trace, and the answers: the same for the command line and for the editor.
//
// An OpenedTrace keeps what is expensive (the heap, what is live, sizes) from one question to the next, and can keep it
// in a cache directory from one run to the next. Questions may come from different threads at the same time: one that
// is answered from what is known does not wait for one that computes. Every answer can be written as JSON
// (docs/json.md), as CSV, and as text for a terminal.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answer/description_files.h"
#include "answer/growth_question.h"
#include "answer/heap_question.h"
#include "answer/inspect_question.h"
#include "answer/known_types.h"
#include "answer/open_options.h"
#include "answer/structures_question.h"
#include "answer/trace_cache.h"
#include "answer/types_question.h"
#include "model/size.h"
#include "model/trace.h"

namespace heaptrail {

class AnalysedPoint;
class GrowthAnalysis;
struct GrowthCheckAnswer;
struct GrowthTreeAnswer;
struct GrowthTreeQuestion;
struct InferredAnswer;
struct GrowthCheckQuestion;
struct KeptGrowth;

struct InfoQuestion {
  std::string at{kSuggestedPoint};
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

struct TimelineAnswer {
  std::vector<PointAnswer> points;
  std::vector<Collection> collections;
  /// Two points between which the heap grew most; none where it did not.
  std::optional<std::pair<uint32_t, uint32_t>> suggestion;
  std::optional<SuggestedPoint> suggestedPoint;
  std::vector<Warning> warnings;
};

/// Which descriptions hold now.
struct DescribeAnswer {
  uint64_t types = 0;  // that are described
  uint64_t heads = 0;  // those of them that a structure begins with
  std::vector<Warning> warnings;
};

struct StoreAnswer {
  uint64_t bytes = 0;  // that the cache now has of this trace
};

struct ProposalAnswer {
  std::string text;  // of a description file
};

class OpenedTrace {
 public:
  /// Tells the format; the heap is built by the first question that needs it.
  /// Several files are dumps of one program, and become one trace with a point each.
  static Result<std::unique_ptr<OpenedTrace>> open(const std::vector<std::string>& paths, const OpenOptions& options,
                                                   Progress& progress);
  ~OpenedTrace();
  OpenedTrace(const OpenedTrace&) = delete;
  OpenedTrace& operator=(const OpenedTrace&) = delete;

  Result<InfoAnswer> info(const InfoQuestion& question, Progress& progress);
  Result<TimelineAnswer> timeline(Progress& progress);
  Result<HeapAnswer> heap(const HeapQuestion& question, Progress& progress);
  Result<SizesAnswer> sizes(const SizesQuestion& question, Progress& progress);
  Result<InspectAnswer> inspect(const InspectQuestion& question, Progress& progress);
  Result<StructuresAnswer> structures(const StructuresQuestion& question, Progress& progress);
  /// What grew between two points; the analysis of the last window is kept.
  Result<GrowthAnswer> growth(const GrowthQuestion& question, Progress& progress);
  Result<GrowthOfAnswer> growthOf(const GrowthOfQuestion& question, Progress& progress);
  /// Where the heap grew, place by place; and descriptions of what grew and is not described.
  Result<GrowthTreeAnswer> growthTree(const GrowthTreeQuestion& question, Progress& progress);
  Result<InferredAnswer> inferred(const WindowQuestion& question, Progress& progress);
  /// Whether rules about growth hold (growth_check.h).
  Result<GrowthCheckAnswer> checkGrowth(const GrowthCheckQuestion& question, Progress& progress);
  Result<TypesAnswer> types(const TypesQuestion& question, Progress& progress);

  /// For checks of the descriptions that hold. To `detect` takes longer: only then it is known which are too wide.
  Result<KnownTypes> knownTypes(const std::string& at, bool detect, Progress& progress);

  /// A first description of a type (structure/proposed_description.h).
  Result<ProposalAnswer> proposal(const std::string& at, const std::string& type, Progress& progress);

  /// Which descriptions hold from now on; until this is called, those that ship.
  void describeStructures(std::shared_ptr<const dsl::DescriptionSet> descriptions);
  Result<DescribeAnswer> describeStructures(const DescriptionTexts& texts);

  /// Puts all that is known and not there yet into the cache. Does nothing without one.
  Result<StoreAnswer> store(Progress& progress);

 private:
  OpenedTrace(std::unique_ptr<Trace> trace, const OpenOptions& options);

  /// Where the question is about; the heaps of points that were asked for long ago are forgotten.
  AnalysedPoint& at(PointIndex point);
  Result<PointIndex> point(const std::string& text) const;
  std::shared_ptr<const dsl::DescriptionSet> descriptions() const;
  Result<HeapAnswer> heapOfStructures(const HeapQuestion& question, PointIndex at, Progress& progress);
  Result<SizesAnswer> sizesOfStructures(const SizesQuestion& question, PointIndex at, Progress& progress);
  Result<WindowAnswer> window(const WindowQuestion& question, Progress& progress);
  struct AnalysedWindow {
    WindowAnswer window;
    std::shared_ptr<const GrowthAnalysis> analysis;
    std::vector<GrowthAnswer::TypeRow> types;
    std::vector<Warning> warnings;
  };
  Result<AnalysedWindow> analysedWindow(const WindowQuestion& question, Progress& progress);
  std::shared_ptr<KeptGrowth> keptGrowth(PointIndex from, PointIndex to,
                                         const std::shared_ptr<const dsl::DescriptionSet>& descriptions,
                                         const std::vector<std::string>& own);
  Result<HeapAnswer> census(const HeapQuestion& question, PointIndex at, Progress& progress);
  PointAnswer describe(PointIndex point, Size size) const;
  PointChoice among() const;

  std::unique_ptr<Trace> trace_;
  OpenOptions options_;
  TraceCache cache_;
  std::vector<std::unique_ptr<AnalysedPoint>> points_;
  mutable std::mutex descriptionsMutex_;
  std::shared_ptr<const dsl::DescriptionSet> descriptions_;
  std::optional<SuggestedPoint> suggestedPoint_;
  std::mutex recentMutex_;
  std::vector<PointIndex> recent_;  // last asked for first
  std::shared_ptr<KeptGrowth> growth_;
};

/// How an answer is to be written.
enum class Form { kText, kJson, kCsv };

std::string write(const InfoAnswer& answer, Form form);
std::string write(const TimelineAnswer& answer, Form form);
std::string write(const HeapAnswer& answer, Form form);
std::string write(const SizesAnswer& answer, Form form);
std::string write(const InspectAnswer& answer, Form form);
std::string write(const StructuresAnswer& answer, Form form);
std::string write(const GrowthAnswer& answer, Form form);
std::string write(const GrowthOfAnswer& answer, Form form);
std::string write(const GrowthTreeAnswer& answer, Form form);
std::string write(const InferredAnswer& answer, Form form);
std::string write(const GrowthCheckAnswer& answer, Form form);
std::string write(const TypesAnswer& answer, Form form);
std::string write(const DescribeAnswer& answer, Form form);
std::string write(const ProposalAnswer& answer, Form form);
std::string write(const StoreAnswer& answer, Form form);

}  // namespace heaptrail
