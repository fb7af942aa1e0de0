// Anything that can be opened, as the rest of the engine sees it: what it is, its timeline, and its heap at each point.
//
// Every format implements this interface in a folder of its own below trace/; nobody above knows formats.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "model/heap.h"
#include "model/timeline.h"
#include "model/values.h"

namespace heaptrail {

/// Something about the input that the user should know though it could be read.
struct Warning {
  std::string message;
  std::optional<uint64_t> offset = std::nullopt;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.message, self.offset);
  }
};

/// Which objects tell where they were allocated.
enum class SiteCoverage : uint8_t {
  kNone,     // no object does
  kSampled,  // samples, at a fixed mean distance of allocated bytes
  kAuto,     // samples, as dense as a budget of the program's time allowed
  kExact,    // all whose allocation was seen
};

inline constexpr std::array<std::string_view, 4> kSiteCoverageWords{"none", "sampled", "auto", "exact"};
constexpr std::string_view siteCoverageWord(SiteCoverage coverage) {
  return kSiteCoverageWords[static_cast<size_t>(coverage)];
}
/// Nothing for what is no such word.
constexpr std::optional<SiteCoverage> siteCoverageOf(std::string_view word) {
  for (size_t i = 0; i < kSiteCoverageWords.size(); ++i) {
    if (kSiteCoverageWords[i] == word) return static_cast<SiteCoverage>(i);
  }
  return std::nullopt;
}

/// How a recording of ours came to its end, if it did.
enum class RecordingState : uint8_t {
  kRunning,   // the program is being recorded
  kComplete,  // the recorder has completed the file
  kCut,       // the program was killed, or the disk was full
};
inline constexpr std::array<std::string_view, 3> kRecordingStateWords{"running", "complete", "cut"};
constexpr std::string_view recordingStateWord(RecordingState state) {
  return kRecordingStateWords[static_cast<size_t>(state)];
}

struct RecordingInfo {
  RecordingState state = RecordingState::kComplete;
  uint64_t process = 0;  // the program's, as its own system counts
  std::string program;   // its main class or jar; empty when unknown
};

struct TraceInfo {
  std::vector<std::string> paths;  // one, or dumps opened together, in the order of their points
  std::string format;              // "hprof"
  std::string formatVersion;       // as the file names it
  bool identity = false;           // whether an object has the same id at every point
  SiteCoverage sites = SiteCoverage::kNone;
  double samplingBudget = 0;           // kAuto: the share of the program's time that samples might take
  uint64_t samplingInterval = 0;       // kSampled: mean bytes between two samples; 0 where not known
  bool ages = false;                   // whether objects tell their age and in which space they lie
  std::optional<int64_t> startMillis;  // since 1970, UTC
  uint64_t fileBytes = 0;
  bool compressed = false;
  uint32_t idBytes = 8;
  std::optional<RecordingInfo> recording;  // of recordings of ours

  /// Whether an object without a site may have been allocated at any: only samples have one, and counts of them must be
  /// scaled (Heap::sampleWeight).
  bool sitesAreSampled() const { return sites == SiteCoverage::kSampled || sites == SiteCoverage::kAuto; }
};

/// The machine that made the heap, as far as it tells.
struct RuntimeInfo {
  std::string name;     // empty when unknown
  std::string version;  // empty when unknown
  bool compressedReferences = false;
  uint32_t objectAlignment = 8;
  uint32_t headerBytes = 0;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.name, self.version, self.compressedReferences, self.objectAlignment, self.headerBytes);
  }
};

/// A heap with what was learnt while it was rebuilt.
struct RebuiltHeap {
  std::shared_ptr<const Heap> heap;
  RuntimeInfo runtime;
  std::vector<Warning> warnings;
};

/// Objects and bytes by type, whether reachable or not: what one pass over a trace can count without building a heap.
struct Census {
  struct Row {
    std::string type;
    uint64_t objects = 0;
    uint64_t bytes = 0;
  };
  std::vector<Row> rows;
  std::vector<Warning> warnings;
};

struct CountedHeap;

/// Takes the heap of a point, and answers whether to go on. It works within the progress that it gets.
using VisitHeap = std::function<Result<bool>(PointIndex, RebuiltHeap, Progress&)>;

class Trace {
 public:
  virtual ~Trace() = default;

  virtual const TraceInfo& info() const = 0;
  virtual const Timeline& timeline() const = 0;

  /// About the trace as a whole; what concerns one point comes with its heap.
  virtual std::vector<Warning> warnings() const { return {}; }

  /// The same trace with what has been written since it was opened; null when that is nothing. All points that this one
  /// has are in the other under the same numbers, or the other is of something else that took the file's place.
  virtual Result<std::unique_ptr<Trace>> grown(Progress&) const { return nullptr; }

  virtual Result<RebuiltHeap> heapAt(PointIndex point, Progress& progress, Threads threads) = 0;

  /// What was counted at a light point, which has no heap. An error at any other.
  virtual Result<CountedHeap> countsAt(PointIndex point);

  /// Rebuilds the heaps of many points, one after another, and hands each to `visit`, until that answers false or
  /// fails. Takes the whole of the progress. Only one heap is in memory at a time, unless `visit` keeps it.
  /// Where `readsInOrder`, the points must ascend, and the trace is read once for all of them.
  virtual Status visitPoints(std::span<const PointIndex> points, Progress& progress, Threads threads,
                             const VisitHeap& visit);

  /// Whether a point is found by reading all that stands before it: then points should be visited in their order.
  virtual bool readsInOrder() const { return false; }

  /// The values of the objects of `heap`, which was rebuilt at that point and outlives them. Null where the trace holds
  /// none; an error where it does, but they cannot be read as it is stored.
  virtual Result<std::unique_ptr<const StoredValues>> valuesAt(PointIndex, const Heap& heap) const {
    static_cast<void>(heap);
    return nullptr;
  }
  virtual Result<Census> censusAt(PointIndex point, Progress& progress, Threads threads) = 0;
};

}  // namespace heaptrail
