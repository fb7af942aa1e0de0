#include "growth/containers.h"

#include <algorithm>

#include "graph/root_paths.h"
#include "growth/infrastructure.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

// Longer ways lead through lists of nodes that no rule recognises.
constexpr size_t kMaxStepsToContainer = 1000;
// Of described structures.
constexpr size_t kMaxStepsToHead = 100;

// The slots of larger objects are not searched: each entry of a table of millions asks for its table.
constexpr size_t kMaxSlotsToSearch = 64;

bool hasSlotTo(const LiveGraph& graph, ObjectIndex from, ObjectIndex to) {
  return slotTo(graph, SoftReferences::kFollow, from, to) != Heap::kNoSlot;
}

ObjectIndex headOf(const KnownHeads* known, ObjectIndex object) {
  return known == nullptr ? ObjectIndex::none() : known->of(object);
}

bool isDescribedByUser(const dsl::DescribedTypes& types, TypeId type) {
  const dsl::DescriptionEntry* entry = types.descriptionOf(type);
  return entry != nullptr && types.descriptions().fileOf(*entry).isOfUser();
}

}  // namespace

std::string_view Containers::nameOf(ObjectIndex object) const {
  const Heap& heap = end_.heap();
  return heap.symbols()[heap.typeOf(object)].name;
}

bool Containers::dominates(ObjectIndex above, ObjectIndex object) const {
  return end_.dominators->dominates(above, object, kMaxStepsToContainer);
}

bool Containers::refersTo(ObjectIndex from, ObjectIndex to) const {
  const Heap& heap = end_.heap();
  if (heap.references(from).size() <= kMaxSlotsToSearch || heap.typeOfClassObject(to).exists()) {
    return hasSlotTo(*end_.graph, from, to);
  }
  return std::ranges::find(reverse_.referrers(to), from) != reverse_.referrers(to).end();
}

ObjectIndex Containers::holderOf(ObjectIndex object) const {
  const ObjectIndex dominator = end_.dominators->immediateDominator(object);
  if (dominator.exists() && refersTo(dominator, object)) return dominator;
  ObjectIndex holder = ObjectIndex::none();
  ObjectIndex relative = ObjectIndex::none();
  size_t holders = 0;
  size_t relatives = 0;
  const auto referrers = reverse_.referrers(object);
  if (referrers.size() > kMaxReferrers) return ObjectIndex::none();
  for (const ObjectIndex referrer : referrers) {
    if (!refersTo(referrer, object) || dominates(object, referrer)) continue;
    if (referrer != holder) ++holders;
    holder = referrer;
    if (!isOfSameFamily(nameOf(referrer), nameOf(object))) continue;
    if (referrer != relative) ++relatives;
    relative = referrer;
  }
  if (relatives == 1) return relative;
  return holders == 1 ? holder : ObjectIndex::none();
}

bool Containers::canBeInner(TypeId above, TypeId type) const {
  for (uint32_t scope = 0; scope < types_.scopeCount(); ++scope) {
    if (types_.step(above, type, dsl::Scope(scope)) == dsl::Step::kInner) return true;
  }
  return false;
}

/// Whether any head further above can have the lower of these two among its own parts.
bool Containers::canBeOwnPart(ObjectIndex above, ObjectIndex below) const {
  const Heap& heap = end_.heap();
  return canBeInner(heap.typeOf(above), heap.typeOf(below)) || isKnownPart(above, below);
}

/// Where a head dominates a node that others hold, the description says how it leads there.
bool Containers::isKnownPart(ObjectIndex above, ObjectIndex below) const {
  return types_.descriptionOf(end_.heap().typeOf(below)) != nullptr && !refersTo(above, below);
}

