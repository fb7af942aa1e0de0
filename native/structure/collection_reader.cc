#include "structure/collection_reader.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/try.h"
#include "structure/collection_plans.h"

namespace heaptrail {

using dsl::Role;

namespace {

// A set of a map, wrapped twice, whose map is wrapped: deeper ones are damaged.
constexpr size_t kMaxDepth = 6;
// Where nothing but the number is asked for, as beside many other objects.
constexpr uint64_t kCancelInterval = 1 << 14;

/// The objects that were met: some thousand of many millions, so no bit for each.
class MetObjects {
 public:
  /// False where it was met before.
  bool add(ObjectIndex object) {
    if (count_ * 2 >= places_.size()) grow();
    ++count_;
    if (insert(object.value())) return true;
    --count_;
    return false;
  }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};

  bool insert(uint32_t object) {
    const size_t mask = places_.size() - 1;
    size_t at = (object * uint64_t{0x9E3779B97F4A7C15}) >> 32U & mask;
    for (; places_[at] != kNone; at = (at + 1) & mask) {
      if (places_[at] == object) return false;
    }
    places_[at] = object;
    return true;
  }

  void grow() {
    std::vector<uint32_t> old(std::max<size_t>(64, places_.size() * 2), kNone);
    old.swap(places_);
    for (const uint32_t object : old) {
      if (object != kNone) insert(object);
    }
  }

  std::vector<uint32_t> places_;
  size_t count_ = 0;
};

int64_t wholeNumber(const StoredValue& value) {
  switch (value.kind) {
    case ValueKind::kShort:
      return static_cast<int16_t>(value.bits);
    case ValueKind::kInt:
      return static_cast<int32_t>(value.bits);
    default:
      return static_cast<int64_t>(value.bits);
  }
}

/// What of the items of a collection is wanted, where another one consists of them.
enum class View : uint8_t { kAll, kKeys, kValues };

View viewFor(Role role) {
  return role == Role::kValues ? View::kValues : role == Role::kEntries ? View::kAll : View::kKeys;
}

}  // namespace

/// One pass over a collection. Ends when `wanted` items were met, or after `maxSteps`.
class CollectionReader::Reading {
 public:
  Reading(Plans& plans, uint64_t offset, uint64_t limit, uint64_t maxSteps, const Progress* progress)
      : plans_(plans), heap_(plans.heap()), offset_(offset), limit_(limit), maxSteps_(maxSteps), progress_(progress) {}

  /// The number of items from a field, if there is one, of this collection or of what it consists of.
  std::optional<uint64_t> knownSize(ObjectIndex collection, size_t depth = 0) {
    const TypeId type = heap_.typeOf(collection);
    const PartPlan* plan = plans_.planOf(type, plans_.types().scopeBelow(type), type);
    if (plan == nullptr || depth > kMaxDepth) return std::nullopt;
    if (const auto size = sizeByField(collection, *plan)) return size;
    std::optional<uint64_t> found;
    size_t holders = 0;
    heap_.forEachSlot(collection, [&](ObjectIndex target, uint32_t slot) {
      const auto planned = plan->targetOf(slot, heap_.typeOf(target));
      if (!planned || !planned->role || *planned->role < Role::kKeys) return;
      ++holders;
      const TypeId targetType = heap_.typeOf(target);
      if (plans_.kindOf(targetType)) {
        found = knownSize(target, depth + 1);
      } else if (heap_.symbols()[targetType].shape == TypeShape::kReferenceArray && planned->role != Role::kEntries) {
        found = heap_.references(target).size();
      }
    });
    return holders == 1 ? found : std::nullopt;
  }

  Status run(ObjectIndex collection) {
    if (offset_ == 0) contents_.items.reserve(std::min<uint64_t>(limit_, 1000));
    return readCollection(collection, View::kAll, 0);
  }

  /// Stops when no more items are wanted: how many there are is known.
  void stopAtLast() { stopsAtLast_ = true; }

  bool isComplete() const { return !stopped_; }
  uint64_t met() const { return met_; }
  CollectionContents take() { return std::move(contents_); }

