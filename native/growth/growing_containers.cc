#include "growth/growing_containers.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/try.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

// Of things that several hold, so many are asked for who that is.
constexpr size_t kMaxAsked = 2000;
// Who holds this share of them is one of the owners.
constexpr double kMostOfThem = 0.5;
constexpr size_t kMaxOwners = 8;
// A session is held by its connection, that by another that hides it, that by its place in a pool.
constexpr size_t kMaxStepsToOwners = 3;
constexpr size_t kMaxOwnersOfOne = 200;
constexpr size_t kMaxAskedForLinks = 50;
// An object with more referrers than this is one that everybody knows.
constexpr size_t kMaxReferrersAsked = 64;
// To ask one object for its container takes microseconds: so many are asked between two looks at whether to go on.
constexpr size_t kAskedBetweenChecks = 1 << 12;

using ByHead = std::map<ObjectIndex, Container>;

class ContainerFinder {
 public:
  ContainerFinder(const ComparedHeaps& heaps, const GrowthTree& tree, const Containers& containers, Progress& progress)
      : heaps_(heaps), tree_(tree), containers_(containers), progress_(progress) {}

  Result<GrowingContainers> find(const Accumulation& accumulation) const {
    GrowingContainers found;
    found.accumulations = {accumulation};
    found.gained = accumulation.gained;
    const GrowthPlace& place = tree_[accumulation.place];
    if (accumulation.inNumber) {
      found.unheld = heldByNobody(heaps_.ends.to, place, heaps_.names->typeName(place.type));
    }
    if (found.unheld != HeldByNobody::kNo) return found;
    const bool isHeldByNoneAlone =
        place.via == HeapPlaces::kShared || place.parent == GrowthTree::kWholeHeap || place.isClass;
    const bool hasOwners = accumulation.inNumber && isHeldByNoneAlone && !isLinked(place);
    ByHead byHead = TRY(hasOwners ? ownersOf(place, found.shared) : holdersOf(accumulation, found.ofData));
    for (auto& [head, container] : byHead) found.containers.push_back(std::move(container));
    return found;
  }

 private:
  const Heap& heap() const { return heaps_.ends.to.heap(); }
  std::string_view nameOf(ObjectIndex object) const { return heap().symbols()[heap().typeOf(object)].name; }

  /// Whether this refers to a node as another node of its kind, or for one: an atomic reference in which that keeps it.
  bool isLink(ObjectIndex referrer, ObjectIndex node) const {
    const auto isNode = [&](ObjectIndex object) {
      return object.exists() && object != node && heap().typeOf(object) == heap().typeOf(node);
    };
    return isNode(referrer) || isNode(containers_.holderOf(referrer));
  }

  /// Whether what is above nodes can be their list: one of their family, or of their library if it refers to a node
  /// itself, or by an object that it has for that.
  bool canBeList(const GrowthPlace& above, const GrowthPlace& node) const {
    const std::string_view type = heaps_.names->typeName(node.type);
    const std::string_view list = heaps_.names->typeName(above.type);
    if (isOfSameFamily(type, list)) return true;
    if (isOfJdk(type) || libraryOf(type) != libraryOf(list) || above.at(EndOfWindow::kTo).empty()) return false;
    const TypeId wanted = heap().typeOf(node.at(EndOfWindow::kTo).front());
    const auto isNode = [&](ObjectIndex object) { return heap().typeOf(object) == wanted; };
    return std::ranges::any_of(heap().references(above.at(EndOfWindow::kTo).front()), [&](ObjectIndex target) {
      const auto behind = heap().references(target);
      return isNode(target) || std::ranges::any_of(behind.first(std::min(behind.size(), kMaxReferrersAsked)), isNode);
    });
  }

  /// Whether these are nodes that hold each other, below one object of their kind: a list's, not several owners'.
  bool isLinked(const GrowthPlace& place) const {
    const GrowthPlace& above = tree_[place.parent];
    if (place.isClass || above.isClass || place.parent == GrowthTree::kWholeHeap || !canBeList(above, place))
      return false;
    const auto members = place.at(EndOfWindow::kTo);
    const auto asked = members.first(std::min(members.size(), kMaxAskedForLinks));
    const auto linked = std::ranges::count_if(asked, [&](ObjectIndex member) {
      const auto referrers = containers_.reverse().referrers(member);
      return std::ranges::any_of(referrers.first(std::min(referrers.size(), kMaxReferrersAsked)),
                                 [&](ObjectIndex referrer) { return isLink(referrer, member); });
    });
    return 2 * static_cast<size_t>(linked) >= asked.size();
  }

