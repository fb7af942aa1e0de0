#include "trace/anttracks/anttracks_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include "base/try.h"
#include "text/numbers.h"
#include "trace/anttracks/checkpoints.h"
#include "trace/anttracks/class_objects.h"
#include "trace/anttracks/heap_builder.h"
#include "trace/anttracks/replay.h"
#include "trace/anttracks/symbols_file.h"
#include "trace/anttracks/trace_folder.h"

namespace heaptrail::anttracks {

namespace {

constexpr double kReplayed = 0.8;           // of the work for a heap
constexpr double kReplayedAmongMany = 0.3;  // of the work for the heaps of many points

double secondsOf(const GcEvent& gc) { return static_cast<double>(gc.millis) / 1000; }

std::map<std::string, uint64_t> pools(const UsedBytes& used) {
  return {{"eden", used[static_cast<size_t>(SpaceType::kEden)]},
          {"survivor", used[static_cast<size_t>(SpaceType::kSurvivor)]},
          {"old", used[static_cast<size_t>(SpaceType::kOld)]}};
}

class AntTracksTrace final : public Trace {
 public:
  AntTracksTrace(TraceFolder folder, TypeTable types, uint32_t flags, std::map<uint32_t, std::string> causes,
                 std::vector<Warning> warnings)
      : folder_(std::move(folder)),
        types_(std::move(types)),
        flags_(flags),
        causes_(std::move(causes)),
        warnings_(folder_.warnings) {
    std::ranges::move(warnings, std::back_inserter(warnings_));
    info_.paths = folder_.paths();
    info_.format = "anttracks";
    info_.formatVersion = "1";
    info_.identity = true;
    info_.ages = true;
    info_.sites = types_.hasSites() ? SiteCoverage::kExact : SiteCoverage::kNone;
    info_.fileBytes = folder_.fileBytes();
  }

  const TraceInfo& info() const override { return info_; }
  const Timeline& timeline() const override { return timeline_; }
  std::vector<Warning> warnings() const override { return warnings_; }

  /// Reads everything once.
  Status survey(Progress& progress) {
    Replay replay(types_, (flags_ & kHasAnchors) != 0);
    uint32_t collections = 0;
    uint64_t bytes = 0;
    replay.onCollection = [&](const EndedCollection& ended) {
      addCollection(ended, replay.heap().spaces.areRegions());
      if (ended.known) {
        points_.push_back({collections, bytes});
        timeline_.points.push_back({secondsOf(ended.end), replay.heap().size(), false});
      }
      ++collections;
    };
    FrameSource source(folder_);
    progress.begin("Reading the trace", 0, 1, source.bytesFrom({}));
    TRY(source.forEach({}, progress, Threads(), [&](const EventFrame& frame) {
      const uint32_t before = collections;
      enter(frame, replay);
      replay.read(frame);
      bytes += frame.next.offset - frame.place.offset;
      if (collections > before) checkpoints_.offer(replay, frame.next, bytes);
      return !progress.cancelled();
    }));
    classObjects_ = findClassObjects(replay.classBirths(), types_.mirrors());
    types_.symbols().threads = replay.heap().threads.infos();
    symbols_ = std::make_shared<const Symbols>(std::move(types_.symbols()));
    warnAbout(replay, source);
    if (timeline_.points.empty()) {
      return inputError(
          "the trace has no complete garbage collection: there is no moment at which its heap is known. "
          "Let the program run longer, or call System.gc() in it",
          {folder_.traces.front().path, std::nullopt});
    }
    return {};
  }

  Result<RebuiltHeap> heapAt(PointIndex point, Progress& progress, Threads threads) override {
    RebuiltHeap result;
    TRY(replayThrough(std::span(&point, 1), progress, threads, [&](PointIndex, const Replay& replay) -> Result<bool> {
      result = rebuilt(replay);
      return true;
    }));
    return result;
  }

  Status visitPoints(std::span<const PointIndex> points, Progress& progress, Threads threads,
                     const VisitHeap& visit) override {
    Progress replaying(progress, kReplayedAmongMany);
    const double share = (1 - kReplayedAmongMany) / static_cast<double>(points.size());
    return replayThrough(points, replaying, threads, [&](PointIndex point, const Replay& replay) {
      Progress visiting(progress, share);
      return visit(point, rebuilt(replay), visiting);
    });
  }

