#include "trace/anttracks/heap_builder.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "model/static_fields.h"
#include "trace/anttracks/unrooted.h"
#include "trace/java_references.h"

namespace heaptrail::anttracks {

namespace {

class HeapBuilder {
 public:
  HeapBuilder(const ReplayedHeap& replayed, const TypeTable& types, std::shared_ptr<const Symbols> symbols)
      : replayed_(replayed), store_(replayed.store), types_(types) {
    parts_.symbols = std::move(symbols);
  }

  HeapParts build(std::span<const ClassObject> classObjects) {
    numberObjects();
    readObjects();
    readReferences();
    readAges();
    const ReferenceSlots references = findReferenceSlots(*parts_.symbols);
    parts_.weakSlots = references.weak;
    parts_.softSlots = references.soft;
    parts_.collectorSlots = references.collector;
    nameClassObjects(classObjects);
    if (replayed_.hadRoots) {
      addRoots();
    } else {
      holdAll(parts_);
    }
    return std::move(parts_);
  }

 private:
  void numberObjects() {
    places_.assign(store_.rows(), ObjectStore::kNone);
    ObjectIds::Builder ids;
    uint32_t next = 0;
    for (uint32_t row = 0; row < store_.rows(); ++row) {
      if (store_.isDead(row)) continue;
      places_[row] = next++;
      ids.add(ObjectId(store_.idOf(row)));
    }
    uint64_t duplicates = 0;
    parts_.ids = std::move(ids).build(duplicates);
  }

  template <typename Visit>
  void forEachObject(Visit&& visit) const {
    for (uint32_t row = 0; row < store_.rows(); ++row) {
      if (places_[row] != ObjectStore::kNone) visit(row, places_[row]);
    }
  }

  /// The object that an entry of a list means, or none.
  ObjectIndex target(uint32_t entry) const {
    if (entry == 0 || places_[entry - 1] == ObjectStore::kNone) return ObjectIndex::none();
    return ObjectIndex(places_[entry - 1]);
  }

  void readObjects() {
    const uint64_t objects = parts_.ids.size();
    parts_.types = NarrowColumn(objects, parts_.symbols->types.size());
    parts_.sites = OptionalColumn(objects, parts_.symbols->sites.size());
    parts_.threads = OptionalColumn(objects, parts_.symbols->threads.size());
    BitSet withExtent(objects);
    Array<uint32_t> degrees(objects + 1);
    forEachObject([&](uint32_t row, uint32_t object) {
      const ObjectStore::Row& facts = store_[row];
      parts_.types.set(object, facts.type);
      if (facts.site != TypeTable::kNone) parts_.sites.set(object, facts.site);
      if (facts.thread != ThreadNames::kNone) parts_.threads.set(object, facts.thread);
      const TypeLayout& layout = types_.layout(facts.type);
      if (layout.isArray || layout.isClass) withExtent.set(object);
      for (const uint32_t entry : store_.references(row)) degrees[object] += target(entry).exists() ? 1 : 0;
    });
    parts_.extents = SparseColumn(RankedBits(std::move(withExtent)));
    parts_.references = ReferenceColumns(std::move(degrees));
  }

  void readReferences() {
    ReferenceColumns::LongGaps longGaps;
    forEachObject([&](uint32_t row, uint32_t object) {
      if (parts_.extents.has(object)) parts_.extents.set(object, store_[row].extent);
      ReferenceColumns::Row references(parts_.references, object, longGaps);
      for (const uint32_t entry : store_.references(row)) {
        const ObjectIndex found = target(entry);
        if (found.exists()) {
          references.add(found);
        } else {
          references.addNull();
        }
      }
    });
    parts_.references.keep(std::move(longGaps));
  }

  /// Of objects that a file told only when it began nobody has seen the birth, and so not the thread either.
  void readAges() {
    const uint64_t objects = parts_.ids.size();
    parts_.ages = OptionalColumn(objects, uint64_t{replayed_.collections} + 1);
    forEachObject([&](uint32_t row, uint32_t object) {
      if (store_[row].thread == ThreadNames::kNone) return;
      parts_.ages.set(object, replayed_.collections - store_.bornAfter(row));
    });
    parts_.spaces = Array<HeapSpace>(objects);
    store_.addresses().forEach([&](uint64_t address, uint32_t row) {
      const Space* space = replayed_.spaces.find(address);
      if (space != nullptr) parts_.spaces[places_[row]] = spaceOf(space->type);
    });
  }

