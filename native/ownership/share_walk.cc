#include "ownership/share_walk.h"

#include <algorithm>
#include <array>
#include <utility>

namespace heaptrail {

namespace {

/// The number of what leads out of the range of a walk. As many are never on the way: each takes 16 bytes there.
constexpr uint32_t kLeadingOut = ObjectShare::kDivided - 1;

uint64_t divided(uint64_t owned, uint64_t references) { return references <= 1 ? owned : owned / references; }

}  // namespace

bool ShareWalk::divideBefore(ObjectIndex object) {
  ObjectShare& share = shares_[object.value()];
  share.takeTogether();
  if (!isDividedBefore(object)) return false;
  if (isCounted(object)) {
    const Sum own = addObject(object.value());
    share.divide(divided(own.owned, own.references));
    return false;
  }
  // Who refers to it owns nothing of it.
  share.divide(0);
  return true;
}

void ShareWalk::visit(ObjectIndex start) {
  const ObjectShare& share = shares_[start.value()];
  if (share.isDivided() || share.number() != 0 || divideAtOnce(start.value())) return;
  enter(start.value());
  while (!way_.empty()) {
    const Next next = step();
    if (next == Next::kEntered) continue;
    if (next == Next::kLeadsOut) {
      leaveOpen();
      return;
    }
    const Visit visit = way_.back();
    way_.pop_back();
    if (!way_.empty()) way_.back().lowest = std::min(way_.back().lowest, visit.lowest);
    if (visit.lowest == shares_[visit.object].number()) closeCycle(visit.object);
  }
}

/// What most objects need: all they refer to is divided.
bool ShareWalk::divideAtOnce(uint32_t object) {
  constexpr size_t kFew = 16;
  std::array<ObjectIndex, kFew> few;
  size_t count = 0;
  bool isReady = true;
  graph_.forEachReference(ObjectIndex(object), [&](ObjectIndex target) {
    isReady = isReady && (isInside(target) ? shares_[target.value()].isDivided() : isDividedBefore(target));
    if (count < kFew) few[count] = target;
    ++count;
  });
  if (!isReady) return false;
  Sum sum;
  if (count <= kFew) {
    sum = addObject(object);
    const uint32_t group = groupOf_[object];
    for (size_t i = 0; i < count; ++i) addReference(group, few[i], sum);
  } else {
    sum = addUp(object);
  }
  shares_[object].divide(divided(sum.owned, sum.references));
  return true;
}

void ShareWalk::enter(uint32_t object) {
  open_.push_back(object);
  const auto number = static_cast<uint32_t>(open_.size());
  shares_[object].setNumber(number);
  way_.push_back({object, 0, number});
}

/// Goes on to the next object that is not known yet, if there is one below this one.
ShareWalk::Next ShareWalk::step() {
  Visit& visit = way_.back();
  const ObjectIndex object(visit.object);
  const auto references = heap_.references(object);
  const bool hasWeak = !graph_.weakSlots(heap_.typeOf(object)).empty();
  const SlotSet weak = hasWeak ? weakPositions(object) : SlotSet();
  while (visit.nextReference < references.size()) {
    const uint32_t position = visit.nextReference++;
    if (hasWeak && weak.has(position)) continue;
    const ObjectIndex target = references[position];
    if (!isInside(target)) {
      if (isDividedBefore(target)) continue;
      return Next::kLeadsOut;
    }
    const ObjectShare& share = shares_[target.value()];
    if (share.isDivided()) continue;
    if (share.number() == kLeadingOut) return Next::kLeadsOut;
    if (share.number() != 0) {
      visit.lowest = std::min(visit.lowest, share.number());
    } else if (!divideAtOnce(target.value())) {
      enter(target.value());
      return Next::kEntered;
    }
  }
  return Next::kNothing;
}

/// The positions of references of an object that do not count.
SlotSet ShareWalk::weakPositions(ObjectIndex object) const {
  SlotSet positions;
  const SlotSet& weak = graph_.weakSlots(heap_.typeOf(object));
  uint32_t next = 0;
  heap_.forEachSlot(object, [&](ObjectIndex, uint32_t slot) {
    if (weak.has(slot)) positions.add(next);
    ++next;
  });
  return positions;
}

/// The objects from `first` on are one: what they own together is divided among the references from elsewhere.
void ShareWalk::closeCycle(uint32_t first) {
  size_t begin = open_.size();
  Sum sum;
  do {
    const Sum member = addUp(open_[--begin]);
    sum.owned += member.owned;
    sum.references += member.references;
  } while (open_[begin] != first);
  const uint64_t share = divided(sum.owned, sum.references);
  for (size_t member = begin; member < open_.size(); ++member) shares_[open_[member]].divide(share);
  open_.resize(begin);
}

/// All that is open leads to the end of the way, so it leads out with it.
void ShareWalk::leaveOpen() {
  for (const uint32_t object : open_) shares_[object].setNumber(kLeadingOut);
  left_.insert(left_.end(), open_.begin(), open_.end());
  open_.clear();
  way_.clear();
}

std::vector<uint32_t> ShareWalk::takeLeft() {
  for (const uint32_t object : left_) shares_[object].setNumber(0);
  return std::move(left_);
}

/// What an object owns, and how many references lead to it from outside of its cycle.
ShareWalk::Sum ShareWalk::addUp(uint32_t object) {
  const uint32_t group = groupOf_[object];
  Sum sum = addObject(object);
  graph_.forEachReference(ObjectIndex(object), [&](ObjectIndex target) { addReference(group, target, sum); });
  return sum;
}

/// The same without what it refers to.
ShareWalk::Sum ShareWalk::addObject(uint32_t object) {
  const uint64_t bytes = heap_.shallowBytes(ObjectIndex(object));
  sizes_[groupOf_[object]] += {1, bytes};
  return {bytes << kOwnershipShift, shares_[object].references()};
}

void ShareWalk::addReference(uint32_t from, ObjectIndex target, Sum& sum) {
  QuotientArc& arc = arcs_(from, groupOf_[target.value()]);
  ++arc.references;
  const ObjectShare& share = shares_[target.value()];
  if (share.isDivided()) {
    sum.owned += share.share();
    arc.owned += share.share();
  } else {
    // What can be reached from here and is not divided can only be of the same cycle.
    --sum.references;
  }
}

}  // namespace heaptrail