  bool readsInOrder() const override { return true; }

  Result<Census> censusAt(PointIndex point, Progress& progress, Threads threads) override {
    std::vector<Size> sums(symbols_->types.size());
    const auto count = [&](PointIndex, const Replay& replay) -> Result<bool> {
      const ObjectStore& store = replay.heap().store;
      for (uint32_t row = 0; row < store.rows(); ++row) {
        if (!store.isDead(row)) sums[store[row].type] += {1, types_.bytesOf(store[row].type, store[row].extent)};
      }
      return true;
    };
    TRY(replayThrough(std::span(&point, 1), progress, threads, count));
    Census census;
    for (size_t type = 0; type < sums.size(); ++type) {
      if (sums[type].objects > 0) {
        census.rows.push_back({symbols_->types[type].name, sums[type].objects, sums[type].bytes});
      }
    }
    return census;
  }

 private:
  static constexpr const char* kNoReferences =
      "the trace has no references (it was recorded without -XX:+TraceObjectsPointers): all objects count as live, and "
      "neither what holds them nor what could be freed with one can be known";
  static constexpr const char* kNoRoots =
      "the trace does not tell what holds objects alive (G1 writes no GC roots): all objects count as live, and what "
      "could be freed with one is not exact";

  struct PointPlace {
    uint32_t collection = 0;  // which it is the end of
    uint64_t bytes = 0;       // of the trace before that
  };

  /// A file that does not continue the one before begins anew.
  void enter(const EventFrame& frame, Replay& replay) const {
    if (!frame.startsFile) return;
    const uint32_t number = folder_.traces[frame.place.file].number;
    const uint32_t expected = frame.place.file == 0 ? 0 : folder_.traces[frame.place.file - 1].number + 1;
    if (number != expected) replay.forgetObjects();
  }

  void addCollection(const EndedCollection& ended, bool regions) {
    Collection collection;
    collection.collector = (flags_ & kFragmentedOldSpace) != 0 ? "CMS" : regions ? "G1" : "Parallel";
    collection.start = secondsOf(ended.start);
    collection.end = secondsOf(ended.end);
    const bool major = ended.start.type == GcType::kMajor || ended.start.type == GcType::kMajorSync;
    collection.kind = major ? CollectionKind::kMajor : CollectionKind::kMinor;
    const auto cause = causes_.find(ended.start.cause);
    collection.cause = cause == causes_.end() ? std::string() : cause->second;
    if (ended.known) {
      collection.usedBefore = pools(ended.usedBefore);
      collection.usedAfter = pools(ended.usedAfter);
    }
    timeline_.collections.push_back(std::move(collection));
  }

  void warnAbout(const Replay& replay, const FrameSource& source) {
    if (folder_.traces.front().number != 0) {
      warnings_.push_back(
          {"the beginning of the trace was overwritten by later parts (rotation): points begin with the "
           "first collection that told all objects anew, whose age before is not known"});
    }
    for (const FrameSource::CutOff& cut : source.cutOff()) {
      warnings_.push_back(
          {fmt::format("{} ends within a frame, as when the VM is killed: points up to the last complete "
                       "collection can be opened; {} bytes at its end are left out",
                       folder_.traces[cut.place.file].path, groupedDigits(cut.bytes)),
           cut.place.offset});
    }
    const Oddities& odd = replay.oddities();
    if (odd.damagedFrames > 0) {
      warnings_.push_back({fmt::format("{} could not be read to the end; objects in them are missing. The first one is "
                                       "in {}",
                                       counted(odd.damagedFrames, "frame"), folder_.traces[odd.firstDamage.file].path),
                           odd.firstDamage.offset});
    }
    if (odd.lostObjects + odd.unknownMoves + odd.overwritten > 0) {
      warnings_.push_back({fmt::format(
          "the trace contradicts itself: {} were born at unknown places, {} of unknown "
          "objects, {} overwritten by others; counts are not exact",
          counted(odd.lostObjects, "object"), counted(odd.unknownMoves, "move"), counted(odd.overwritten, "object"))});
    }
    if (odd.misfittingLists > 0) {
      warnings_.push_back(
          {fmt::format("the references of {} were told only in part, over all collections; they are as "
                       "they were told before",
                       counted(odd.misfittingLists, "object"))});
    }
  }