  /// The containers of those that hold what piled up; or of that itself, where it grew by itself.
  Result<ByHead> holdersOf(const Accumulation& accumulation, bool& ofData) const {
    const ObjectIndex element = tree_[accumulation.place].at(EndOfWindow::kTo).front();
    ByHead found;
    Containers::Known known;
    const std::vector<ObjectIndex> parts = partsOf(accumulation);
    known.reserve(parts.size());
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i % kAskedBetweenChecks == 0 && !progress_.advance(std::min(kAskedBetweenChecks, parts.size() - i))) {
        return cancelledError();
      }
      const ObjectIndex part = parts[i];
      Container container = containers_.of(part, accumulation.inNumber ? element : part, known);
      known.emplace(part, container.head());
      if (!container.described && !accumulation.isMany) {
        // A few things more in an object are data of the structure that the object is in.
        Container around = containers_.around(container.head());
        if (around.described) {
          container = std::move(around);
          ofData = true;
        }
      }
      const ObjectIndex head = container.head();
      found.try_emplace(head, std::move(container));
    }
    return found;
  }

  /// What holds the objects that piled up, or these themselves. What dominates comes first, so that of a chain of nodes
  /// only the first one asks for the whole way; what refers to nothing dominates nothing, and comes last.
  std::vector<ObjectIndex> partsOf(const Accumulation& accumulation) const {
    const GrowthPlace& place = tree_[accumulation.place];
    const Dominators& dominators = *heaps_.ends.to.dominators;
    BitSet known(heap().objectCount());
    std::vector<ObjectIndex> parts;
    std::vector<ObjectIndex> leaves;
    for (const ObjectIndex object : place.at(EndOfWindow::kTo)) {
      // Nodes that hold nodes of their own kind are not what holds the first of them.
      ObjectIndex part = accumulation.inNumber ? dominators.immediateDominator(object) : object;
      if (!part.exists() || (accumulation.inNumber && !isOf(place.parent, part))) continue;
      // A static field holds one object: what is more was met further inside, and the first holds the others.
      if (tree_[place.parent].isClass) part = object;
      if (known.insert(part.value())) (heaps_.ends.to.graph->isInner(part) ? parts : leaves).push_back(part);
    }
    std::ranges::sort(parts, {}, [&](ObjectIndex part) { return dominators.numberOf(part); });
    parts.insert(parts.end(), leaves.begin(), leaves.end());
    return parts;
  }

  bool isOf(uint32_t place, ObjectIndex object) const {
    const TypeId described = heap().typeOfClassObject(object);
    return heaps_.names->typeOf(EndOfWindow::kTo, described.exists() ? described : heap().typeOf(object)) ==
           tree_[place].type;
  }

  /// Where only one container is found though it does not hold them alone, those who hold one member each are asked in
  /// turn for who holds them: of pooled connections, the pool is an owner of their sessions.
  Result<ByHead> ownersOf(const GrowthPlace& place, bool& shared) const {
    ByHead owners = TRY(ownersOf(place, 0));
    if (owners.size() == 1 && isContainer(owners.begin()->second)) {
      ByHead further = TRY(ownersOf(place, kMaxStepsToOwners));
      leaveOutParts(further);
      if (further.size() > 1) owners = std::move(further);
    }
    shared = owners.size() > 1;
    return owners;
  }

  Result<ByHead> ownersOf(const GrowthPlace& place, size_t stepsBehind) const {
    const std::span<const ObjectIndex> members = place.at(EndOfWindow::kTo);
    const size_t step = std::max<size_t>(1, members.size() / kMaxAsked);
    ByHead all;
    std::map<ObjectIndex, size_t> held;
    size_t asked = 0;
    for (size_t i = 0; i < members.size(); i += step) {
      ++asked;
      // Asked once more, they are not counted again.
      const size_t passed = stepsBehind == 0 ? std::min(step, members.size() - i) : 0;
      if (!progress_.advance(passed)) return cancelledError();
      std::set<ObjectIndex> owners;
      addOwners(members[i], stepsBehind, all, owners);
      for (const ObjectIndex owner : owners) ++held[owner];
    }
    return preferContainers(chooseOwners(all, held, kMostOfThem * static_cast<double>(asked)));
  }

  /// The nearest first.
  void addOwners(ObjectIndex member, size_t stepsBehind, ByHead& all, std::set<ObjectIndex>& owners) const {
    std::vector<ObjectIndex> level{member};
    for (size_t steps = 0; steps <= stepsBehind; ++steps) {
      std::vector<ObjectIndex> next;
      for (const ObjectIndex object : level) {
        const auto referrers = containers_.reverse().referrers(object);
        for (const ObjectIndex referrer : referrers.first(std::min(referrers.size(), kMaxReferrersAsked))) {
          if (owners.size() == kMaxOwnersOfOne) return;
          if (containers_.dominates(member, referrer) || heap().typeOfClassObject(referrer).exists()) continue;
          const Container container = containers_.of(referrer, object);
          const ObjectIndex head = container.head();
          all.try_emplace(head, container);
          if (owners.insert(head).second && !isContainer(container)) next.push_back(head);
        }
      }
      level = std::move(next);
    }
  }

  /// Those that each hold most of what was asked for; where none does, those of the type that together do.
  ByHead chooseOwners(ByHead& all, const std::map<ObjectIndex, size_t>& held, double enough) const {
    std::vector<std::pair<size_t, ObjectIndex>> ranked;
    std::map<std::string_view, size_t> byType;
    for (const auto& [head, count] : held) {
      byType[nameOf(head)] += count;
      if (static_cast<double>(count) >= enough) ranked.emplace_back(count, head);
    }
    std::ranges::stable_sort(ranked, std::ranges::greater{}, [](const auto& owner) { return owner.first; });
    if (ranked.size() > kMaxOwners) ranked.resize(kMaxOwners);
    ByHead chosen;
    for (const auto& [count, head] : ranked) chosen.emplace(head, std::move(all.at(head)));
    if (!chosen.empty()) return chosen;
    const auto most = std::ranges::max_element(byType, {}, [](const auto& type) { return type.second; });
    if (most == byType.end() || static_cast<double>(most->second) < enough) return chosen;
    for (auto& [head, container] : all) {
      if (nameOf(head) == most->first) chosen.emplace(head, std::move(container));
    }
    return chosen;
  }

  /// Beside real containers, objects that only know what is in them are no owners.
  static ByHead preferContainers(ByHead owners) {
    const auto isOne = [](const auto& owner) { return isContainer(owner.second); };
    if (!std::ranges::any_of(owners, isOne)) return owners;
    std::erase_if(owners, [&](const auto& owner) { return !isOne(owner); });
    return owners;
  }
  /// A map that another container is made of does not hold things beside it.
  void leaveOutParts(ByHead& owners) const {
    std::erase_if(owners, [&](const auto& owner) {
      return std::ranges::any_of(owners, [&](const auto& other) {
        return other.first != owner.first && containers_.dominates(other.first, owner.first);
      });
    });
  }
  static bool isContainer(const Container& container) { return container.described || container.way.size() > 1; }

  const ComparedHeaps& heaps_;
  const GrowthTree& tree_;
  const Containers& containers_;
  Progress& progress_;
};

