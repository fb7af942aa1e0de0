#include "trace/recording/read/recording_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "model/counted_heap.h"
#include "trace/recording/format/write_lock.h"
#include "trace/recording/read/contents.h"
#include "trace/recording/read/counted_point.h"
#include "trace/recording/read/point_census.h"
#include "trace/recording/read/point_reader.h"
#include "trace/recording/read/recording_look.h"
#include "trace/recording/read/type_table.h"

namespace heaptrail::recording {

namespace {

SiteCoverage coverageOf(RecordedSites sites) {
  switch (sites) {
    case RecordedSites::kSampled:
      return SiteCoverage::kSampled;
    case RecordedSites::kAuto:
      return SiteCoverage::kAuto;
    case RecordedSites::kExact:
      return SiteCoverage::kExact;
    case RecordedSites::kNone:
      break;
  }
  return SiteCoverage::kNone;
}

bool beginsWith(std::span<const uint8_t> bytes, std::string_view magic) {
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

CollectionKind kindOf(RecordedCollection kind) {
  switch (kind) {
    case RecordedCollection::kMajor:
      return CollectionKind::kMajor;
    case RecordedCollection::kConcurrent:
      return CollectionKind::kConcurrent;
    case RecordedCollection::kMinor:
      break;
  }
  return CollectionKind::kMinor;
}

/// An array of bytes begins behind the header and four bytes of length; HotSpot rounds wide headers up.
uint32_t headerBytes(const ArraySizes& arrays) {
  const uint32_t base = arrays.base[ArraySizes::placeOf('B')];
  return base < 4 ? 0 : std::min<uint32_t>(base - 4, 16);
}

Result<std::unique_ptr<Trace>> read(const std::string& path, Progress& progress);

class RecordingTrace final : public Trace {
 public:
  RecordingTrace(RecordingFile file, Contents contents, TypeTable types)
      : file_(std::move(file)), contents_(std::move(contents)), types_(std::move(types)) {
    if (const std::optional<uint32_t> depth = types_.cutDepth()) {
      contents_.warnings.push_back(
          {fmt::format("there are {} allocation sites, too many to keep with all of their frames: the innermost {} of "
                       "each are shown",
                       types_.recorded().sites.size(), *depth)});
    }
    info_.paths = {file_.path()};
    info_.format = "heaptrail";
    info_.formatVersion = contents_.version;
    info_.identity = true;
    info_.sites = coverageOf(contents_.start.sites);
    if (info_.sites == SiteCoverage::kSampled) info_.samplingInterval = contents_.start.sampleBytes;
    info_.samplingBudget = contents_.start.sampleBudget / 1e6;
    info_.startMillis = static_cast<int64_t>(contents_.start.startMillis);
    info_.fileBytes = file_.size();
    info_.recording = RecordingInfo{contents_.state, contents_.start.process, contents_.start.program};
    for (const RecordedPoint& point : contents_.points) addPoint(point);
    for (const CollectionRecord& record : contents_.collections) addCollection(record);
    timeline_.uses = thinned(std::exchange(contents_.uses, {}));
  }

  const TraceInfo& info() const override { return info_; }
  const Timeline& timeline() const override { return timeline_; }
  std::vector<Warning> warnings() const override { return contents_.warnings; }

  Result<std::unique_ptr<Trace>> grown(Progress& progress) const override {
    if (contents_.state != RecordingState::kRunning) return nullptr;
    const RecordingLook look = TRY(lookAtRecording(file_.path(), contents_.end));
    const bool isNew = !look.running || look.points > 0 || look.others > 0;
    return isNew ? read(file_.path(), progress) : Result<std::unique_ptr<Trace>>(nullptr);
  }

  Result<RebuiltHeap> heapAt(PointIndex point, Progress& progress, Threads threads) override {
    const RecordedPoint* const recorded = TRY(readable(point));
    if (recorded->counts) {
      return usageError(fmt::format(
          "point {} is a light one: it has counts by class, and no objects, which this needs. What it tells are "
          "objects and bytes by type, now and over time, and who owns what by counts. For all else take a "
          "full point while the program runs (heaptrail point PID, or Take a Point Now in the editor), or record full "
          "points",
          point.value()));
    }
    RebuiltHeap result;
    HeapParts parts = TRY(readPoint(file_, *recorded, contents_.start, types_, progress, threads, result.warnings));
    result.runtime = runtime();
    result.heap = std::make_shared<Heap>(std::move(parts));
    return result;
  }

  Result<CountedHeap> countsAt(PointIndex point) override {
    const RecordedPoint* const recorded = TRY(readable(point));
    if (!recorded->counts) return Trace::countsAt(point);
    Result<CountedHeap> counts = readCounts(file_, *recorded, types_);
    if (counts) counts->runtime = runtime();
    return counts;
  }

  Result<Census> censusAt(PointIndex point, Progress& progress, Threads threads) override {
    const RecordedPoint* const recorded = TRY(readable(point));
    if (recorded->counts) {
      const CountedHeap counts = TRY(countsAt(point));
      return censusOf(counts);
    }
    return countPoint(file_, *recorded, contents_.start, types_, progress, threads);
  }

 private:
  Result<const RecordedPoint*> readable(PointIndex point) const {
    if (point.value() >= contents_.points.size()) {
      return usageError(fmt::format("expected a point below {}, found {}", contents_.points.size(), point.value()));
    }
    const RecordedPoint& recorded = contents_.points[point.value()];
    if (recorded.damage) return std::unexpected(*recorded.damage);
    return &recorded;
  }

  void addPoint(const RecordedPoint& recorded) {
    Point point{secondsOf(recorded.begin.at),
                Size{recorded.end.objects, recorded.end.bytes},
                recorded.begin.trigger == Trigger::kExit,
                recorded.counts.has_value(),
                {}};
    for (const PointEndRecord::Pool& pool : recorded.end.pools) {
      point.used[types_.recorded().string(pool.name)] = pool.used;
    }
    timeline_.points.push_back(std::move(point));
  }

  RuntimeInfo runtime() const {
    const ArraySizes& arrays = contents_.start.arrays;
    return {contents_.start.jvm, contents_.start.version, arrays.referenceBytes == 4, arrays.alignment,
            headerBytes(arrays)};
  }

  void addCollection(const CollectionRecord& record) {
    Collection collection{secondsOf(record.start),
                          secondsOf(record.start) + secondsOf(record.duration),
                          kindOf(record.kind),
                          types_.recorded().string(record.collector),
                          types_.recorded().string(record.cause),
                          {},
                          {}};
    for (const CollectionRecord::Pool& pool : record.pools) {
      const std::string& name = types_.recorded().string(pool.name);
      collection.usedBefore[name] = pool.before;
      collection.usedAfter[name] = pool.after;
    }
    timeline_.collections.push_back(std::move(collection));
  }

  /// Of a long recording not all uses are kept: of so many that follow each other, the one with most bytes.
  PoolUses thinned(const std::vector<UsesRecord>& records) const {
    constexpr size_t kMostUses = 2048;
    size_t count = 0;
    for (const UsesRecord& record : records) count += record.uses.size();
    const size_t each = std::max<size_t>(1, (count + kMostUses - 1) / kMostUses);
    PoolUses result;
    if (!records.empty()) {
      for (const uint32_t pool : records.front().pools) result.pools.push_back(types_.recorded().string(pool));
    }
    size_t next = 0;
    uint64_t most = 0;
    for (const UsesRecord& record : records) {
      // All of a recording are of the same JVM. A file that says otherwise is damaged.
      if (record.pools != records.front().pools) continue;
      for (const UsesRecord::Use& use : record.uses) {
        const uint64_t sum = std::accumulate(use.used.begin(), use.used.end(), uint64_t{0});
        const bool isFirst = next++ % each == 0;
        if (isFirst) result.uses.emplace_back();
        if (isFirst || sum > most) {
          result.uses.back() = {secondsOf(use.at), use.used};
          most = sum;
        }
      }
    }
    return result;
  }

  RecordingFile file_;
  Contents contents_;
  TypeTable types_;
  TraceInfo info_;
  Timeline timeline_;
};

Result<std::unique_ptr<Trace>> read(const std::string& path, Progress& progress) {
  // Asked first: of a file that nobody writes any more, all is read.
  const bool growing = isBeingWritten(path);
  RecordingFile recording = TRY(RecordingFile::open(path));
  progress.begin("Looking through the recording", 0, 1, recording.size());
  Contents contents = TRY(readContents(recording, growing, progress));
  Result<TypeTable> types = TypeTable::build(std::move(contents.symbols), contents.start);
  if (!types) {
    Error error = types.error();
    error.where = FilePlace{path, std::nullopt};
    return std::unexpected(std::move(error));
  }
  return std::make_unique<RecordingTrace>(std::move(recording), std::move(contents), std::move(*types));
}

}  // namespace

bool recognises(ByteInput& start) {
  if (!start.ensure(kMagic.size())) return false;
  const std::span bytes(start.cursor(), kMagic.size());
  return beginsWith(bytes, kMagic) || beginsWith(bytes, kMagicOfVersion1);
}

Result<std::unique_ptr<Trace>> open(InputFile file, Progress& progress) {
  if (file.compressed()) {
    return inputError("the recording is packed with gzip, which allows no jumps to points: unpack it (gunzip) first",
                      {file.path(), 0});
  }
  return read(file.path(), progress);
}

}  // namespace heaptrail::recording