  RebuiltHeap rebuilt(const Replay& replay) const {
    RebuiltHeap result;
    result.heap = std::make_shared<Heap>(buildHeap(replay.heap(), types_, symbols_, classObjects_));
    result.runtime = {"HotSpot (AntTracks VM)", "", types_.compressedReferences(), TypeTable::kAlignment,
                      types_.headerBytes()};
    if ((flags_ & kHasPointers) == 0) {
      result.warnings.push_back({kNoReferences});
    } else if (!replay.heap().hadRoots) {
      result.warnings.push_back({kNoRoots});
    }
    return result;
  }

  /// Calls `visit(point, replay)` for points, which ascend, until it answers false or fails.
  template <typename Visit>
  Status replayThrough(std::span<const PointIndex> points, Progress& progress, Threads threads, Visit&& visit) {
    for (const PointIndex point : points) {
      if (point.value() >= points_.size()) {
        return usageError(fmt::format("expected a point below {}, found {}", points_.size(), point.value()));
      }
    }
    if (points.empty()) return {};
    const auto collectionsAt = [this](PointIndex point) { return points_[point.value()].collection + 1; };
    const Checkpoint* checkpoint = checkpoints_.before(collectionsAt(points.front()));
    Replay replay(types_, (flags_ & kHasAnchors) != 0, checkpoint != nullptr ? checkpoint->heap() : ReplayedHeap());
    size_t next = 0;
    Result<bool> goesOn = true;
    const auto visitReached = [&] {
      while (goesOn && *goesOn && next < points.size() && replay.heap().collections == collectionsAt(points[next])) {
        goesOn = visit(points[next], std::as_const(replay));
        ++next;
      }
    };
    replay.onCollection = [&](const EndedCollection&) { visitReached(); };
    TracePlace start;
    if (checkpoint != nullptr) {
      start = checkpoint->next();
      visitReached();
    }
    const auto isDone = [&] { return next == points.size() || !goesOn || !*goesOn; };
    if (!isDone()) {
      FrameSource source(folder_);
      const uint64_t before = source.bytesFrom({}) - source.bytesFrom(start);
      const uint64_t end = points_[points.back().value()].bytes;
      progress.begin("Replaying the trace", 0, kReplayed, end - std::min(end, before));
      TRY(source.forEach(start, progress, threads, [&](const EventFrame& frame) {
        enter(frame, replay);
        replay.read(frame);
        return !isDone();
      }));
    }
    if (!goesOn) return std::unexpected(goesOn.error());
    if (*goesOn && next < points.size()) {
      return inputError("the trace became shorter while it was open", {folder_.traces.back().path, std::nullopt});
    }
    return {};
  }

  TraceFolder folder_;
  TypeTable types_;
  uint32_t flags_;
  std::map<uint32_t, std::string> causes_;
  std::shared_ptr<const Symbols> symbols_;
  std::vector<ClassObject> classObjects_;
  std::vector<PointPlace> points_;
  Checkpoints checkpoints_;
  std::vector<Warning> warnings_;
  TraceInfo info_;
  Timeline timeline_;
};

}  // namespace

Result<std::unique_ptr<Trace>> open(const std::string& path, Progress& progress) {
  TraceFolder folder = TRY(findFolder(path));
  return open(std::move(folder), progress);
}

Result<std::unique_ptr<Trace>> open(TraceFolder folder, Progress& progress) {
  SymbolRecords records = TRY(readSymbols(folder.symbols));
  std::vector<Warning> warnings = std::move(records.warnings);
  ClassDefinitions definitions;
  if (folder.classDefinitions) {
    definitions = TRY(ClassDefinitions::read(*folder.classDefinitions, warnings));
  }
  const uint32_t flags = records.flags;
  std::map<uint32_t, std::string> causes = std::move(records.causes);
  auto trace = std::make_unique<AntTracksTrace>(std::move(folder), TypeTable(std::move(records), definitions), flags,
                                                std::move(causes), std::move(warnings));
  TRY(trace->survey(progress));
  return trace;
}

}  // namespace heaptrail::anttracks
