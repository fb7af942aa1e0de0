#include "trace/recording/read/point_census.h"

#include <mutex>
#include <utility>
#include <vector>

#include "base/id_map.h"
#include "base/try.h"
#include "model/size.h"
#include "trace/recording/read/chunk_reader.h"
#include "trace/recording/read/heap_chunk.h"

namespace heaptrail::recording {

namespace {

/// Classes of objects that had none yet when they were met: a few, if any.
class LateClasses {
 public:
  explicit LateClasses(std::vector<std::pair<uint64_t, uint64_t>>& classes) : classes_(classes) {}

  bool read(const HeapChunk& chunk, const TypeTable& types) {
    met_.clear();
    next_ = 0;
    const auto note = [this](const ObjectRecord& object) { met_.push_back(object.id); };
    return chunk.good() && forEachObject(chunk.objects, types, note) && walkEvents(chunk.events, *this);
  }

  bool references(const ReferenceGroup& group, PayloadReader& payload) {
    for (uint64_t i = 0; i < group.count; ++i) {
      payload.number();  // the slot
      next_ += payload.number() == 0 ? 1 : 0;
    }
    return payload.good();
  }
  bool root(const RootRecord& record) {
    next_ += record.object == 0 ? 1 : 0;
    return true;
  }
  bool typeOf(uint64_t object, uint64_t classObject) {
    if (classObject == 0) {
      if (next_ >= met_.size()) return false;
      classObject = met_[next_++];
    }
    classes_.emplace_back(object, classObject);
    return true;
  }

 private:
  std::vector<std::pair<uint64_t, uint64_t>>& classes_;
  std::vector<uint64_t> met_;
  size_t next_ = 0;
};

class PointCensus {
 public:
  PointCensus(const RecordingFile& file, const RecordedPoint& point, const StartRecord& start, const TypeTable& types,
              Progress& progress)
      : file_(file), point_(point), start_(start), types_(types), progress_(progress), sums_(types.count() + 1) {}

  Result<Census> count(Threads threads) {
    uint64_t bytes = 0;
    for (const ChunkPlace& chunk : point_.heap) bytes += chunk.bytes;
    progress_.begin("Counting objects", 0, 1, bytes);
    std::mutex mutex;
    std::vector<ObjectRecord> untyped;
    TRY(forEachChunk(file_, point_.heap, progress_, threads, [&] {
      return [&, sums = std::vector<Size>(sums_.size()), later = std::vector<ObjectRecord>()](
                 size_t, PayloadReader payload) mutable {
        sums.assign(sums.size(), {});
        later.clear();
        const HeapChunk chunk(payload);
        const auto add = [&](const ObjectRecord& object) {
          if (object.type == 0) {
            later.push_back(object);
          } else {
            sums[object.type - 1] += {1, bytesOf(object, TypeId(object.type - 1))};
          }
        };
        if (!chunk.good() || !forEachObject(chunk.objects, types_, add)) return false;
        const std::lock_guard lock(mutex);
        for (size_t type = 0; type < sums.size(); ++type) sums_[type] += sums[type];
        untyped.insert(untyped.end(), later.begin(), later.end());
        return true;
      };
    }));
    if (!untyped.empty()) {
      TRY(addUntyped(untyped));
    }
    return rows();
  }

 private:
  uint64_t bytesOf(const ObjectRecord& object, TypeId type) const {
    const Type& t = types_[type];
    if (t.shape == TypeShape::kInstance) return object.unusualBytes != 0 ? object.unusualBytes : t.bytes;
    const uint64_t length = object.length < 0 ? 0 : static_cast<uint64_t>(object.length);
    const uint64_t mask = start_.arrays.alignment - 1;
    return (t.bytes + uint64_t{t.elementBytes} * length + mask) & ~mask;
  }

  Status addUntyped(const std::vector<ObjectRecord>& untyped) {
    std::vector<std::pair<uint64_t, uint64_t>> classes;
    TRY(forEachChunk(file_, point_.heap, progress_, Threads(1), [&] {
      return [&, late = LateClasses(classes)](size_t, PayloadReader payload) mutable {
        return late.read(HeapChunk(payload), types_);
      };
    }));
    IdMap typeOf;
    for (const auto& [object, classObject] : classes) {
      // The first that is known counts, as where the heap is built.
      const TypeId type = types_.ofClassObject(classObject);
      if (type != types_.unknown()) typeOf.insert(object, type.value());
    }
    for (const ObjectRecord& object : untyped) {
      const uint32_t known = typeOf.find(object.id);
      const TypeId type = known == IdMap::kMissing ? types_.unknown() : TypeId(known);
      sums_[type.value()] += {1, bytesOf(object, type)};
    }
    return {};
  }

  Census rows() const {
    Census census;
    for (uint32_t type = 0; type < sums_.size(); ++type) {
      if (sums_[type].objects == 0) continue;
      census.rows.push_back({types_[TypeId(type)].name, sums_[type].objects, sums_[type].bytes});
    }
    return census;
  }

  const RecordingFile& file_;
  const RecordedPoint& point_;
  const StartRecord& start_;
  const TypeTable& types_;
  Progress& progress_;
  std::vector<Size> sums_;  // by type
};

}  // namespace

Result<Census> countPoint(const RecordingFile& file, const RecordedPoint& point, const StartRecord& start,
                          const TypeTable& types, Progress& progress, Threads threads) {
  return PointCensus(file, point, start, types, progress).count(threads);
}

}  // namespace heaptrail::recording
