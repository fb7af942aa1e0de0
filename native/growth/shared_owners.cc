#include "growth/shared_owners.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "base/try.h"
#include "graph/finalizers.h"

namespace heaptrail {

namespace {

// Of things that several hold, so many are asked for who that is.
constexpr size_t kMaxAsked = 2000;
// Who holds this share of them is one of the owners.
constexpr double kMostOfThem = 0.5;
// A session is held by its connection, that by another that hides it, that by its place in a pool.
constexpr size_t kMaxStepsToOwners = 3;
constexpr size_t kMaxOwnersOfOne = 200;

// Owners that hold no more things than this, on average, are no place where these pile up.
constexpr size_t kOfEach = 4;
// Of things in units of their own, so many are followed upwards, and so far; and so far beyond the first that is found.
constexpr size_t kMaxUnitsAsked = 100;
constexpr size_t kMaxStepsInUnit = 8;
constexpr size_t kStepsBehindFirst = 2;
constexpr size_t kMaxInstancesAsked = 4;

/// Beside real containers, objects that only know what is in them are no owners.
ContainersByHead preferContainers(ContainersByHead owners) {
  const auto isOne = [](const auto& owner) { return owner.second.holdsParts(); };
  if (!std::ranges::any_of(owners, isOne)) return owners;
  std::erase_if(owners, [&](const auto& owner) { return !isOne(owner); });
  return owners;
}

}  // namespace

SharedOwners::SharedOwners(const ComparedHeaps& heaps, const Containers& containers)
    : heaps_(heaps), containers_(containers), finalizer_(finalizerType(heaps.ends.to.heap().symbols())) {}

/// Where only one container is found though it does not hold them alone, those who hold one member each are asked in
/// turn for who holds them: of pooled connections, the pool is an owner of their sessions. And where each has an owner
/// of its own, they pile up with it: a loader with its classes, a connection with all that it has.
Result<ContainersByHead> SharedOwners::of(const GrowthPlace& place, Progress& progress) const {
  ContainersByHead owners = TRY(nearest(place, 0, progress));
  if (owners.size() == 1 && owners.begin()->second.holdsParts()) {
    ContainersByHead further = TRY(nearest(place, kMaxStepsToOwners, progress));
    leaveOutParts(further);
    if (further.size() > 1) owners = std::move(further);
  } else if (owners.size() > GrowingContainers::kMaxOwners && kOfEach * owners.size() > place.count(EndOfWindow::kTo)) {
    ContainersByHead ofUnits = TRY(this->ofUnits(place, progress));
    if (!ofUnits.empty()) owners = std::move(ofUnits);
  }
  return owners;
}

Result<ContainersByHead> SharedOwners::nearest(const GrowthPlace& place, size_t stepsBehind, Progress& progress) const {
  const std::span<const ObjectIndex> members = place.at(EndOfWindow::kTo);
  const size_t step = std::max<size_t>(1, members.size() / kMaxAsked);
  ContainersByHead all;
  Counts held;
  size_t asked = 0;
  for (size_t i = 0; i < members.size(); i += step) {
    ++asked;
    // Asked once more, they are not counted again.
    const size_t passed = stepsBehind == 0 ? std::min(step, members.size() - i) : 0;
    if (!progress.advance(passed)) return cancelledError();
    std::set<ObjectIndex> owners;
    addOwners(members[i], stepsBehind, all, owners);
    for (const ObjectIndex owner : owners) ++held[owner];
  }
  return preferContainers(choose(all, held, kMostOfThem * static_cast<double>(asked)));
}

/// What passes, waits or lists things for the JVM holds nothing, and what a thing holds itself does not own it.
bool SharedOwners::canOwn(ObjectIndex referrer, ObjectIndex member) const {
  return !heaps_.ends.to.graph->isApart(referrer) && heap().typeOf(referrer) != finalizer_ &&
         !containers_.dominates(member, referrer);
}

/// The nearest first.
void SharedOwners::addOwners(ObjectIndex member, size_t stepsBehind, ContainersByHead& all,
                             std::set<ObjectIndex>& owners) const {
  std::vector<ObjectIndex> level{member};
  for (size_t steps = 0; steps <= stepsBehind; ++steps) {
    std::vector<ObjectIndex> next;
    for (const ObjectIndex object : level) {
      for (const ObjectIndex referrer : containers_.someReferrers(object)) {
        if (owners.size() == kMaxOwnersOfOne) return;
        if (!canOwn(referrer, member) || heap().typeOfClassObject(referrer).exists()) continue;
        const Container container = containers_.of(referrer, object);
        const ObjectIndex head = container.head();
        all.try_emplace(head, container);
        if (owners.insert(head).second && !container.holdsParts()) next.push_back(head);
      }
    }
    level = std::move(next);
  }
}

/// Those that each hold most of what was asked for; where none does, those of the type that together do.
ContainersByHead SharedOwners::choose(ContainersByHead& all, const Counts& held, double enough) const {
  std::vector<std::pair<size_t, ObjectIndex>> ranked;
  std::map<std::string_view, size_t> byType;
  for (const auto& [head, count] : held) {
    byType[nameOf(head)] += count;
    if (static_cast<double>(count) >= enough) ranked.emplace_back(count, head);
  }
  std::ranges::stable_sort(ranked, std::ranges::greater{}, [](const auto& owner) { return owner.first; });
  if (ranked.size() > GrowingContainers::kMaxOwners) ranked.resize(GrowingContainers::kMaxOwners);
  ContainersByHead chosen;
  for (const auto& [count, head] : ranked) chosen.emplace(head, std::move(all.at(head)));
  if (!chosen.empty()) return chosen;
  const auto most = std::ranges::max_element(byType, {}, [](const auto& type) { return type.second; });
  if (most == byType.end() || static_cast<double>(most->second) < enough) return chosen;
  for (auto& [head, container] : all) {
    if (nameOf(head) == most->first) chosen.emplace(head, std::move(container));
  }
  return chosen;
}

/// What holds things that hold each other, each in a unit of its own: whoever holds most units, at the nearest objects
/// outside. Steps go upwards in all units at once, and no further than to what holds most of them.
Result<ContainersByHead> SharedOwners::ofUnits(const GrowthPlace& place, Progress& progress) const {
  const std::span<const ObjectIndex> members = place.at(EndOfWindow::kTo);
  const size_t step = std::max<size_t>(1, members.size() / kMaxUnitsAsked);
  std::vector<Unit> units;
  for (size_t i = 0; i < members.size(); i += step) units.push_back({members[i], {members[i]}, {members[i]}});
  const double enough = kMostOfThem * static_cast<double>(units.size());
  ContainersByHead all;
  ContainersByHead common;
  Counts held;
  size_t stepsLeft = kMaxStepsInUnit;
  while (stepsLeft-- > 0) {
    for (Unit& unit : units) {
      if (!progress.advance(0)) return cancelledError();
      stepUp(unit, common, all, held);
    }
    const bool isFirst = common.empty();
    for (const auto& [head, count] : held) {
      if (static_cast<double>(count) >= enough && all.at(head).holdsParts()) common.try_emplace(head, all.at(head));
    }
    // Several tables of one object are not always as near.
    if (isFirst && !common.empty()) stepsLeft = std::min(stepsLeft, kStepsBehindFirst);
  }
  leaveOutParts(common);
  while (common.size() > GrowingContainers::kMaxOwners) common.erase(std::prev(common.end()));
  return common;
}

/// To what refers to the objects of the last step, and to instances of classes.
void SharedOwners::stepUp(Unit& unit, const ContainersByHead& common, ContainersByHead& all, Counts& held) const {
  const std::vector<ObjectIndex> level = std::exchange(unit.level, {});
  const auto meet = [&](const Container& container) {
    const ObjectIndex head = container.head();
    if (unit.met.size() == kMaxOwnersOfOne || !unit.met.insert(head).second) return;
    unit.level.push_back(head);
    ++held[head];
    all.try_emplace(head, container);
  };
  for (const ObjectIndex object : level) {
    if (common.contains(object)) continue;
    for (const ObjectIndex referrer : containers_.someReferrers(object)) {
      if (!canOwn(referrer, unit.member)) continue;
      const TypeId described = heap().typeOfClassObject(referrer);
      // The application's own classes are no parts of anything.
      if (described.exists() && !heap().loaderOf(described).exists()) continue;
      meet(described.exists() ? Container(referrer) : containers_.of(referrer, object));
    }
    for (const ObjectIndex instance : instancesOf(heap().typeOfClassObject(object))) meet(Container(instance));
  }
}

/// A few of those that keep their class alive, and with it its loader.
std::span<const ObjectIndex> SharedOwners::instancesOf(TypeId type) const {
  if (!type.exists() || !heap().loaderOf(type).exists()) return {};
  if (instances_.empty()) {
    instances_.resize(heap().symbols().types.size());
    const LiveGraph& graph = *heaps_.ends.to.graph;
    graph.live().forEach([&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      const TypeId of = heap().typeOf(object);
      std::vector<ObjectIndex>& some = instances_[of.value()];
      if (some.size() < kMaxInstancesAsked && graph.keptClass(of).exists()) some.push_back(object);
    });
  }
  return instances_[type.value()];
}

/// A map that another container is made of does not hold things beside it.
void SharedOwners::leaveOutParts(ContainersByHead& owners) const {
  std::erase_if(owners, [&](const auto& owner) {
    return std::ranges::any_of(owners, [&](const auto& other) {
      return other.first != owner.first && containers_.dominates(other.first, owner.first);
    });
  });
}

}  // namespace heaptrail
