#include "trace/recording/read/point_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "base/try.h"
#include "trace/dangling_references.h"
#include "trace/loaded_classes.h"
#include "trace/recording/read/chunk_reader.h"
#include "trace/recording/read/class_rows.h"
#include "trace/recording/read/heap_chunk.h"
#include "trace/recording/read/id_lookup.h"
#include "trace/recording/read/object_columns.h"
#include "trace/recording/read/point_roots.h"
#include "trace/recording/read/reference_reader.h"
#include "trace/recording/read/reference_rows.h"

namespace heaptrail::recording {

namespace {

// How the work divides, measured on a recording of 20 million objects.
constexpr double kNumberedAt = 0.2;
constexpr double kTypedAt = 0.5;

class PointReader {
 public:
  PointReader(const RecordingFile& file, const RecordedPoint& point, const StartRecord& start, const TypeTable& types,
              Progress& progress, Threads threads, std::vector<Warning>& warnings)
      : file_(file), point_(point), types_(types), progress_(progress), threads_(threads), warnings_(warnings) {
    parts_.symbols = types.symbols();
    parts_.objectAlignment = start.arrays.alignment;
    parts_.weakSlots = types.references().weak;
    parts_.softSlots = types.references().soft;
    parts_.collectorSlots = types.references().collector;
    for (const ChunkPlace& chunk : point.heap) bytes_ += chunk.bytes;
  }

  Result<HeapParts> read() {
    progress_.begin("Finding objects", 0, kNumberedAt, bytes_);
    TRY(numberObjects());
    progress_.begin("Reading objects", kNumberedAt, kTypedAt, bytes_);
    const IdLookup ids(parts_.ids);
    TRY(readObjects(ids));
    progress_.begin("Reading references", kTypedAt, 1, bytes_);
    TRY(readReferences(ids));
    return std::move(parts_);
  }

 private:
  std::unexpected<Error> wrong(std::string message) const {
    return inputError("the point cannot be read: " + std::move(message),
                      file_.place(point_.heap.empty() ? 0 : point_.heap.front().offset));
  }

  Status numberObjects() {
    for (const RecordedOrigin& origin : types_.recorded().origins) {
      haveSites_ = haveSites_ || origin.site != 0;
      haveThreads_ = haveThreads_ || origin.thread != 0;
    }
    ObjectIds::Builder ids;
    std::mutex mutex;  // guards `ids` and what follows
    uint64_t found = 0;
    TRY(forEachChunk(file_, point_.heap, progress_, threads_, [&] {
      return [&, some = std::vector<uint64_t>()](size_t, PayloadReader payload) mutable {
        some.clear();
        const HeapChunk chunk(payload);
        const bool good = chunk.good() && forEachObject(chunk.objects, types_,
                                                        [&](const ObjectRecord& object) { some.push_back(object.id); });
        if (!good) return false;
        const std::lock_guard lock(mutex);
        for (const uint64_t id : some) ids.add(ObjectId(id));
        found += some.size();
        return true;
      };
    }));
    if (found >= std::numeric_limits<uint32_t>::max()) {
      return wrong(fmt::format("it has {} objects, more than can be numbered", found));
    }
    uint64_t duplicates = 0;
    parts_.ids = std::move(ids).build(duplicates);
    if (duplicates > 0) return wrong(fmt::format("{} objects are in it more than once", duplicates));
    if (parts_.ids.size() != point_.end.objects) {
      warnings_.push_back({fmt::format("expected {} objects, found {}: the recorder lost some", point_.end.objects,
                                       parts_.ids.size())});
    }
    return {};
  }

  Status readObjects(const IdLookup& ids) {
    const uint64_t objects = parts_.ids.size();
    const Symbols& symbols = *types_.symbols();
    parts_.types = NarrowColumn(objects, symbols.types.size());
    if (haveSites_) parts_.sites = OptionalColumn(objects, symbols.sites.size());
    if (haveSites_ && !types_.samplingIntervals().empty()) {
      parts_.samplings = Array<uint8_t>(objects);
      parts_.samplingIntervals = types_.samplingIntervals();
    }
    if (haveThreads_) parts_.threads = OptionalColumn(objects, symbols.threads.size());
    Array<uint32_t> degrees(objects + 1);
    BitSet withExtent(objects);
    BitSet begun(objects);
    std::vector<ColumnsAside> asides(point_.heap.size());
    TRY(forEachChunk(file_, point_.heap, progress_, threads_, [&] {
      return [&, columns = ObjectColumns(types_, ids, parts_, degrees, withExtent, begun)](
                 size_t i, PayloadReader payload) mutable { return columns.read(HeapChunk(payload), asides[i]); };
    }));
    ColumnsAside aside;
    for (ColumnsAside& some : asides) aside.append(std::move(some));
    resolveTypes(types_, parts_, withExtent, aside);
    if (!addLaterGroups(aside, degrees)) return wrong("the references of an object do not fit together");
    parts_.extents = SparseColumn(RankedBits(std::move(withExtent)));
    parts_.references = ReferenceColumns(std::move(degrees));
    tellWhatIsOdd(aside);
    return {};
  }