 private:
  struct Work {
    enum class Kind : uint8_t { kVisit, kElementsOfArray, kEntry, kElement, kHolder };
    Kind kind = Kind::kVisit;
    Role role = Role::kElements;
    ObjectIndex object = ObjectIndex::none();  // to visit; the key; the element; the holder of many
    ObjectIndex value = ObjectIndex::none();   // of an entry; the other of two arrays
    ObjectIndex owner = ObjectIndex::none();   // of an array
    size_t next = 0;                           // of an array's references
  };
  struct Reference {
    PlannedTarget planned;
    uint32_t slot;
    ObjectIndex target;
  };

  std::optional<uint64_t> sizeByField(ObjectIndex object, const PartPlan& plan) const {
    if (plans_.values() == nullptr || !plan.sizeField()) return std::nullopt;
    const Result<std::vector<StoredValue>> fields = plans_.values()->fields(object);
    if (!fields || fields->size() <= *plan.sizeField()) return std::nullopt;
    const int64_t size = wholeNumber((*fields)[*plan.sizeField()]);
    return size < 0 ? std::nullopt : std::optional(static_cast<uint64_t>(size));
  }

  Status readCollection(ObjectIndex head, View view, size_t depth) {
    const TypeId headType = heap_.typeOf(head);
    const dsl::Scope scope = plans_.types().scopeBelow(headType);
    const View outer = std::exchange(view_, view);
    std::vector<Work> waiting = {{Work::Kind::kVisit, {}, head, {}, {}, 0}};
    MetObjects visited;
    visited.add(head);
    Status status;
    while (!waiting.empty() && !stopped_ && status) {
      const Work work = waiting.back();
      waiting.pop_back();
      switch (work.kind) {
        case Work::Kind::kVisit:
          step();
          visit(work.object, headType, scope, visited, waiting);
          break;
        case Work::Kind::kElementsOfArray:
          visitNext(work, scope, visited, waiting);
          break;
        case Work::Kind::kEntry:
          emitEntry(partOf(work.object), partOf(work.value));
          break;
        case Work::Kind::kElement:
          emit({std::nullopt, partOf(work.object)});
          break;
        case Work::Kind::kHolder:
          status = readHolder(work, depth);
          break;
      }
    }
    view_ = outer;
    return status;
  }

  /// Puts what an object refers to on the list, the first on top.
  void visit(ObjectIndex object, TypeId headType, dsl::Scope scope, MetObjects& visited, std::vector<Work>& waiting) {
    const TypeId type = heap_.typeOf(object);
    const PartPlan* plan = plans_.planOf(type, scope, headType);
    if (plan == nullptr) {
      waiting.push_back({Work::Kind::kElementsOfArray, {}, object, {}, {}, 0});
      return;
    }
    const dsl::Step* steps = plans_.types().stepsFrom(type, scope);
    references_.clear();
    heap_.forEachSlot(object, [&](ObjectIndex target, uint32_t slot) {
      const TypeId targetType = heap_.typeOf(target);
      const std::optional<PlannedTarget> planned = plan->targetOf(slot, targetType);
      const bool follows = planned && !planned->leaf && steps[targetType.value()] == dsl::Step::kInner;
      if (planned && (planned->role || follows)) references_.push_back({*planned, slot, target});
    });
    std::ranges::stable_sort(references_, {}, [](const Reference& r) { return std::pair(r.planned.place, r.slot); });
    const size_t before = waiting.size();
    addEntry(scope, headType, steps, waiting);
    addHolders(object, waiting);
    for (const Reference& reference : references_) {
      if (reference.planned.role == Role::kElement) {
        waiting.push_back({Work::Kind::kElement, Role::kElement, reference.target, {}, {}, 0});
      } else if (!reference.planned.role) {
        if (visited.add(reference.target)) {
          waiting.push_back({Work::Kind::kVisit, {}, reference.target, {}, {}, 0});
        }
      }
    }
    placeEntryAmongVisits(before, waiting);
    std::reverse(waiting.begin() + static_cast<std::ptrdiff_t>(before), waiting.end());
  }