/// What holds an object as a part of a described structure. A node that several others refer to belongs to the head
/// that dominates it.
ObjectIndex Containers::describedHolder(ObjectIndex object) const {
  const Heap& heap = end_.heap();
  const TypeId type = heap.typeOf(object);
  const ObjectIndex holder = holderOf(object);
  if (holder.exists() && (types_.isHead(type) || canBeInner(heap.typeOf(holder), type))) return holder;
  const ObjectIndex dominator = end_.dominators->immediateDominator(object);
  const bool isPart = !types_.isHead(type) && types_.descriptionOf(type) != nullptr;
  if (isPart && dominator.exists() && types_.isHead(heap.typeOf(dominator))) return dominator;
  for (const ObjectIndex referrer : someReferrers(object)) {
    const TypeId above = heap.typeOf(referrer);
    if (above != type && canBeInner(above, type) && !dominates(object, referrer)) return referrer;
  }
  return holder;
}

/// Whether the last object of the way, a head, has the first one among its own parts, and that holds the element.
bool Containers::isInside(const std::vector<ObjectIndex>& way, ObjectIndex element) const {
  const Heap& heap = end_.heap();
  const dsl::Scope scope = types_.scopeBelow(heap.typeOf(way.back()));
  for (size_t i = way.size() - 1; i > 0; --i) {
    const ObjectIndex above = way[i];
    const ObjectIndex below = way[i - 1];
    const bool isInner = types_.step(heap.typeOf(above), heap.typeOf(below), scope) == dsl::Step::kInner;
    if (!isInner && !isKnownPart(above, below)) return false;
  }
  return way.front() == element ||
         types_.step(heap.typeOf(way.front()), heap.typeOf(element), scope) != dsl::Step::kOutside;
}

std::optional<Container> Containers::described(ObjectIndex part, ObjectIndex element, const KnownHeads* known) const {
  const Heap& heap = end_.heap();
  std::optional<Container> found;
  std::vector<ObjectIndex> way;
  for (ObjectIndex object = part; object.exists() && way.size() < kMaxStepsToHead; object = describedHolder(object)) {
    if (const ObjectIndex head = headOf(known, object); head.exists()) return Container(head, true);
    const TypeId type = heap.typeOf(object);
    if (found && types_.step(type, heap.typeOf(way.back())) == dsl::Step::kOutside) break;
    if (!found && !way.empty() && !canBeOwnPart(object, way.back())) break;
    way.push_back(object);
    if (!types_.isHead(type)) continue;
    // The outermost that has it among its own parts; or one that the user described, which contains that.
    const bool isUsersAround = found && isDescribedByUser(types_, type);
    if (isUsersAround || isInside(way, element)) found = Container({way.rbegin(), way.rend()}, true);
  }
  return found;
}

Container Containers::inferred(ObjectIndex part, const KnownHeads* known) const {
  std::vector<ObjectIndex> way{part};
  while (way.size() < kMaxStepsToContainer) {
    const ObjectIndex object = way.back();
    const std::string_view name = nameOf(object);
    ObjectIndex above = holderOf(object);
    if (!above.exists()) {
      // Nodes that hold each other are held by the one of the family that dominates them all.
      const ObjectIndex dominator = end_.dominators->immediateDominator(object);
      if (dominator.exists() && isOfSameFamily(name, nameOf(dominator))) above = dominator;
    }
    if (!above.exists() || isInfrastructure(end_.heap(), above)) break;
    if (const ObjectIndex head = headOf(known, above); head.exists()) return Container(head);
    const bool isTransparent = name.ends_with("[]") || isJdkWrapper(name);
    if (!isTransparent && (own_.has(name) || !isOfSameFamily(name, nameOf(above)))) break;
    way.push_back(above);
  }
  std::ranges::reverse(way);
  return {std::move(way), false};
}

std::optional<Container> Containers::around(ObjectIndex object) const {
  std::vector<ObjectIndex> way{object};
  for (size_t steps = 0; steps < kMaxStepsToContainer; ++steps) {
    const ObjectIndex above = holderOf(way.back());
    if (!above.exists()) return std::nullopt;
    way.push_back(above);
    if (types_.isHead(end_.heap().typeOf(above))) return Container({way.rbegin(), way.rend()}, true);
  }
  return std::nullopt;
}

Container Containers::of(ObjectIndex part, ObjectIndex element, const KnownHeads* known) const {
  std::optional<Container> found = described(part, element, known);
  return found ? *std::move(found) : inferred(part, known);
}

}  // namespace heaptrail
