#include "trace/jsonl/heap_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "trace/dangling_references.h"
#include "trace/jsonl/slot_names.h"
#include "trace/loaded_classes.h"

namespace heaptrail::jsonl {

namespace {

constexpr uint64_t kMostObjects = ~uint32_t{0} - 1;
constexpr uint64_t kBetweenChecks = 4096;  // objects

class HeapBuilder {
 public:
  HeapBuilder(ObjectRecords records, SymbolTable& table, const std::string& file, Progress& progress,
              std::vector<Warning>& warnings)
      : records_(std::move(records)),
        table_(table),
        file_(file),
        progress_(progress),
        warnings_(warnings),
        names_(*table.symbols, parts_.classSlots, records_.names()) {}

  Result<HeapParts> build(const PointFacts& facts) {
    parts_.symbols = table_.symbols;
    parts_.objectAlignment = facts.runtime.objectAlignment;
    TRY(numberObjects());
    takeDetails();
    progress_.begin("Building the heap", 0.75, 1, 2 * records_.count());
    TRY(readTypesAndDegrees());
    names_.settle();
    settleReferentSlots();
    TRY(readReferences());
    parts_.references.keep(std::move(longGaps_));
    parts_.missingObjects = facts.missingObjects;
    leaveOutMissing(parts_, std::move(missing_));
    addRoots();
    if (const ClassLoaders loaders(parts_); loaders.any()) parts_.loaders = loaders.byType();
    return std::move(parts_);
  }

 private:
  Status numberObjects() {
    uint64_t duplicates = 0;
    parts_.ids = std::move(records_.ids()).build(duplicates);
    const uint64_t objects = parts_.ids.size();
    if (objects > kMostObjects) {
      return inputError(fmt::format("expected at most {} objects at a point, found {}", kMostObjects, objects),
                        {file_, std::nullopt});
    }
    if (duplicates > 0) seen_ = BitSet(objects);
    duplicates_ = duplicates;
    const Symbols& symbols = *table_.symbols;
    parts_.types = NarrowColumn(objects, symbols.types.size());
    parts_.sites = OptionalColumn(objects, symbols.sites.size());
    parts_.threads = OptionalColumn(objects, symbols.threads.size());
    if (const std::optional<uint32_t> oldest = records_.oldest()) {
      parts_.ages = OptionalColumn(objects, uint64_t{*oldest} + 1);
    }
    if (records_.tellsIntervals()) {
      parts_.samplings = Array<uint8_t>(objects);
      parts_.samplingIntervals = {0};
    }
    if (records_.tellsSpaces()) parts_.spaces = Array<HeapSpace>(objects);
    return {};
  }

  void takeDetails() {
    const size_t types = table_.details.size();
    parts_.classObjects.assign(types, ObjectIndex::none());
    parts_.classSlots.resize(types);
    parts_.weakSlots.resize(types);
    parts_.softSlots.resize(types);
    parts_.collectorSlots.resize(types);
    if (std::ranges::any_of(table_.details, [](const auto& type) { return type.withoutReferrer.has_value(); })) {
      parts_.withoutReferrer.resize(types);
    }
    for (uint32_t t = 0; t < types; ++t) {
      TypeDetails& details = table_.details[t];
      parts_.classSlots[t] = std::move(details.classSlots);
      if (details.withoutReferrer) parts_.withoutReferrer[t] = *details.withoutReferrer;
      if (!details.classObject) continue;
      const std::optional<ObjectIndex> object = parts_.ids.find(ObjectId(*details.classObject));
      if (!object) continue;
      parts_.classObjects[t] = *object;
      typeOfClassObject_.insert(*details.classObject, t);
    }
  }

  /// The object of a record, unless an earlier record was about it.
  ObjectIndex claim(const ObjectRecord& record) {
    const ObjectIndex object = *parts_.ids.find(ObjectId(record.head.id));
    if (seen_.size() == 0 || seen_.insert(object.value())) return object;
    return ObjectIndex::none();
  }

  SlotOwner ownerOf(const ObjectRecord& record) const {
    const uint32_t described =
        typeOfClassObject_.size() == 0 ? IdMap::kMissing : typeOfClassObject_.find(record.head.id);
    const bool array = (*table_.symbols)[record.head.type].shape != TypeShape::kInstance;
    if (described == IdMap::kMissing || array) return {record.head.type, false};
    return {TypeId(described), true};
  }

  Status goOn() {
    if (++done_ % kBetweenChecks == 0 && !progress_.advance(kBetweenChecks)) return cancelledError();
    return {};
  }