  /// An array without a description, whose elements are all followed: one by one, since tables are large.
  void visitNext(Work work, dsl::Scope scope, MetObjects& visited, std::vector<Work>& waiting) const {
    const std::span<const ObjectIndex> targets = heap_.references(work.object);
    const dsl::Step* steps = plans_.types().stepsFrom(heap_.typeOf(work.object), scope);
    while (work.next < targets.size()) {
      const ObjectIndex target = targets[work.next++];
      if (steps[heap_.typeOf(target).value()] != dsl::Step::kInner || !visited.add(target)) continue;
      waiting.push_back(work);
      waiting.push_back({Work::Kind::kVisit, {}, target, {}, {}, 0});
      return;
    }
  }

  /// A part with a key or a value is an entry.
  void addEntry(dsl::Scope scope, TypeId headType, const dsl::Step* steps, std::vector<Work>& waiting) {
    Work entry{Work::Kind::kEntry, Role::kKey, ObjectIndex::none(), ObjectIndex::none(), {}, 0};
    entryPlace_ = kNoPlace;
    for (const Reference& reference : references_) {
      if (reference.planned.role != Role::kKey && reference.planned.role != Role::kValue) continue;
      ObjectIndex* const part = reference.planned.role == Role::kKey ? &entry.object : &entry.value;
      if (part->exists()) continue;
      *part = reference.target;
      // Behind an inner part (a reference object that holds the value), the part says which.
      const bool inner = !reference.planned.leaf && steps[heap_.typeOf(*part).value()] == dsl::Step::kInner;
      if (inner) *part = behind(*part, *reference.planned.role, scope, headType);
      entryPlace_ = std::min(entryPlace_, reference.planned.place);
    }
    if (entryPlace_ != kNoPlace) waiting.push_back(entry);
  }

  /// What is pointed to before the key and the value comes first.
  void placeEntryAmongVisits(size_t before, std::vector<Work>& waiting) const {
    if (entryPlace_ == kNoPlace) return;
    size_t earlier = 0;
    for (size_t i = before + 1; i < waiting.size(); ++i) {
      if (waiting[i].kind != Work::Kind::kVisit) continue;
      const auto reference = std::ranges::find(references_, waiting[i].object, &Reference::target);
      if (reference != references_.end() && reference->planned.place < entryPlace_) earlier = i - before;
    }
    const auto first = waiting.begin() + static_cast<std::ptrdiff_t>(before);
    std::rotate(first, first + 1, first + static_cast<std::ptrdiff_t>(earlier) + 1);
  }

  /// Arrays and structures whose contents are this one's; two arrays of keys and values belong together.
  void addHolders(ObjectIndex owner, std::vector<Work>& waiting) const {
    const auto holder = [&](Role role) {
      return std::ranges::find_if(references_, [&](const Reference& r) { return r.planned.role == role; });
    };
    const auto keys = holder(Role::kKeys);
    const auto values = holder(Role::kValues);
    if (keys != references_.end()) {
      const ObjectIndex other = values != references_.end() ? values->target : ObjectIndex::none();
      waiting.push_back({Work::Kind::kHolder, Role::kKeys, keys->target, other, owner, 0});
    } else if (values != references_.end()) {
      waiting.push_back({Work::Kind::kHolder, Role::kValues, values->target, ObjectIndex::none(), owner, 0});
    }
    for (const Role role : {Role::kElements, Role::kEntries}) {
      const auto found = holder(role);
      if (found != references_.end()) {
        waiting.push_back({Work::Kind::kHolder, role, found->target, ObjectIndex::none(), owner, 0});
      }
    }
  }

  ObjectIndex behind(ObjectIndex part, Role role, dsl::Scope scope, TypeId headType) {
    const PartPlan* plan = plans_.planOf(heap_.typeOf(part), scope, headType);
    if (plan == nullptr || !plan->hasRole(role)) return part;
    ObjectIndex found = ObjectIndex::none();
    heap_.forEachSlot(part, [&](ObjectIndex target, uint32_t slot) {
      const auto planned = plan->targetOf(slot, heap_.typeOf(target));
      if (planned && planned->role == role) found = target;
    });
    return found;
  }

