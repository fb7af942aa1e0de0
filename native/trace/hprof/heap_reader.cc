#include "trace/hprof/heap_reader.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

#include "base/try.h"
#include "trace/dangling_references.h"
#include "trace/hprof/piece_reader.h"
#include "trace/hprof/unwritten_holders.h"

namespace heaptrail::hprof {

namespace {

constexpr size_t kElementsAtOnce = 8192;

template <uint32_t kIdBytes>
uint64_t idAt(const uint8_t* p) {
  return kIdBytes == 8 ? loadBig64(p) : loadBig32(p);
}

/// What both passes share.
struct Reading {
  const Survey& survey;
  const SymbolTable& table;
  HeapParts& parts;
  BitSet* seen;  // where ids occur twice: the first record of each counts

  /// The object of a record, unless an earlier record was about it.
  ObjectIndex claim(uint64_t id) const {
    const ObjectIndex object = *parts.ids.find(ObjectId(id));
    if (seen != nullptr && !seen->insert(object.value())) return ObjectIndex::none();
    return object;
  }
};

/// Calls `visit(id)` for each reference in the body at the input, nulls included; the body has `count` elements.
template <uint32_t kIdBytes, typename Visit>
void forEachElement(ByteInput& input, uint64_t count, Visit&& visit) {
  while (count > 0) {
    const size_t now = std::min<uint64_t>(count, kElementsAtOnce);
    if (!input.ensure(now * kIdBytes)) return;
    const uint8_t* p = input.cursor();
    for (size_t i = 0; i < now; ++i) visit(idAt<kIdBytes>(p + i * kIdBytes));
    input.advance(now * kIdBytes);
    count -= now;
  }
}

/// The same for the reference fields of an instance.
template <uint32_t kIdBytes, typename Visit>
void forEachField(ByteInput& input, const InstanceRecord& record, const InstanceBody& body, Visit&& visit) {
  if (body.references.empty()) return;
  const uint32_t bytes = std::min(record.bodyBytes, body.bytes);
  if (bytes > ByteInput::kLongestLookahead || !input.ensure(bytes)) return;
  for (const uint32_t offset : body.references) {
    if (offset + kIdBytes > bytes) return;
    visit(idAt<kIdBytes>(input.cursor() + offset));
  }
}

/// Second pass.
template <uint32_t kIdBytes>
class TypesAndDegrees {
 public:
  static constexpr bool kWantsClasses = false;
  static constexpr bool kLooksAtBodies = true;

  TypesAndDegrees(const Reading& reading, Array<uint32_t>& degrees, BitSet& arrays)
      : reading_(reading), degrees_(degrees), arrays_(arrays) {}

  void root(const RootRecord&) {}
  void androidHeap() {}

  void instance(const InstanceRecord& record, ByteInput& input) {
    const ObjectIndex object = reading_.claim(record.id);
    if (!object.exists()) return;
    const uint32_t place = reading_.survey.classById.find(record.classId);
    const InstanceBody& body = reading_.table.bodies[place];
    uint32_t degree = 0;
    forEachField<kIdBytes>(input, record, body, [&degree](uint64_t id) { degree += id != 0 ? 1 : 0; });
    // Nonsense, but a damaged file can say so: an instance of a class of arrays is an empty one.
    if (reading_.table.symbols->types[body.type.value()].shape != TypeShape::kInstance) arrays_.claim(object.value());
    note(object, body.type, record.stack, degree);
  }

  void objectArray(const ObjectArrayRecord& record, ByteInput& input) {
    const ObjectIndex object = reading_.claim(record.id);
    if (!object.exists()) return;
    const uint32_t place = reading_.survey.classById.find(record.classId);
    uint32_t degree = 0;
    forEachElement<kIdBytes>(input, record.length, [&degree](uint64_t id) { degree += id != 0 ? 1 : 0; });
    arrays_.claim(object.value());
    note(object, reading_.table.bodies[place].type, record.stack, degree);
  }