  static HeapSpace spaceOf(SpaceType type) {
    switch (type) {
      case SpaceType::kEden:
        return HeapSpace::kEden;
      case SpaceType::kSurvivor:
        return HeapSpace::kSurvivor;
      case SpaceType::kOld:
        return HeapSpace::kOld;
    }
    return HeapSpace::kUnknown;
  }

  void nameClassObjects(std::span<const ClassObject> classObjects) {
    const size_t types = parts_.symbols->types.size();
    parts_.classObjects.assign(types, ObjectIndex::none());
    parts_.classSlots.resize(types);
    if (types_.classType() == TypeTable::kNone) return;
    std::vector<std::string> own;
    for (const Field& field : parts_.symbols->types[types_.classType()].fields) {
      if (field.kind == ValueKind::kReference) own.push_back(field.name);
    }
    for (const ClassObject& entry : classObjects) {
      const TypeTable::Mirror& mirror = types_.mirrors()[entry.mirror];
      const std::optional<ObjectIndex> object = parts_.ids.find(ObjectId(entry.id));
      if (!object || mirror.type == TypeTable::kNone) continue;
      parts_.classObjects[mirror.type] = *object;
      std::vector<std::string>& slots = parts_.classSlots[mirror.type];
      slots = own;
      for (const std::string& name : mirror.staticReferences) slots.push_back(slotOfStaticField(name));
    }
  }

  void addRoots() {
    classType_ = typeNamed("java.lang.Class");
    loaderType_ = typeNamed("java.lang.ClassLoader");
    threadType_ = typeNamed("java.lang.Thread");
    stringType_ = typeNamed("java.lang.String");
    for (const HeldRoot& root : replayed_.roots) {
      const uint32_t place = root.row < places_.size() ? places_[root.row] : ObjectStore::kNone;
      if (place == ObjectStore::kNone) continue;
      const TypeId type(store_[root.row].type);
      // The table of interned strings shares a list with handles that do not keep alive.
      if (root.kind == RootKind::kInternedString && type != stringType_) continue;
      const ThreadId thread = root.thread == ThreadNames::kNone ? ThreadId::none() : ThreadId(root.thread);
      parts_.roots.push_back({ObjectIndex(place), kindOf(root, type), thread});
    }
  }

  /// Full collections list what threads hold together with what loaders hold, which are their classes.
  RootKind kindOf(const HeldRoot& root, TypeId type) const {
    if (root.kind != RootKind::kJavaFrame) return root.kind;
    if (isA(type, threadType_)) return RootKind::kThread;
    const bool loaded = root.thread == ThreadNames::kNone && (type == classType_ || isA(type, loaderType_));
    return loaded ? RootKind::kSystemClass : root.kind;
  }
  bool isA(TypeId type, TypeId ancestor) const {
    return ancestor.exists() && parts_.symbols->isSubclass(type, ancestor);
  }

  TypeId typeNamed(std::string_view name) const {
    const auto& types = parts_.symbols->types;
    const auto found = std::ranges::find(types, name, &Type::name);
    return found == types.end() ? TypeId::none() : TypeId(static_cast<uint32_t>(found - types.begin()));
  }

  const ReplayedHeap& replayed_;
  const ObjectStore& store_;
  const TypeTable& types_;
  HeapParts parts_;
  std::vector<uint32_t> places_;  // by row
  TypeId classType_;
  TypeId loaderType_;
  TypeId threadType_;
  TypeId stringType_;
};

}  // namespace

HeapParts buildHeap(const ReplayedHeap& replayed, const TypeTable& types, std::shared_ptr<const Symbols> symbols,
                    std::span<const ClassObject> classObjects) {
  return HeapBuilder(replayed, types, std::move(symbols)).build(classObjects);
}

}  // namespace heaptrail::anttracks