  Status readHolder(const Work& work, size_t depth) {
    const TypeId type = heap_.typeOf(work.object);
    if (heap_.symbols()[type].shape == TypeShape::kInstance) {
      if (depth >= kMaxDepth || !plans_.kindOf(type)) return {};
      return readCollection(work.object, viewFor(work.role), depth + 1);
    }
    if (work.role == Role::kElements) return readElements(work);
    if (work.role == Role::kEntries) return readPairs(work);
    return readParallel(work);
  }

  bool isPrimitive(ObjectIndex array) const {
    return heap_.symbols()[heap_.typeOf(array)].shape == TypeShape::kPrimitiveArray;
  }

  /// In the order of the array. Where a field says how many there are, and they stand in front, with the nulls.
  Status readElements(const Work& work) {
    const ObjectIndex array = work.object;
    const TypeId ownerType = heap_.typeOf(work.owner);
    const PartPlan* plan = plans_.planOf(ownerType, plans_.types().scopeBelow(ownerType), ownerType);
    const std::optional<uint64_t> size = plan == nullptr ? std::nullopt : sizeByField(work.owner, *plan);
    const uint64_t length = heap_.lengthOf(array);
    if (isPrimitive(array)) return readPrimitives(array, std::min(size.value_or(length), length));
    const std::span<const ObjectIndex> targets = heap_.references(array);
    bool front = size && *size > targets.size() && *size <= length;
    if (front) {
      heap_.forEachSlot(array, [&](ObjectIndex, uint32_t slot) { front = front && slot < *size; });
    }
    if (!front) {
      for (const ObjectIndex target : targets) {
        emit({std::nullopt, partOf(target)});
        if (stopped_) break;
      }
      return {};
    }
    uint64_t next = 0;
    const auto nullsUntil = [&](uint64_t end) {
      for (; next < end && !stopped_; ++next) emit({std::nullopt, {}});
    };
    heap_.forEachSlot(array, [&](ObjectIndex target, uint32_t slot) {
      nullsUntil(slot);
      if (!stopped_) emit({std::nullopt, partOf(target)});
      ++next;
    });
    nullsUntil(*size);
    return {};
  }

  Status readPrimitives(ObjectIndex array, uint64_t count) {
    if (plans_.values() == nullptr) return {};
    const uint64_t skipped = std::min(count, offset_ - std::min(offset_, met_));
    const uint64_t wanted = std::min(count - skipped, limit_ - std::min<uint64_t>(limit_, contents_.items.size()));
    const std::vector<StoredValue> values = TRY(plans_.values()->elements(array, skipped, wanted));
    met_ += skipped;
    for (const StoredValue& value : values) emit({std::nullopt, {ObjectIndex::none(), value}});
    met_ += count - skipped - values.size();
    return {};
  }

  /// Keys and values in turns.
  Status readPairs(const Work& work) {
    uint32_t pair = ~uint32_t{0};
    Work entry;
    const auto flush = [&] {
      if (pair != ~uint32_t{0} && !stopped_) emitEntry(partOf(entry.object), partOf(entry.value));
    };
    heap_.forEachSlot(work.object, [&](ObjectIndex target, uint32_t slot) {
      if (slot / 2 != pair) {
        flush();
        pair = slot / 2;
        entry = {};
      }
      (slot % 2 == 0 ? entry.object : entry.value) = target;
    });
    flush();
    return {};
  }

  /// An array of keys, one of values, or both with the same places. A place without key and value is free; so is one
  /// where the key is 0, unless it has a value.
  Status readParallel(const Work& work) {
    std::vector<CollectionPart> first;
    std::vector<CollectionPart> second;
    TRY(readSlots(work.object, first));
    if (work.value.exists()) {
      TRY(readSlots(work.value, second));
    }
    for (size_t i = 0; i < first.size() && !stopped_; ++i) {
      const CollectionPart& key = first[i];
      const bool hasKey = key.object.exists() || (key.value && key.value->bits != 0);
      if (!work.value.exists()) {
        if (hasKey) emit({std::nullopt, key});
        continue;
      }
      const CollectionPart value = i < second.size() ? second[i] : CollectionPart{};
      if (hasKey || value.object.exists()) emitEntry(key, value);
    }
    return {};
  }