  void primitiveArray(const PrimitiveArrayRecord& record, ByteInput&) {
    const ObjectIndex object = reading_.claim(record.id);
    if (!object.exists()) return;
    arrays_.claim(object.value());
    note(object, reading_.table.primitiveArrays[static_cast<size_t>(record.element)], record.stack, 0);
  }

 private:
  void note(ObjectIndex object, TypeId type, uint32_t stack, uint32_t degree) {
    reading_.parts.types.set(object.value(), type.value());
    degrees_[object.value()] = degree;
    if (reading_.parts.sites.empty()) return;
    const auto site = reading_.table.siteOfStack.find(stack);
    if (site != reading_.table.siteOfStack.end()) reading_.parts.sites.set(object.value(), site->second.value());
  }

  const Reading& reading_;
  Array<uint32_t>& degrees_;
  BitSet& arrays_;
};

/// What does not fit in the columns.
struct Aside {
  ReferenceColumns::LongGaps longGaps;
  std::vector<uint64_t> missing;  // ids that references lead to and no object has
};

/// Writes the references of one object to their places.
class ReferenceWriter {
 public:
  ReferenceWriter(HeapParts& parts, Aside& aside, ObjectIndex object)
      : ids_(parts.ids), aside_(aside), row_(parts.references, object.value(), aside.longGaps) {}

  void add(uint64_t id) {
    if (id == 0) {
      row_.addNull();
      return;
    }
    if (row_.isFull()) return;  // the file was changed since the second pass
    const std::optional<ObjectIndex> target = ids_.find(ObjectId(id));
    if (!target) aside_.missing.push_back(id);
    row_.add(target.value_or(ObjectIndex::none()));
  }

 private:
  const ObjectIds& ids_;
  Aside& aside_;
  ReferenceColumns::Row row_;
};

/// Third pass.
template <uint32_t kIdBytes>
class References {
 public:
  static constexpr bool kWantsClasses = false;
  static constexpr bool kLooksAtBodies = true;

  References(const Reading& reading, Aside& all, std::mutex& mutex) : reading_(reading), all_(all), mutex_(&mutex) {}
  References(References&& other) noexcept = default;
  References(const References&) = delete;
  References& operator=(const References&) = delete;
  References& operator=(References&&) = delete;
  ~References() {
    if (mine_.longGaps.empty() && mine_.missing.empty()) return;
    const std::lock_guard lock(*mutex_);
    all_.longGaps.insert(all_.longGaps.end(), mine_.longGaps.begin(), mine_.longGaps.end());
    all_.missing.insert(all_.missing.end(), mine_.missing.begin(), mine_.missing.end());
  }

  void root(const RootRecord&) {}
  void androidHeap() {}

  void instance(const InstanceRecord& record, ByteInput& input) {
    const ObjectIndex object = reading_.claim(record.id);
    if (!object.exists()) return;
    const uint32_t place = reading_.survey.classById.find(record.classId);
    ReferenceWriter writer(reading_.parts, mine_, object);
    forEachField<kIdBytes>(input, record, reading_.table.bodies[place], [&writer](uint64_t id) { writer.add(id); });
  }

  void objectArray(const ObjectArrayRecord& record, ByteInput& input) {
    const ObjectIndex object = reading_.claim(record.id);
    if (!object.exists()) return;
    reading_.parts.extents.set(object.value(), record.length);
    ReferenceWriter writer(reading_.parts, mine_, object);
    forEachElement<kIdBytes>(input, record.length, [&writer](uint64_t id) { writer.add(id); });
  }

  void primitiveArray(const PrimitiveArrayRecord& record, ByteInput&) {
    const ObjectIndex object = reading_.claim(record.id);
    if (object.exists()) reading_.parts.extents.set(object.value(), record.length);
  }

 private:
  const Reading& reading_;
  Aside& all_;
  std::mutex* mutex_;
  Aside mine_;
};

/// Builds the parts of a heap, one step after the other.
template <uint32_t kIdBytes>
class HeapReader {
 public:
  HeapReader(const InputFile& file, Survey& survey, const SymbolTable& table, const ClassSizes& sizes,
             Progress& progress, Threads threads, std::vector<Warning>& warnings)
      : file_(file),
        survey_(survey),
        table_(table),
        sizes_(sizes),
        progress_(progress),
        threads_(threads),
        warnings_(warnings) {}

