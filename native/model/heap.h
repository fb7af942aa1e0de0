// The heap at one point: objects as columns, references in compressed sparse rows, roots. Immutable once built;
// whatever is computed from it (what is live, dominators, structures) is a value of its own.
//
// Objects are numbered 0…n-1 in the order of their ids (for a JVM: of their addresses), so that neighbours in memory
// are neighbours here. Everything is safe to read from many threads.
//
// Layout, in bytes per object: type 2 (4 beyond 65,536 types), offsets 4, ids about 1; per reference: target 4, slot
// gap 1; per array 4 for its length. Where the trace tells them: site 2, thread 2, how it was sampled 1, age 2 (4
// beyond 65,534), space 1.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/array.h"
#include "base/bit_set.h"
#include "model/columns.h"
#include "model/heap_space.h"
#include "model/object_ids.h"
#include "model/record_positions.h"
#include "model/reference_columns.h"
#include "model/roots.h"
#include "model/slot_set.h"
#include "model/symbols.h"

namespace heaptrail {

/// What can be said of an object that no reference of the trace leads to.
enum class WithoutReferrer : uint8_t {
  kGarbage,    // it is dead
  kMaybeHeld,  // the runtime keeps objects of its type alive from places that its dumps leave out
  kFiller,     // no object at all: a collector closed a gap in memory with it
};

/// Garbage is of all kinds: where at most one in a hundred of the objects that nothing refers to is of a type that the
/// runtime is not known to hold (the strangers), there is no garbage. Measured: none right after a collection, half in
/// a dump of everything.
constexpr bool canBeWithoutGarbage(uint64_t strangers, uint64_t maybeHeld) {
  return strangers * 100 <= strangers + maybeHeld;
}

/// The columns and tables a reader fills; see Heap's accessors for what they mean.
struct HeapParts {
  std::shared_ptr<const Symbols> symbols;
  ObjectIds ids;
  NarrowColumn types;
  SparseColumn extents;  // elements of arrays; bytes of instances whose size their type does not tell (class objects)
  ReferenceColumns references;
  OptionalColumn sites;
  OptionalColumn threads;    // that allocated them
  Array<uint8_t> samplings;  // of objects with a site: a place in samplingIntervals; empty when all were reported
  std::vector<uint32_t> samplingIntervals;  // mean bytes between two samples; 0: every allocation was reported
  OptionalColumn ages;                      // collections survived
  Array<HeapSpace> spaces;                  // empty when no object's is known
  Roots roots;
  std::vector<RootPlace> rootPlaces;
  std::vector<ObjectIndex> classObjects;             // by type; none() where the type has no class object
  std::vector<std::vector<std::string>> classSlots;  // by type: what the slots of its class object are called
  std::vector<SlotSet> weakSlots;          // by type: those that do not keep alive, as the format's reader knows
  std::vector<SlotSet> softSlots;          // the same for references kept only while memory is plenty; may be empty
  std::vector<SlotSet> collectorSlots;     // of the weak ones, those by which the collector links objects for itself;
                                           // may be empty
  std::vector<ObjectIndex> loaders;        // by type: the loader of its class, if that can be unloaded; may be empty
  std::vector<uint32_t> loadedClassSlots;  // by type: from this slot on a class loader holds classes without a field,
                                           // or kNoSlot; may be empty
  std::vector<WithoutReferrer> withoutReferrer;  // by type; empty where the format writes all there is
  uint64_t missingObjects = 0;  // that references lead to but the trace does not have; those references are left out
  uint32_t objectAlignment = 8;
  RecordPositions records;  // for values; empty where the format has none, or they cannot be read again

  /// For caches; symbols are archived apart.
  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.ids, self.types, self.extents, self.references, self.sites, self.threads);
    archive(self.samplings, self.samplingIntervals, self.ages, self.spaces, self.roots, self.rootPlaces);
    archive(self.classObjects, self.classSlots);
    archive(self.weakSlots, self.softSlots, self.collectorSlots, self.loaders, self.loadedClassSlots);
    archive(self.withoutReferrer);
    archive(self.missingObjects, self.objectAlignment, self.records);
  }
};

class Heap {
 public:
  static constexpr uint32_t kNoSlot = ~uint32_t{0};

  explicit Heap(HeapParts parts);

  const Symbols& symbols() const { return *parts_.symbols; }
  const HeapParts& parts() const { return parts_; }
  uint32_t objectCount() const { return static_cast<uint32_t>(parts_.ids.size()); }
  uint64_t referenceCount() const { return parts_.references.count(); }
  uint64_t missingObjects() const { return parts_.missingObjects; }
  const Roots& roots() const { return parts_.roots; }
  /// None where the trace does not tell.
  const RootPlace* placeOf(const Root& root) const { return place(root.place); }
  const RootPlace* place(uint32_t place) const {
    return place < parts_.rootPlaces.size() ? &parts_.rootPlaces[place] : nullptr;
  }

  TypeId typeOf(ObjectIndex o) const { return TypeId(parts_.types[o.value()]); }
  ObjectId idOf(ObjectIndex o) const { return parts_.ids[o]; }
  std::optional<ObjectIndex> find(ObjectId id) const { return parts_.ids.find(id); }
  SiteId siteOf(ObjectIndex o) const {
    const std::optional<uint32_t> site = parts_.sites[o.value()];
    return site ? SiteId(*site) : SiteId::none();
  }

