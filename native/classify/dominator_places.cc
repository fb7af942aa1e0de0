#include "classify/dominator_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/try.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

// What a place is held through.
constexpr uint32_t kByRoot = 0;
constexpr uint32_t kByElement = 1;
constexpr uint32_t kBySeveral = 2;  // the dominator does not refer to it: several that it holds do

constexpr uint32_t kRootPlace = 0;

struct Place {
  uint32_t above = kRootPlace;
  uint32_t via = kByRoot;
  TypeId type = TypeId::none();  // of class objects, of what they are the class
  bool isClass = false;
  uint64_t bytes = 0;

  bool isSame(const Place& other) const {
    return above == other.above && via == other.via && type == other.type && isClass == other.isClass;
  }
};

struct HashOfPlace {
  size_t operator()(const Place& place) const {
    uint64_t hash = (uint64_t{place.above} << 32 | place.via) * 0x9e3779b97f4a7c15;
    hash ^= (uint64_t{place.type.value()} << 1 | (place.isClass ? 1 : 0)) * 0xc2b2ae3d27d4eb4f;
    return hash ^ (hash >> 29);
  }
};
struct SamePlace {
  bool operator()(const Place& a, const Place& b) const { return a.isSame(b); }
};

}  // namespace

class DominatorPlaces::Builder {
 public:
  Builder(const LiveGraph& graph, const Dominators& dominators)
      : graph_(graph), heap_(graph.heap()), dominators_(dominators), place_(heap_.objectCount()) {
    const std::vector<Type>& types = heap_.symbols().types;
    slotNames_.resize(types.size());
    for (const Type& type : types) {
      isOfProgram_.push_back(isOfJdk(type.name) || type.shape == TypeShape::kPrimitiveArray ? 0 : 1);
    }
  }

  /// Objects are met in the order of their numbers, dominators before what they dominate: a dominator gives places to
  /// what it refers to, and what has none when its turn comes is held by several.
  Status placeAll(Progress& progress) {
    std::vector<ObjectIndex> byNumber(dominators_.numbers());
    graph_.live().forEach([&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      if (graph_.isInner(object)) byNumber[dominators_.numberOf(object)] = object;
    });
    for (uint32_t number = 0; number < byNumber.size(); ++number) {
      if (number % kObjectsBetweenChecks == 0 && !progress.advance(kObjectsBetweenChecks)) return cancelledError();
      const ObjectIndex object = byNumber[number];
      if (!object.exists()) continue;
      placeIfNot(object);
      placeReferences(object, number);
    }
    const uint64_t objects = heap_.objectCount();
    for (uint64_t from = 0; from < objects; from += kObjectsBetweenChecks) {
      graph_.live().forEachIn(from, std::min<uint64_t>(objects, from + kObjectsBetweenChecks), [&](uint64_t i) {
        const ObjectIndex object(static_cast<uint32_t>(i));
        placeIfNot(object);
        places_[place_[i]].bytes += heap_.shallowBytes(object);
      });
      if (!progress.advance(kObjectsBetweenChecks)) return cancelledError();
    }
    return {};
  }

  DominatorPlaces finish() && {
    // Places come after those above them.
    std::vector<uint64_t> retained;
    for (const Place& place : places_) retained.push_back(place.bytes);
    for (size_t p = places_.size(); p-- > 1;) retained[places_[p].above] += retained[p];
    const uint64_t smallest = retained[kRootPlace] / kSmallestShare;

    std::vector<KeyPath> paths;
    std::vector<uint32_t> kept{0};  // by place: its path; the root has none
    std::vector<uint8_t> told{1};   // by place: whether the path is its own
    for (uint32_t p = 1; p < places_.size(); ++p) {
      const Place& place = places_[p];
      const uint32_t above = kept[place.above];
      // What is below the roots is always told: there is nothing above it.
      const bool isTold = place.above == kRootPlace || (retained[p] >= smallest && told[place.above] != 0);
      told.push_back(isTold ? 1 : 0);
      if (!isTold) {
        kept.push_back(above);
        continue;
      }
      KeyPath path = place.above == kRootPlace ? KeyPath() : paths[above];
      path.push_back(keyOf(place));
      kept.push_back(static_cast<uint32_t>(paths.size()));
      paths.push_back(std::move(path));
    }
    const std::vector<uint32_t> valueOf = sortPaths(paths);
    DominatorPlaces found;
    graph_.live().forEach([&](uint64_t i) { place_[i] = valueOf[kept[place_[i]]]; });
    found.paths_ = std::move(paths);
    found.place_ = std::move(place_);
    return found;
  }

