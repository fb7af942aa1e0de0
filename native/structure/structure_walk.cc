#include "structure/structure_walk.h"

#include <algorithm>

namespace heaptrail {

namespace {

// Every reference's type is somewhere else in memory: so many are fetched ahead.
constexpr size_t kTargetsAhead = 16;

}  // namespace

StructureWalk::StructureWalk(const LiveGraph& graph, const dsl::DescribedTypes& types)
    : graph_(graph),
      types_(types),
      work_(graph.heap()),
      isMember_(graph.heap().objectCount()),
      followed_(graph.heap().objectCount()) {}

StructureWalk::End StructureWalk::run(ObjectIndex head, Descent descent, uint64_t mostObjects,
                                      const Progress& progress) {
  forgetLast();
  if (descent == Descent::kContainedToo && types_.scopeCount() > 1) followedIn_.resize(types_.scopeCount());
  waiting_.push_back(head);
  uint64_t nextCheck = kObjectsBetweenChecks;
  while (!work_.empty() || !waiting_.empty()) {
    if (work_.empty()) {
      const ObjectIndex next = waiting_.back();
      waiting_.pop_back();
      const TypeId type = graph_.heap().typeOf(next);
      scope_ = types_.scopeBelow(type);
      enter(next, type);
      continue;
    }
    scan(work_.pop(), descent);
    if (members_.size() > mostObjects) return End::kTooLarge;
    if (members_.size() < nextCheck) continue;
    nextCheck = members_.size() + kObjectsBetweenChecks;
    if (progress.cancelled()) return End::kCancelled;
  }
  return End::kComplete;
}

void StructureWalk::forgetLast() {
  while (!work_.empty()) work_.pop();
  waiting_.clear();
  for (const ObjectIndex member : members_) {
    isMember_.clear(member.value());
    followed_.clear(member.value());
    for (BitSet& followed : followedIn_) {
      if (followed.size() > 0) followed.clear(member.value());
    }
  }
  members_.clear();
  contained_.clear();
  bytes_ = 0;
  leaves_ = 0;
}

void StructureWalk::scan(ObjectIndex part, Descent descent) {
  const Heap& heap = graph_.heap();
  const TypeId type = heap.typeOf(part);
  const dsl::Step* const steps = types_.stepsFrom(type, scope_);
  // Only a weak reference can lead to what is not live.
  const bool mayBeDead = !heap.weakSlots(type).empty();
  const std::span<const ObjectIndex> targets = heap.references(part);
  for (size_t i = 0; i < std::min(kTargetsAhead, targets.size()); ++i) heap.prefetch(targets[i]);
  for (size_t i = 0; i < targets.size(); ++i) {
    if (i + kTargetsAhead < targets.size()) heap.prefetch(targets[i + kTargetsAhead]);
    const ObjectIndex target = targets[i];
    const TypeId targetType = heap.typeOf(target);
    const dsl::Step step = steps[targetType.value()];
    if (step == dsl::Step::kOutside || (mayBeDead && !graph_.live().test(target.value()))) continue;
    meet(target, step, targetType, descent);
  }
}

void StructureWalk::meet(ObjectIndex target, dsl::Step step, TypeId type, Descent descent) {
  switch (step) {
    case dsl::Step::kOutside:
      return;
    case dsl::Step::kLeaf:
      if (addMember(target, type)) ++leaves_;
      return;
    case dsl::Step::kInner:
      enter(target, type);
      return;
    case dsl::Step::kContained:
      if (descent == Descent::kContainedToo) {
        if (types_.scopeBelow(type) == scope_) {
          enter(target, type);
        } else {
          waiting_.push_back(target);
        }
      } else if (addMember(target, type)) {
        ++leaves_;
        contained_.push_back(target);
      }
      return;
  }
}

/// Inner parts, and the heads whose references are followed.
void StructureWalk::enter(ObjectIndex object, TypeId type) {
  const bool isFirst = followed_.insert(object.value());
  if (followedIn_.empty() ? !isFirst : !followedHere().insert(object.value())) return;
  if (!addMember(object, type) && isFirst) --leaves_;  // it was taken for one so far
  if (types_.leadsOn(type, scope_)) work_.push(object);
}

BitSet& StructureWalk::followedHere() {
  BitSet& here = followedIn_[scope_.value()];
  if (here.size() == 0) here = BitSet(graph_.heap().objectCount());
  return here;
}

bool StructureWalk::addMember(ObjectIndex object, TypeId type) {
  if (!isMember_.insert(object.value())) return false;
  members_.push_back(object);
  bytes_ += graph_.heap().shallowBytes(object, type);
  return true;
}

}  // namespace heaptrail