  Status readSlots(ObjectIndex array, std::vector<CollectionPart>& slots) {
    if (heap_.symbols()[heap_.typeOf(array)].shape == TypeShape::kInstance) return {};
    slots.resize(heap_.lengthOf(array));
    if (!isPrimitive(array)) {
      heap_.forEachSlot(array, [&](ObjectIndex target, uint32_t slot) { slots[slot].object = target; });
      return {};
    }
    if (plans_.values() == nullptr) return {};
    const auto values = TRY(plans_.values()->elements(array, 0, slots.size()));
    for (size_t i = 0; i < values.size(); ++i) slots[i].value = values[i];
    return {};
  }

  static CollectionPart partOf(ObjectIndex object) { return {object, std::nullopt}; }

  void emitEntry(CollectionPart key, CollectionPart value) {
    // The first node of a list, a bin that was moved.
    if (key.isNull() && value.isNull()) return;
    if (view_ == View::kAll) {
      emit({key, value});
    } else {
      emit({std::nullopt, view_ == View::kKeys ? key : value});
    }
  }

  void emit(CollectionItem item) {
    if (met_ >= offset_ && contents_.items.size() < limit_) contents_.items.push_back(item);
    ++met_;
    step();
    if (stopsAtLast_ && contents_.items.size() >= limit_) stopped_ = true;
  }

  void step() {
    ++steps_;
    const bool cancelled = steps_ % kCancelInterval == 0 && progress_ != nullptr && progress_->cancelled();
    if (steps_ > maxSteps_ + offset_ + limit_ || cancelled) stopped_ = true;
  }

  static constexpr uint32_t kNoPlace = std::numeric_limits<uint32_t>::max();

  Plans& plans_;
  const Heap& heap_;
  uint64_t offset_;
  uint64_t limit_;
  uint64_t maxSteps_;
  const Progress* progress_;
  View view_ = View::kAll;
  bool stopsAtLast_ = false;
  bool stopped_ = false;
  uint64_t steps_ = 0;
  uint64_t met_ = 0;
  uint32_t entryPlace_ = kNoPlace;
  std::vector<Reference> references_;
  CollectionContents contents_;
};

CollectionReader::CollectionReader(const Heap& heap, const dsl::DescribedTypes& types, const StoredValues* values)
    : plans_(std::make_unique<Plans>(heap, types, values)) {}

CollectionReader::~CollectionReader() = default;

std::optional<ItemKind> CollectionReader::kindOf(ObjectIndex object) const {
  const TypeId type = plans_->heap().typeOf(object);
  if (plans_->heap().symbols()[type].shape != TypeShape::kInstance) return std::nullopt;
  return plans_->kindOf(type);
}

CollectionSize CollectionReader::sizeOf(ObjectIndex collection, uint64_t maxSteps) const {
  Reading reading(*plans_, 0, 0, maxSteps, nullptr);
  if (const auto known = reading.knownSize(collection)) return {*known, true};
  // What cannot be read on counts as far as it was.
  const bool read = reading.run(collection).has_value();
  return {reading.met(), read && reading.isComplete()};
}

Result<CollectionContents> CollectionReader::read(ObjectIndex collection, uint64_t offset, uint64_t limit,
                                                  Progress& progress) const {
  Reading reading(*plans_, offset, limit, kMaxSteps, &progress);
  const auto known = reading.knownSize(collection);
  if (known) reading.stopAtLast();
  TRY(reading.run(collection));
  if (progress.cancelled()) return cancelledError();
  const CollectionSize met{reading.met(), reading.isComplete()};
  CollectionContents contents = reading.take();
  // A field that says less than there is (it is written while the heap is dumped) is not believed.
  contents.size = known && *known >= met.items ? CollectionSize{*known, true} : met;
  return contents;
}

}  // namespace heaptrail