  /// The place of an interval among those of the point; nothing where it would be one too many for a byte.
  std::optional<uint8_t> samplingOf(uint32_t interval) {
    std::vector<uint32_t>& intervals = parts_.samplingIntervals;
    const auto place = std::ranges::find(intervals, interval) - intervals.begin();
    if (place > std::numeric_limits<uint8_t>::max()) return std::nullopt;
    if (static_cast<size_t>(place) == intervals.size()) intervals.push_back(interval);
    return static_cast<uint8_t>(place);
  }

  std::unexpected<Error> tooManyIntervals(const ObjectHead& head) const {
    return inputError(fmt::format("line {}: expected at most 255 different values of \"interval\" at a point, found {} "
                                  "as one more",
                                  head.line, head.interval),
                      {file_, head.offset});
  }

  Status readTypesAndDegrees() {
    Array<uint32_t> degrees(parts_.ids.size() + 1);
    BitSet withExtent(parts_.ids.size());
    bool sites = false;
    bool threads = false;
    TRY(records_.forEach([&](const ObjectRecord& record) -> Status {
      const ObjectHead& head = record.head;
      const ObjectIndex object = claim(record);
      if (!object.exists()) {
        noteDuplicate(head);
        return goOn();
      }
      parts_.types.set(object.value(), head.type.value());
      if (head.site.exists()) parts_.sites.set(object.value(), head.site.value());
      if (head.thread.exists()) parts_.threads.set(object.value(), head.thread.value());
      sites = sites || head.site.exists();
      threads = threads || head.thread.exists();
      if (head.interval > 0) {
        const std::optional<uint8_t> sampling = samplingOf(head.interval);
        if (!sampling) return tooManyIntervals(head);
        parts_.samplings[object.value()] = *sampling;
      }
      if (head.age) parts_.ages.set(object.value(), *head.age);
      if (head.space != HeapSpace::kUnknown) parts_.spaces[object.value()] = head.space;
      degrees[object.value()] = static_cast<uint32_t>(record.references.size());
      for (const ReferenceRecord& reference : record.references) {
        if (reference.named) names_.use(ownerOf(record), reference.place);
      }
      if (needsExtent(record)) withExtent.set(object.value());
      return goOn();
    }));
    if (duplicates_ > 0) {
      warnings_.push_back({fmt::format("{} objects have more than one line; the first of each counts. The first such "
                                       "line is {}, about object {}",
                                       duplicates_, firstDuplicate_.line, firstDuplicate_.id),
                           firstDuplicate_.offset});
    }
    if (!sites) {
      parts_.sites = {};
      parts_.samplings = {};
      parts_.samplingIntervals = {};
    }
    if (!threads) parts_.threads = {};
    parts_.references = ReferenceColumns(std::move(degrees));
    parts_.extents = SparseColumn(RankedBits(std::move(withExtent)));
    return {};
  }

  /// A type without a size has that of its first object.
  bool needsExtent(const ObjectRecord& record) {
    Type& type = table_.symbols->types[record.head.type.value()];
    if (type.shape != TypeShape::kInstance) return true;
    if (!record.extent) return false;
    TypeDetails& details = table_.details[record.head.type.value()];
    if (!std::exchange(details.sizeKnown, true)) type.bytes = *record.extent;
    return type.bytes != *record.extent;
  }

  void noteDuplicate(const ObjectHead& head) {
    if (firstDuplicate_.line == 0) firstDuplicate_ = head;
  }

  Status readReferences() {
    if (seen_.size() > 0) seen_ = BitSet(parts_.ids.size());
    std::vector<std::pair<uint32_t, uint64_t>> slots;  // and targets
    return records_.forEach([&](const ObjectRecord& record) -> Status {
      const ObjectIndex object = claim(record);
      if (!object.exists()) return goOn();
      if (parts_.extents.has(object.value())) parts_.extents.set(object.value(), *record.extent);
      if (record.references.empty()) return goOn();
      slots.clear();
      const SlotOwner owner = ownerOf(record);
      const bool array = (*table_.symbols)[record.head.type].shape != TypeShape::kInstance;
      bool ascending = true;
      for (const ReferenceRecord& reference : record.references) {
        uint32_t slot = reference.place;
        if (!array) {
          slot = reference.named ? names_.slotOfName(owner, slot) : names_.slotOfPosition(owner, slot);
        }
        ascending = ascending && (slots.empty() || slots.back().first < slot);
        slots.emplace_back(slot, reference.target);
      }
      if (!ascending) {
        std::ranges::sort(slots);
        const auto twice = std::ranges::adjacent_find(slots, {}, [](const auto& slot) { return slot.first; });
        if (twice != slots.end()) return slotTwice(record.head, twice->first);
      }
      write(object, slots);
      return goOn();
    });
  }

