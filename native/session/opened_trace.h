// A trace that is open, with its points and all that was computed of them. It keeps what is expensive (heaps, what is
// live, sizes, the comparison of a window) from one question to the next, and can keep it in a cache folder from one
// run to the next; which questions there are it does not know.
//
// For any number of threads at the same time: one that asks for what is known does not wait for one that computes.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "dsl/description_set.h"
#include "model/size.h"
#include "model/trace.h"
#include "session/analysed_point.h"
#include "session/known_types.h"
#include "session/open_options.h"
#include "session/point_answer.h"
#include "session/trace_cache.h"

namespace heaptrail {

class KeptOwnership;
struct KeptGrowth;
struct KeptTrend;
struct GroupsChoice;

class OpenedTrace {
 public:
  /// Tells the format; the heap is built by the first question that needs it.
  /// Several files are dumps of one program, and become one trace with a point each.
  static Result<std::unique_ptr<OpenedTrace>> open(const std::vector<std::string>& paths, const OpenOptions& options,
                                                   Progress& progress);
  /// The same with what has been written since it was opened; null when that is nothing. What is known of the points
  /// that both have, or is being computed, is not computed again. This one answers as before.
  Result<std::unique_ptr<OpenedTrace>> grown(Progress& progress);
  ~OpenedTrace();
  OpenedTrace(const OpenedTrace&) = delete;
  OpenedTrace& operator=(const OpenedTrace&) = delete;

  Trace& trace() { return *trace_; }
  const Trace& trace() const { return *trace_; }
  const OpenOptions& options() const { return options_; }

  /// The point that a user names: a number, `first`, `last`, `suggested`, or a time.
  Result<PointIndex> point(const std::string& text) const;
  /// What a question is about; the heaps of points that were asked for long ago are forgotten.
  AnalysedPoint& at(PointIndex point);
  /// The same without becoming the last point that was asked for.
  AnalysedPoint& peek(PointIndex point) { return *points_[point.value()]; }

  PointAnswer toAnswer(PointIndex point, Size size) const;
  PointChoice among() const;
  /// All points with the size of what is live, in the order of time.
  Result<std::vector<PointAnswer>> measuredPoints(Progress& progress);

  /// Which descriptions hold from now on; until this is called, those that ship.
  void describeStructures(std::shared_ptr<const dsl::DescriptionSet> descriptions);
  std::shared_ptr<const dsl::DescriptionSet> descriptions() const;

  /// For checks of the descriptions that hold. To `detect` takes longer: only then it is known which are too wide.
  Result<KnownTypes> knownTypes(const std::string& at, bool detect, Progress& progress);

  /// Where the comparison of this window is kept. Only that of the last window is.
  std::shared_ptr<KeptGrowth> keptGrowth(PointIndex from, PointIndex to,
                                         const std::shared_ptr<const dsl::DescriptionSet>& descriptions,
                                         const std::vector<std::string>& own);

  /// What is kept of a grouping at many points, under the descriptions that hold. Those that were asked for last are.
  Result<std::shared_ptr<KeptTrend>> keptTrend(const GroupsChoice& choice);
  /// Whoever goes through many points holds this, so that their heaps are not in memory several times over.
  std::timed_mutex& visiting() { return *visiting_; }

  /// Where the ownership of points is kept, under the descriptions that hold now.
  std::shared_ptr<KeptOwnership> keptOwnership();

  /// Puts all that is known and not there yet into the cache, and says how many bytes that has of this trace now. Does
  /// nothing without a cache.
  Result<uint64_t> store(Progress& progress);

 private:
  /// @param before where this is the same trace, which has grown since
  OpenedTrace(std::unique_ptr<Trace> trace, const OpenOptions& options, OpenedTrace* before = nullptr);
  void takeOver(OpenedTrace& before);

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
  std::vector<std::shared_ptr<KeptTrend>> trends_;  // last asked for first
  std::shared_ptr<std::timed_mutex> visiting_ = std::make_shared<std::timed_mutex>();
  std::shared_ptr<KeptOwnership> ownership_;  // guarded by recentMutex_
};

}  // namespace heaptrail