  Result<HeapParts> read(double from, double to) {
    parts_.symbols = table_.symbols;
    parts_.objectAlignment = sizes_.layout.alignment;
    parts_.weakSlots = table_.weakSlots;
    parts_.softSlots = table_.softSlots;
    parts_.collectorSlots = table_.collectorSlots;
    parts_.withoutReferrer = table_.withoutReferrer;
    numberObjects();
    const double middle = from + (to - from) * 0.4;
    progress_.begin("Reading objects", from, middle, file_.bytesOnDisk());
    TRY(readTypesAndDegrees());
    progress_.begin("Reading references", middle, to, file_.bytesOnDisk());
    TRY(readReferences());
    addRoots();
    parts_.records = std::move(survey_.records);
    return std::move(parts_);
  }

 private:
  void numberObjects() {
    uint64_t duplicates = 0;
    parts_.ids = std::move(survey_.ids).build(duplicates);
    if (duplicates > 0) {
      warnings_.push_back(
          {fmt::format("{} objects are in the file more than once; the first record of each counts", duplicates)});
      seen_ = BitSet(parts_.ids.size());
      threads_ = Threads(1);  // so that "first" means the same each time
    }
    const uint64_t objects = parts_.ids.size();
    parts_.types = NarrowColumn(objects, table_.symbols->types.size());
    if (survey_.objectsHaveSites) parts_.sites = OptionalColumn(objects, table_.symbols->sites.size());
    parts_.classObjects.assign(table_.symbols->types.size(), ObjectIndex::none());
    parts_.classSlots.resize(table_.symbols->types.size());
  }

  Reading reading() { return {survey_, table_, parts_, seen_.size() > 0 ? &seen_ : nullptr}; }

  Status readTypesAndDegrees() {
    Array<uint32_t> degrees(parts_.ids.size() + 1);
    BitSet withExtent(parts_.ids.size());
    addClassObjects(degrees, withExtent);
    const Reading reading = this->reading();
    TRY(readPieces<kIdBytes>(
        file_, survey_.pieces, progress_, threads_,
        [&] { return TypesAndDegrees<kIdBytes>(reading, degrees, withExtent); }, [](const Piece&) { return true; }));
    parts_.references = ReferenceColumns(std::move(degrees));
    parts_.extents = SparseColumn(RankedBits(std::move(withExtent)));
    return {};
  }

  /// Class objects have no record of an instance: the class dump is theirs.
  void addClassObjects(Array<uint32_t>& degrees, BitSet& withExtent) {
    const Reading reading = this->reading();
    for (size_t place = 0; place < survey_.classes.size(); ++place) {
      const ClassRecord& record = survey_.classes[place];
      if (!record.dumped) continue;
      const ObjectIndex object = reading.claim(record.id);
      if (!object.exists()) continue;
      const TypeId type = table_.bodies[place].type;
      parts_.classObjects[type.value()] = object;
      parts_.types.set(object.value(), table_.classClass.value());
      withExtent.set(object.value());
      for (const auto& [name, id] : classObjectSlots(survey_, record)) {
        degrees[object.value()] += id != 0 ? 1 : 0;
        parts_.classSlots[type.value()].push_back(name);
      }
    }
  }