 private:
  void placeIfNot(ObjectIndex object) {
    if (place_[object.value()] != kRootPlace) return;
    const ObjectIndex dominator = dominators_.immediateDominator(object);
    const uint32_t above = dominator.exists() ? place_[dominator.value()] : kRootPlace;
    place_[object.value()] = placeBelow(above, dominator.exists() ? kBySeveral : kByRoot, object);
  }

  void placeReferences(ObjectIndex holder, uint32_t number) {
    const TypeId type = heap_.typeOf(holder);
    const uint32_t above = place_[holder.value()];
    const TypeId classOf = typeOfClass(holder);
    const bool isArray = heap_.symbols()[type].shape != TypeShape::kInstance;
    const SlotSet& weak = graph_.weakSlots(type);
    heap_.forEachSlot(holder, [&](ObjectIndex target, uint32_t slot) {
      if (place_[target.value()] != kRootPlace || weak.has(slot) || !graph_.live().test(target.value())) return;
      if (dominators_.numberOfDominator(target) != number) return;
      const uint32_t via =
          isArray ? kByElement : viaOf(classOf.exists() ? classOf : type, holder, slot, classOf.exists());
      place_[target.value()] = placeBelow(above, via, target);
    });
  }

  uint32_t placeBelow(uint32_t above, uint32_t via, ObjectIndex object) {
    const TypeId classOf = typeOfClass(object);
    const Place wanted{above, via, classOf.exists() ? classOf : heap_.typeOf(object), classOf.exists(), 0};
    if (wanted.isSame(lastPlace_)) return lastNumber_;
    if (const uint32_t met = metBefore(wanted); met != kRootPlace) return met;
    const auto [entry, isNew] = numbers_.try_emplace(wanted, static_cast<uint32_t>(places_.size()));
    if (isNew) places_.push_back(wanted);
    lastPlace_ = wanted;
    lastNumber_ = entry->second;
    return lastNumber_;
  }

  /// The place above in which the object is met again.
  uint32_t metBefore(const Place& wanted) const {
    if (wanted.isClass) return kRootPlace;
    for (uint32_t above = wanted.above; above != kRootPlace; above = places_[above].above) {
      if (places_[above].type == wanted.type && !places_[above].isClass) return above;
      if (isOfProgram_[wanted.type.value()] == 0) break;
    }
    return kRootPlace;
  }

  TypeId typeOfClass(ObjectIndex object) const {
    const TypeId type = heap_.typeOf(object);
    if (type != typeOfClasses_) {
      if (heap_.symbols()[type].name != "java.lang.Class") return TypeId::none();
      typeOfClasses_ = type;
    }
    return heap_.typeOfClassObject(object);
  }

  uint32_t viaOf(TypeId type, ObjectIndex holder, uint32_t slot, bool isClass) {
    std::vector<uint32_t>& known = slotNames_[type.value()][isClass ? 1 : 0];
    if (known.size() <= slot) known.resize(slot + 1);
    if (known[slot] == 0) known[slot] = numberOf(heap_.slotName(holder, slot));
    return known[slot];
  }

  uint32_t numberOf(std::string name) {
    const auto [entry, isNew] = viaNumbers_.try_emplace(name, static_cast<uint32_t>(viaNames_.size()));
    if (isNew) viaNames_.push_back(std::move(name));
    return entry->second;
  }

  std::string keyOf(const Place& place) const {
    const std::string& type = heap_.symbols()[place.type].name;
    const std::string object = place.isClass ? "class " + type : type;
    return place.via == kByRoot ? object : fmt::format("{}: {}", viaNames_[place.via], object);
  }

  const LiveGraph& graph_;
  const Heap& heap_;
  const Dominators& dominators_;
  Array<uint32_t> place_;         // by object
  std::vector<Place> places_{1};  // the roots together first
  std::unordered_map<Place, uint32_t, HashOfPlace, SamePlace> numbers_;
  Place lastPlace_;
  uint32_t lastNumber_ = kRootPlace;
  std::vector<std::string> viaNames_{"", "[]", "(several)"};
  std::unordered_map<std::string, uint32_t> viaNumbers_;
  std::vector<std::array<std::vector<uint32_t>, 2>> slotNames_;  // by type: of instances, of the class object
  std::vector<uint8_t> isOfProgram_;                             // by type
  mutable TypeId typeOfClasses_ = TypeId::none();
};

Result<DominatorPlaces> DominatorPlaces::find(const LiveGraph& graph, const Dominators& dominators,
                                              Progress& progress) {
  Builder builder(graph, dominators);
  TRY(builder.placeAll(progress));
  return std::move(builder).finish();
}

}  // namespace heaptrail