  /// For how many objects like it an object with a site stands. Where allocations are sampled every i bytes on average,
  /// one of s bytes is among the samples with probability 1 - exp(-s/i): the sum of the weights of any objects with a
  /// site is an unbiased estimate of how many there are with and without. 1 where every allocation was reported, 0
  /// where the object has no site.
  double sampleWeight(ObjectIndex o) const;
  /// The mean distance of samples, in bytes, when `o` was sampled; 0 where every allocation was reported.
  uint32_t samplingIntervalOf(ObjectIndex o) const {
    return parts_.samplings.empty() ? 0 : parts_.samplingIntervals[parts_.samplings[o.value()]];
  }

  ThreadId threadOf(ObjectIndex o) const {
    const std::optional<uint32_t> thread = parts_.threads[o.value()];
    return thread ? ThreadId(*thread) : ThreadId::none();
  }

  /// How many collections it has survived; none where the trace does not tell.
  std::optional<uint32_t> ageOf(ObjectIndex o) const { return parts_.ages[o.value()]; }
  bool tellsAges() const { return !parts_.ages.empty(); }

  HeapSpace spaceOf(ObjectIndex o) const {
    return parts_.spaces.empty() ? HeapSpace::kUnknown : parts_.spaces[o.value()];
  }
  bool tellsSpaces() const { return !parts_.spaces.empty(); }

  /// Elements of an array.
  uint32_t lengthOf(ObjectIndex array) const { return parts_.extents[array.value()]; }

  uint64_t shallowBytes(ObjectIndex o) const { return shallowBytes(o, typeOf(o)); }
  /// The same where the type is known already.
  uint64_t shallowBytes(ObjectIndex o, TypeId type) const;

  /// The objects `o` refers to by its fields, elements or static fields, nulls left out, in slot order.
  std::span<const ObjectIndex> references(ObjectIndex o) const { return parts_.references.of(o.value()); }

  /// The class object of a type. Every instance keeps it alive as if it referred to it; `references` does not list
  /// that.
  ObjectIndex classObjectOf(TypeId type) const { return parts_.classObjects[type.value()]; }

  /// The class loader that keeps the class of a type alive. none() where that is the boot, the platform or the
  /// application loader, which never go, or is not known.
  ObjectIndex loaderOf(TypeId type) const {
    return parts_.loaders.empty() ? ObjectIndex::none() : parts_.loaders[type.value()];
  }

  /// Calls `visit(target, slot)` for every reference of `o`. A slot is the position among all reference fields of the
  /// object (or among the elements of an array), nulls counted.
  template <typename Visit>
  void forEachSlot(ObjectIndex o, Visit&& visit) const {
    parts_.references.forEachSlot(o.value(), visit);
  }

  /// The slots of an instance whose references do not keep their targets alive (of a JVM, the referent of weak and
  /// phantom references, and the link by which the collector lists references while it works).
  const SlotSet& weakSlots(TypeId type) const { return parts_.weakSlots[type.value()]; }

  /// The slots of an instance whose references keep their targets alive only while memory is plenty (of a JVM, the
  /// referent of soft references).
  const SlotSet& softSlots(TypeId type) const {
    return parts_.softSlots.empty() ? SlotSet::none() : parts_.softSlots[type.value()];
  }

  /// Calls `visit(target)` for what `o`, whose references of that kind do not keep it alive, was made to refer to: the
  /// referent of a weak reference, and not what the collector linked to it.
  template <typename Visit>
  void forEachReferent(ObjectIndex o, Visit&& visit) const {
    const TypeId type = typeOf(o);
    const SlotSet& weak = weakSlots(type);
    if (weak.empty()) return;
    const SlotSet& links = parts_.collectorSlots.empty() ? SlotSet::none() : parts_.collectorSlots[type.value()];
    forEachSlot(o, [&](ObjectIndex target, uint32_t slot) {
      if (weak.has(slot) && !links.has(slot)) visit(target);
    });
  }

  /// What it means that nothing refers to `o`, where the trace may lack what keeps it alive.
  WithoutReferrer withoutReferrer(ObjectIndex o) const;
  bool leavesOutHolders() const { return !parts_.withoutReferrer.empty(); }

  /// What to call a slot of `o`: a field's name, `[17]`, `static cache`, `<classloader>`.
  std::string slotName(ObjectIndex o, uint32_t slot) const;

  /// Whether that slot of the type's class object is a static field (and not its loader, its superclass, …).
  bool isStaticField(TypeId type, uint32_t slot) const;

  /// The type whose class object `o` is, if it is one.
  TypeId typeOfClassObject(ObjectIndex o) const;

  /// Fetch into the processor's cache what will be asked of `o` soon: its type and where its references are; only the
  /// latter; the references themselves (for which the former should have arrived).
  void prefetch(ObjectIndex o) const {
    parts_.types.prefetch(o.value());
    parts_.references.prefetchRange(o.value());
  }
  void prefetchOffset(ObjectIndex o) const { parts_.references.prefetchRange(o.value()); }
  void prefetchReferences(ObjectIndex o) const { parts_.references.prefetchTargets(o.value()); }

 private:
  HeapParts parts_;
  BitSet typesOfClassObjects_;                                      // of a JVM one, java.lang.Class
  std::vector<std::pair<ObjectIndex, TypeId>> typesByClassObject_;  // ascending
};

inline uint64_t Heap::shallowBytes(ObjectIndex o, TypeId type) const {
  const Type& t = symbols()[type];
  if (t.shape == TypeShape::kInstance) {
    return parts_.extents.has(o.value()) ? parts_.extents[o.value()] : t.bytes;
  }
  const uint64_t mask = parts_.objectAlignment - 1;
  return (t.bytes + uint64_t{t.elementBytes} * lengthOf(o) + mask) & ~mask;
}

}  // namespace heaptrail