  std::unexpected<Error> slotTwice(const ObjectHead& head, uint32_t slot) const {
    const Line line{{}, head.line, head.offset};
    return lineError(file_, line, "at most one reference in each field or position",
                     fmt::format("two in slot {} of object {}", slot, head.id));
  }

  void write(ObjectIndex object, const std::vector<std::pair<uint32_t, uint64_t>>& slots) {
    ReferenceColumns::Row row(parts_.references, object.value(), longGaps_);
    for (const auto& [slot, id] : slots) {
      const std::optional<ObjectIndex> target = parts_.ids.find(ObjectId(id));
      if (!target) missing_.push_back(id);
      row.addAt(slot, target.value_or(ObjectIndex::none()));
    }
  }

  /// What types call their weak and soft fields may have been settled only now.
  void settleReferentSlots() {
    for (uint32_t t = 0; t < table_.details.size(); ++t) {
      parts_.weakSlots[t] = slotsOf(TypeId(t), table_.details[t].weak);
      parts_.softSlots[t] = slotsOf(TypeId(t), table_.details[t].soft);
      parts_.collectorSlots[t] = slotsOf(TypeId(t), table_.details[t].links);
      for (const uint32_t slot : parts_.collectorSlots[t].slots()) parts_.weakSlots[t].add(slot);
    }
  }

  SlotSet slotsOf(TypeId type, const std::vector<SlotWord>& words) {
    SlotSet slots;
    for (const SlotWord& word : words) {
      if (const uint32_t slot = slotOf(type, word); slot != Heap::kNoSlot) slots.add(slot);
    }
    return slots;
  }

  uint32_t slotOf(TypeId type, const SlotWord& word) {
    if (word.name.empty()) return names_.slotOfPosition({type, false}, word.position);
    uint32_t slot = 0;
    const Symbols& symbols = *table_.symbols;
    for (TypeId t = type; t.exists(); t = symbols[t].superclass) {
      for (const Field& field : symbols[t].fields) {
        if (field.kind != ValueKind::kReference) continue;
        if (field.name == word.name) return slot;
        ++slot;
      }
    }
    return Heap::kNoSlot;
  }

  void addRoots() {
    uint64_t lost = 0;
    for (const RootLine& root : records_.roots()) {
      const std::optional<ObjectIndex> object = parts_.ids.find(ObjectId(root.object));
      if (!object) {
        ++lost;
        continue;
      }
      parts_.roots.push_back({*object, root.kind, root.thread, placeOf(root)});
    }
    if (parts_.roots.empty()) {
      warnings_.push_back(
          {"the point has no roots: no object counts as live; count all objects instead, or write {\"root\":…} lines"});
    }
    if (lost > 0) {
      warnings_.push_back(
          {fmt::format("{} roots lead to objects that the point does not have; they are left out", lost)});
    }
  }

  /// All roots that say the same share a place.
  uint32_t placeOf(const RootLine& root) {
    if (!root.place) return Root::kNoPlace;
    const RootPlace& place = *root.place;
    const Frame& frame = place.frame;
    const auto next = static_cast<uint32_t>(parts_.rootPlaces.size());
    const auto [entry, fresh] = places_.try_emplace({root.thread.value(), place.depth, place.slot, frame.line,
                                                     frame.className, frame.method, frame.file, place.field},
                                                    next);
    if (fresh) parts_.rootPlaces.push_back(place);
    return entry->second;
  }

  using PlaceKey =
      std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, std::string, std::string, std::string, std::string>;

  ObjectRecords records_;
  SymbolTable& table_;
  const std::string& file_;
  Progress& progress_;
  std::vector<Warning>& warnings_;
  HeapParts parts_;
  SlotNames names_;
  IdMap typeOfClassObject_;
  BitSet seen_;  // where ids occur twice: the first line of each counts
  uint64_t duplicates_ = 0;
  ObjectHead firstDuplicate_;
  uint64_t done_ = 0;
  ReferenceColumns::LongGaps longGaps_;
  std::vector<uint64_t> missing_;
  std::map<PlaceKey, uint32_t> places_;
};

}  // namespace

Result<HeapParts> buildHeap(ObjectRecords records, SymbolTable& table, const PointFacts& facts, const std::string& file,
                            Progress& progress, std::vector<Warning>& warnings) {
  return HeapBuilder(std::move(records), table, file, progress, warnings).build(facts);
}

}  // namespace heaptrail::jsonl
