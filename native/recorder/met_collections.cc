#include "recorder/met_collections.h"

#include <algorithm>

namespace heaptrail::recorder {

namespace {

// Of objects that are no arrays, one of so many may be in the wrong collection: an iterator that refers to a node is no
// reason to number all nodes.
constexpr uint64_t kTolerance = 256;
// And for the sake of a few objects of a large heap no other walk is made.
constexpr uint64_t kToleranceOfAll = 1 << 16;

}  // namespace

MetCollections::OfType& MetCollections::ofType(uint32_t type, bool isArray) {
  if (type >= types_.size()) types_.resize(std::max<size_t>(type + size_t{1}, types_.size() * 2));
  types_[type].isArray = isArray;
  return types_[type];
}

MetCollections::Place MetCollections::meet(const Met& met, jlong* tag) {
  uint64_t number = idOf(*tag);
  const bool isLearned = learns(met);
  const bool isRemembered = number != 0 && seen_.contains(number);
  const HoldingWays::Kind kind = isLearned ? HoldingWays::Kind::kShared : learning_.ways.kindOf(met.way);
  // Each array has to be counted.
  if (met.isInside && !met.isArray && kind == HoldingWays::Kind::kLeadsBack) {
    return isRemembered ? placeOf(number) : Place{met.collection, 0};
  }
  if (kind <= HoldingWays::Kind::kLeads && !isRemembered) {
    if (number != 0 && learning_.forgets) *tag = tagOf(0, noteOf(*tag));
    OfType& known = ofType(met.type, met.isArray);
    ++known.met;
    known.stack.push_back({met.bytes, met.collection});
    return {met.collection, 0};
  }
  if (number == 0) {
    number = numbers_.next();
    *tag = tagOf(number, noteOf(*tag));
  }
  if (!seen_.insert(number)) {
    meetAgain(met, number);
    return placeOf(number);
  }
  ++ofType(met.type, met.isArray).met;
  remembered_[number] = {{met.bytes, met.collection}, met.holds, met.isInside};
  if (isLearned) {
    lastWay_[number] = met.way;
    ++uses_[met.way].objects;
  }
  return placeOf(number);
}

MetCollections::Place MetCollections::placeOf(uint64_t number) {
  const Remembered& remembered = remembered_[number];
  const bool isOpen = remembered.holds != Holds::kWell && !remembered.isGoneThrough;
  return {remembered.known.collection, isOpen ? number : 0};
}

void MetCollections::meetAgain(const Met& met, uint64_t number) {
  Remembered& remembered = remembered_[number];
  if (met.isArray) learning_.ways.learn(met.way, HoldingWays::Kind::kShared);
  if (learns(met)) meetLearned(met, number, remembered);
  if (remembered.isGoneThrough || met.holds >= remembered.holds) return;
  remembered.known.collection = met.collection;
  remembered.holds = met.holds;
}

void MetCollections::meetLearned(const Met& met, uint64_t number, const Remembered& remembered) {
  HoldingWays::Way& last = lastWay_[number];
  ++uses_[met.way].objects;
  if (!met.isInside || !remembered.isInside || met.collection != remembered.known.collection) {
    ++uses_[met.way].shared;
    ++uses_[last].shared;
  }
  if (met.isArray) learning_.ways.learn(last, HoldingWays::Kind::kShared);
  last = met.way;
}

MetCollections::Known MetCollections::goThrough(uint32_t type, bool isArray, jlong tag) {
  OfType& known = ofType(type, isArray);
  ++known.goneThrough;
  const Known found = take(known, idOf(tag));
  if (found.collection == 0) ++known.homeless;
  return found;
}

MetCollections::Known MetCollections::take(OfType& known, uint64_t number) {
  if (number != 0 && seen_.contains(number)) {
    Remembered& remembered = remembered_[number];
    remembered.isGoneThrough = true;
    if (const auto way = lastWay_.find(number); way != lastWay_.end()) ++uses_[way->second].led;
    return remembered.known;
  }
  if (known.stack.empty()) return {};
  const Known last = known.stack.back();
  known.stack.pop_back();
  return last;
}

std::unordered_set<uint32_t> MetCollections::toLearn() {
  uint64_t all = 0;
  for (const OfType& known : types_) all += known.goneThrough;
  std::unordered_set<uint32_t> types;
  for (uint32_t type = 0; type < types_.size(); ++type) {
    const OfType& known = types_[type];
    if (isMiscounted(known)) {
      types.insert(type);
    } else if (learning_.learns.contains(type)) {
      // With numbers all are told that can be.
      learning_.ways.setHomeless(type, known.homeless);
    } else if (!known.isArray) {
      uint64_t wrong = known.met > known.goneThrough ? known.met - known.goneThrough : known.goneThrough - known.met;
      // Where one part was missed, those that it leads to are missed too, and all come out even.
      wrong += learning_.ways.newlyHomeless(type, known.homeless);
      const uint64_t allowed = std::max(known.goneThrough / kTolerance, all / kToleranceOfAll);
      if (wrong > allowed && learning_.ways.mayLearn(type, known.goneThrough)) types.insert(type);
    }
  }
  return types;
}

bool MetCollections::miscountsArrays() const { return std::ranges::any_of(types_, isMiscounted); }

void MetCollections::learn() {
  using Kind = HoldingWays::Kind;
  for (const auto& [way, uses] : uses_) {
    const auto isFew = [&uses](uint64_t some) { return some * kTolerance <= uses.objects; };
    Kind kind = Kind::kShared;
    if (isFew(uses.shared) && !learning_.ways.isHopeless(way)) {
      if (isFew(uses.objects - uses.led)) kind = Kind::kLeads;
      // A way that leads a walk into a list at a single place leads it to the whole list.
      if (uses.led == 0) kind = Kind::kLeadsBack;
    }
    learning_.ways.learn(way, kind);
  }
}

}  // namespace heaptrail::recorder
