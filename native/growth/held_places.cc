#include "growth/held_places.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "growth/heap_places.h"
#include "growth/place_names.h"
#include "model/static_fields.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

constexpr uint32_t kMaxLevels = 3;  // of brackets; collections nested deeper are at the same place
constexpr uint32_t kUnreachable = 0;
constexpr uint32_t kSeveral = 1;

/// A place: a field or a kind of root, how many collections lie between, and whether the object is a node or a table of
/// one.
struct HeldAt {
  uint32_t base = kUnreachable;
  uint32_t levels = 0;
  bool isInside = false;

  uint64_t key() const { return uint64_t{base} << 8 | uint64_t{levels} << 1 | uint64_t{isInside}; }
};

class Naming {
 public:
  Naming(const LiveGraph& graph, const Dominators& dominators, const RootHolders& holders)
      : heap_(graph.heap()), graph_(graph), dominators_(dominators), holders_(holders) {
    baseOf("(not reachable)");
    baseOf("(several places)");
    placeNumber({});
    for (const Type& type : heap_.symbols().types) {
      const bool isInside = type.name.ends_with("[]") || (isOfJdk(type.name) && type.name.contains('$') &&
                                                          !type.name.starts_with("java.util.Collections$"));
      isInside_.push_back(isInside ? 1 : 0);
    }
  }

  Result<ObjectPlaces> run(Progress& progress) {
    const uint32_t objects = heap_.objectCount();
    result_.nameOf = Array<uint32_t>(objects);
    Array<uint32_t> slots(objects);  // of the dominator, one more; 0 where that does not refer to the object
    progress.begin("Finding what holds objects", 0, 1, 2 * uint64_t{objects});
    std::vector<ObjectIndex> byNumber(dominators_.numbers());
    for (uint32_t o = 0; o < objects; ++o) {
      if (o % kObjectsBetweenChecks == 0 && !progress.advance(kObjectsBetweenChecks)) return cancelledError();
      if (!graph_.live().test(o)) continue;
      const ObjectIndex holder(o);
      if (graph_.isInner(holder)) byNumber[dominators_.numberOf(holder)] = holder;
      const SlotSet& weak = graph_.weakSlots(heap_.typeOf(holder));
      heap_.forEachSlot(holder, [&](ObjectIndex target, uint32_t slot) {
        if (!graph_.live().test(target.value()) || slots[target.value()] != 0 || weak.has(slot)) return;
        if (dominators_.immediateDominator(target) == holder) slots[target.value()] = slot + 1;
      });
    }
    // A dominator's number is smaller, so its place is known before.
    size_t visited = 0;
    const auto visit = [&](ObjectIndex object) {
      result_.nameOf[object.value()] = placeOf(object, slots[object.value()]);
      return ++visited % kObjectsBetweenChecks != 0 || progress.advance(kObjectsBetweenChecks);
    };
    for (const ObjectIndex object : byNumber) {
      if (object.exists() && !visit(object)) return cancelledError();
    }
    for (uint32_t o = 0; o < objects; ++o) {
      const ObjectIndex object(o);
      if (graph_.live().test(o) && !graph_.isInner(object) && !visit(object)) return cancelledError();
    }
    for (const HeldAt& place : places_) {
      std::string name = bases_[place.base];
      for (uint32_t level = 0; level < place.levels; ++level) name += "[]";
      result_.names.push_back(std::move(name));
    }
    return std::move(result_);
  }