  Status readReferences() {
    if (seen_.size() > 0) seen_ = BitSet(parts_.ids.size());
    const Reading reading = this->reading();
    Aside aside;
    for (size_t place = 0; place < survey_.classes.size(); ++place) {
      if (!survey_.classes[place].dumped) continue;
      const ObjectIndex object = reading.claim(survey_.classes[place].id);
      if (!object.exists()) continue;
      parts_.extents.set(object.value(), sizes_.classObjectBytes[place]);
      ReferenceWriter writer(parts_, aside, object);
      for (const auto& [name, id] : classObjectSlots(survey_, survey_.classes[place])) writer.add(id);
    }
    std::mutex mutex;
    const Status done = readPieces<kIdBytes>(
        file_, survey_.pieces, progress_, threads_, [&] { return References<kIdBytes>(reading, aside, mutex); },
        [](const Piece&) { return true; });
    parts_.references.keep(std::move(aside.longGaps));
    if (!done) return done;
    // HotSpot leaves out the class objects of classes that are in its archive but not loaded yet; Android leaves out
    // what all programs share.
    leaveOutMissing(parts_, std::move(aside.missing));
    return {};
  }

  void addRoots() {
    uint64_t lost = 0;
    for (const RootRecord& record : survey_.roots) {
      const auto object = parts_.ids.find(ObjectId(record.object));
      if (!object) {
        lost += record.object != 0 ? 1 : 0;
        continue;
      }
      const auto thread = table_.threadOfSerial.find(record.threadSerial);
      const bool known = thread != table_.threadOfSerial.end();
      const ThreadId id = known ? thread->second : ThreadId::none();
      parts_.roots.push_back({*object, record.kind, id, known ? placeOf(id, record.frame) : Root::kNoPlace});
    }
    if (parts_.roots.empty()) {
      warnings_.push_back(
          {"the file names no GC roots (JVMs write them last, so the end may be missing): no object counts as "
           "live; count all objects instead"});
    } else {
      addArrayClassesOfTheBootLoader();
      addUnwrittenReferences(parts_);
    }
    if (lost > 0) {
      warnings_.push_back(
          {fmt::format("{} GC roots lead to objects that are not in the file; they are left out", lost)});
    }
  }

  /// Of a frame of a thread's stack; all roots in one frame share it.
  uint32_t placeOf(ThreadId thread, uint32_t depth) {
    const SiteId stack = (*table_.symbols)[thread].stack;
    if (!stack.exists()) return Root::kNoPlace;
    const std::vector<Frame>& frames = (*table_.symbols)[stack].frames;
    if (depth >= frames.size()) return Root::kNoPlace;
    const auto next = static_cast<uint32_t>(parts_.rootPlaces.size());
    const auto [place, fresh] = places_.try_emplace({thread, depth}, next);
    if (fresh) parts_.rootPlaces.push_back({frames[depth], depth, RootPlace::kUnknown, {}});
    return place->second;
  }

  /// What the boot loader loaded is never unloaded. JVMs write such classes as roots, but leave out those of arrays:
  /// then all byte[] together would seem to retain their class.
  void addArrayClassesOfTheBootLoader() {
    for (size_t place = 0; place < survey_.classes.size(); ++place) {
      const ClassRecord& record = survey_.classes[place];
      if (!record.dumped || record.dump.loaderId != 0) continue;
      const TypeId type = table_.bodies[place].type;
      const ObjectIndex classObject = parts_.classObjects[type.value()];
      if ((*table_.symbols)[type].shape == TypeShape::kInstance || !classObject.exists()) continue;
      parts_.roots.push_back({classObject, RootKind::kUnwritten});
    }
  }

  const InputFile& file_;
  Survey& survey_;
  const SymbolTable& table_;
  const ClassSizes& sizes_;
  Progress& progress_;
  Threads threads_;
  std::vector<Warning>& warnings_;
  HeapParts parts_;
  BitSet seen_;
  std::map<std::pair<ThreadId, uint32_t>, uint32_t> places_;  // (thread, depth) → place
};

}  // namespace

Result<HeapParts> readHeap(const InputFile& file, Survey& survey, const SymbolTable& table, const ClassSizes& sizes,
                           Progress& progress, Threads threads, double from, double to,
                           std::vector<Warning>& warnings) {
  if (survey.header.idBytes == 8)
    return HeapReader<8>(file, survey, table, sizes, progress, threads, warnings).read(from, to);
  return HeapReader<4>(file, survey, table, sizes, progress, threads, warnings).read(from, to);
}

}  // namespace heaptrail::hprof