  void tellWhatIsOdd(const ColumnsAside& aside) {
    if (aside.references != point_.end.references) {
      warnings_.push_back({fmt::format("expected {} references, found {}: the recorder lost some",
                                       point_.end.references, aside.references)});
    }
    if (aside.strayGroups > 0) {
      warnings_.push_back(
          {fmt::format("{} objects that are not in the point have references; they are left out", aside.strayGroups)});
    }
    const auto unknown = std::ranges::count_if(aside.untyped, [this](const auto& entry) {
      return parts_.types[entry.first.value()] == types_.unknown().value();
    });
    if (unknown > 0) warnings_.push_back({fmt::format("the class of {} objects was not recorded", unknown)});
  }

  Status readReferences(const IdLookup& ids) {
    const BitSet classObjects = findClassObjects();
    std::vector<RowsAside> asides(point_.heap.size());
    std::vector<std::vector<FoundRoot>> someRoots(point_.heap.size());
    TRY(forEachChunk(file_, point_.heap, progress_, threads_, [&] {
      return [&, references = ReferenceReader(types_, ids, parts_, classObjects)](size_t i,
                                                                                  PayloadReader payload) mutable {
        return references.read(HeapChunk(payload), asides[i], someRoots[i]);
      };
    }));
    RowsAside aside;
    std::vector<FoundRoot> roots;
    for (RowsAside& some : asides) aside.append(std::move(some));
    for (const std::vector<FoundRoot>& some : someRoots) roots.insert(roots.end(), some.begin(), some.end());
    if (!writeClassRows(parts_, aside, types_)) return wrong("the references of a class object do not fit together");
    if (!joinParts(parts_, aside)) return wrong("the references of an object do not fit together");
    leaveOutMissing(parts_, std::move(aside.missing));
    tellWhatIsOdd(aside);
    addRoots(parts_, letLoadersHoldClasses(roots), point_.end, types_, warnings_);
    return {};
  }

  /// The recorder writes classes that no reference leads to as roots of kind other; gives the roots that remain.
  std::vector<FoundRoot> letLoadersHoldClasses(const std::vector<FoundRoot>& roots) {
    const ClassLoaders loaders(parts_);
    if (!loaders.any()) return roots;
    std::vector<FoundRoot> remaining;
    std::vector<ObjectIndex> held;
    for (const FoundRoot& root : roots) {
      if (root.record.kind == RootTag::kOther && loaders.ofClassObject(root.object).exists()) {
        held.push_back(root.object);
      } else {
        remaining.push_back(root);
      }
    }
    holdByLoaders(parts_, loaders, held);
    return remaining;
  }

  void tellWhatIsOdd(const RowsAside& aside) {
    if (aside.unnamedFields > 0) {
      warnings_.push_back(
          {fmt::format("{} references are in fields that the recording does not name", aside.unnamedFields)});
    }
    if (aside.sharedSlots > 0) {
      warnings_.push_back(
          {fmt::format("{} references are in fields or elements that have one already; these names "
                       "cannot be relied on",
                       aside.sharedSlots)});
    }
  }

  BitSet findClassObjects() {
    BitSet classObjects(parts_.ids.size());
    parts_.classObjects.assign(types_.symbols()->types.size(), ObjectIndex::none());
    parts_.classSlots.resize(types_.symbols()->types.size());
    for (uint32_t type = 0; type < types_.count(); ++type) {
      const uint64_t id = types_.classObject(TypeId(type));
      if (id == 0 || types_.ofClassObject(id) != TypeId(type)) continue;
      const std::optional<ObjectIndex> object = parts_.ids.find(ObjectId(id));
      if (!object) continue;
      parts_.classObjects[type] = *object;
      classObjects.set(object->value());
    }
    return classObjects;
  }

  const RecordingFile& file_;
  const RecordedPoint& point_;
  const TypeTable& types_;
  Progress& progress_;
  Threads threads_;
  std::vector<Warning>& warnings_;
  HeapParts parts_;
  uint64_t bytes_ = 0;
  bool haveSites_ = false;
  bool haveThreads_ = false;
};

}  // namespace

Result<HeapParts> readPoint(const RecordingFile& file, const RecordedPoint& point, const StartRecord& start,
                            const TypeTable& types, Progress& progress, Threads threads,
                            std::vector<Warning>& warnings) {
  return PointReader(file, point, start, types, progress, threads, warnings).read();
}

}  // namespace heaptrail::recording