std::vector<ObjectIndex> headsOf(const GrowingContainers& found) {
  std::vector<ObjectIndex> heads;
  for (const Container& container : found.containers) heads.push_back(container.head());
  return heads;
}

void merge(GrowingContainers& into, const GrowingContainers& other) {
  into.accumulations.insert(into.accumulations.end(), other.accumulations.begin(), other.accumulations.end());
  into.gained += other.gained;
}

/// What grew in some of the containers that hold the same, as their tables and nodes did, belongs to these together.
void mergeIntoShared(std::vector<GrowingContainers>& growing) {
  for (size_t i = 0; i < growing.size(); ++i) {
    if (!growing[i].shared) continue;
    const std::vector<ObjectIndex> owners = headsOf(growing[i]);
    for (size_t j = growing.size(); j-- > 0;) {
      const bool isPart = j != i && !growing[j].shared && !growing[j].ofData && !growing[j].containers.empty() &&
                          std::ranges::includes(owners, headsOf(growing[j]));
      if (!isPart) continue;
      merge(growing[i], growing[j]);
      growing.erase(growing.begin() + static_cast<std::ptrdiff_t>(j));
      if (j < i) --i;
    }
  }
}

}  // namespace

Result<std::vector<GrowingContainers>> findGrowingContainers(const ComparedHeaps& heaps, const GrowthTree& tree,
                                                             const std::vector<Accumulation>& accumulations,
                                                             const Containers& containers, Progress& progress) {
  const ContainerFinder finder(heaps, tree, containers, progress);
  std::vector<GrowingContainers> result;
  std::map<std::vector<ObjectIndex>, size_t> known;
  for (const Accumulation& accumulation : accumulations) {
    GrowingContainers found = TRY(finder.find(accumulation));
    const auto [same, isNew] = known.try_emplace(headsOf(found), result.size());
    if (isNew || found.containers.empty()) {
      result.push_back(std::move(found));
      continue;
    }
    merge(result[same->second], found);
  }
  mergeIntoShared(result);
  std::ranges::stable_sort(result, std::ranges::greater{}, &GrowingContainers::gained);
  return result;
}

}  // namespace heaptrail