 private:
  uint32_t placeOf(ObjectIndex object, uint32_t slotPlusOne) {
    const ObjectIndex holder = dominators_.immediateDominator(object);
    if (!holder.exists()) return placeNumber({baseOfRoot(object), 0, false});
    if (slotPlusOne == 0) return placeNumber({kSeveral, 0, false});
    const HeldAt& above = places_[result_.nameOf[holder.value()]];
    const Field& field = fieldOf(holder, slotPlusOne - 1);
    const bool refersToItsKind = field.declaredBy == heap_.typeOf(object) && field.declaredBy == heap_.typeOf(holder);
    if (field.base && (!refersToItsKind || above.base == kSeveral)) return placeNumber({*field.base, 0, false});
    if (field.base) return placeNumber({above.base, above.levels, false});
    if (isInside_[heap_.typeOf(object).value()] != 0) return placeNumber({above.base, above.levels, true});
    return placeNumber({above.base, std::min(kMaxLevels, above.levels + (above.isInside ? 1 : 0)), false});
  }

  struct Field {
    std::optional<uint32_t> base;  // none where it leads on
    TypeId declaredBy = TypeId::none();
  };

  const Field& fieldOf(ObjectIndex holder, uint32_t slot) {
    const TypeId type = heap_.typeOf(holder);
    static const Field kLeadsOn;
    if (heap_.symbols()[type].shape != TypeShape::kInstance) return kLeadsOn;
    const TypeId described = heap_.typeOfClassObject(holder);
    const TypeId owner = described.exists() ? described : type;
    const uint64_t key = uint64_t{owner.value()} << 33 | uint64_t{described.exists()} << 32 | slot;
    const auto [known, isNew] = fields_.try_emplace(key);
    if (!isNew) return known->second;
    const Via via = viaOfSlot(heap_, holder, slot);
    const bool names =
        via.kind == Via::Kind::kStaticField || (via.kind == Via::Kind::kField && !isOfJdk(via.declaredBy));
    if (names) known->second.base = baseOf(shortClassName(via.declaredBy) + "." + via.name);
    if (via.kind == Via::Kind::kField) known->second.declaredBy = heap_.symbols().referenceField(type, slot).declaredBy;
    return known->second;
  }

  uint32_t baseOfRoot(ObjectIndex object) {
    const auto held = holders_.of(object);
    if (held.empty()) return kSeveral;
    for (const RootHolder& holder : held) {
      const RootPlace* place = heap_.place(holder.place);
      if (place == nullptr || place->field.empty()) continue;
      return baseOf(shortClassName(place->frame.className) + "." + place->field);
    }
    const auto byStatic = std::ranges::find(held, RootHolder::Kind::kStaticField, &RootHolder::kind);
    if (byStatic == held.end()) return baseOf("(" + std::string(rootKindLabel(held.front().root)) + ")");
    const std::string field = heap_.slotName(heap_.classObjectOf(byStatic->type), byStatic->slot);
    return baseOf(shortClassName(heap_.symbols()[byStatic->type].name) + "." + std::string(fieldOfSlot(field)));
  }

  uint32_t baseOf(std::string name) {
    const auto [known, isNew] = numbers_.try_emplace(std::move(name), static_cast<uint32_t>(bases_.size()));
    if (isNew) bases_.push_back(known->first);
    return known->second;
  }

  uint32_t placeNumber(const HeldAt& place) {
    const auto [known, isNew] = placeNumbers_.try_emplace(place.key(), static_cast<uint32_t>(places_.size()));
    if (isNew) places_.push_back(place);
    return known->second;
  }

  const Heap& heap_;
  const LiveGraph& graph_;
  const Dominators& dominators_;
  const RootHolders& holders_;
  std::vector<uint8_t> isInside_;  // by type: nodes and tables, which stand between a collection and its elements
  std::vector<std::string> bases_;
  std::unordered_map<std::string, uint32_t> numbers_;
  std::unordered_map<uint64_t, Field> fields_;
  std::vector<HeldAt> places_;
  std::unordered_map<uint64_t, uint32_t> placeNumbers_;
  ObjectPlaces result_;
};

}  // namespace

Result<ObjectPlaces> namePlacesOf(const LiveGraph& graph, const Dominators& dominators, const RootHolders& holders,
                                  Progress& progress) {
  return Naming(graph, dominators, holders).run(progress);
}

}  // namespace heaptrail
