#include "growth/linked_nodes.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "structure/type_families.h"

namespace heaptrail {

namespace {

constexpr size_t kMaxAskedForLinks = 50;
constexpr size_t kMaxLookedBehind = 64;
// So many nodes belong to each object that leads to them, on average.
constexpr size_t kFewestNodes = 4;
// More lead to nodes of many chains.
constexpr size_t kMaxEntrancesOfLists = 16;
constexpr size_t kNodesBetweenChecks = 1 << 12;

}  // namespace

LinkedNodes::LinkedNodes(const ComparedHeaps& heaps, const GrowthTree& tree, const GrowthPlace& place,
                         const Containers& containers)
    : heaps_(heaps),
      place_(place),
      above_(place.parent == GrowthTree::kWholeHeap ? nullptr : &tree[place.parent]),
      containers_(containers),
      areLinked_(!place.isClass && areLinked()),
      isBelowList_(above_ != nullptr && !above_->isClass && canBeList()) {}

/// Below an array, each of its elements may have nodes of its own.
bool LinkedNodes::mayHaveEntrances() const {
  const bool isArray = above_ != nullptr && heaps_.names->typeName(above_->type).ends_with("[]");
  return areLinked_ && (!isBelowList_ || isArray);
}

/// The other node of its kind that refers to a node, by itself or by an atomic reference in which it keeps that; none
/// where this is not how one refers to it.
ObjectIndex LinkedNodes::linkedNode(ObjectIndex referrer, ObjectIndex node) const {
  const auto isNode = [&](ObjectIndex object) {
    return object.exists() && object != node && heap().typeOf(object) == heap().typeOf(node);
  };
  if (isNode(referrer)) return referrer;
  const ObjectIndex holder = containers_.holderOf(referrer);
  return isNode(holder) ? holder : ObjectIndex::none();
}

/// Whether what is above nodes can be their list: one of their family, or of their library if it refers to a node
/// itself, or by an object that it has for that.
bool LinkedNodes::canBeList() const {
  const std::string_view type = heaps_.names->typeName(place_.type);
  const std::string_view list = heaps_.names->typeName(above_->type);
  if (isOfSameFamily(type, list)) return true;
  if (isOfJdk(type) || libraryOf(type) != libraryOf(list) || above_->at(EndOfWindow::kTo).empty()) return false;
  const TypeId wanted = heap().typeOf(place_.at(EndOfWindow::kTo).front());
  const auto isNode = [&](ObjectIndex object) { return heap().typeOf(object) == wanted; };
  return std::ranges::any_of(heap().references(above_->at(EndOfWindow::kTo).front()), [&](ObjectIndex target) {
    const auto behind = heap().references(target);
    return isNode(target) || std::ranges::any_of(behind.first(std::min(behind.size(), kMaxLookedBehind)), isNode);
  });
}

bool LinkedNodes::areLinked() const {
  const auto members = place_.at(EndOfWindow::kTo);
  const auto asked = members.first(std::min(members.size(), kMaxAskedForLinks));
  const auto linked = std::ranges::count_if(asked, [&](ObjectIndex member) {
    return std::ranges::any_of(containers_.someReferrers(member),
                               [&](ObjectIndex referrer) { return linkedNode(referrer, member).exists(); });
  });
  return 2 * static_cast<size_t>(linked) >= asked.size();
}

Result<ContainersByHead> LinkedNodes::entrances(Progress& progress) const {
  const auto members = place_.at(EndOfWindow::kTo);
  std::vector<ObjectIndex> nodes(members.begin(), members.end());
  BitSet seen(heap().objectCount());
  for (const ObjectIndex node : nodes) seen.set(node.value());
  std::map<TypeId, ContainersByHead> byType;
  std::vector<Entrance> entered;
  std::set<TypeId> linkTypes;
  for (size_t next = 0; next < nodes.size(); ++next) {
    if (next % kNodesBetweenChecks == 0 && !progress.advance(0)) return cancelledError();
    for (const ObjectIndex referrer : containers_.reverse().referrers(nodes[next])) {
      if (const ObjectIndex other = linkedNode(referrer, nodes[next]); other.exists()) {
        if (other != referrer) linkTypes.insert(heap().typeOf(referrer));
        // The latest ones are held by one alone, and are at another place.
        if (seen.insert(other.value())) nodes.push_back(other);
      } else if (leadsToNodes(referrer, nodes[next])) {
        byType[heap().typeOf(referrer)].try_emplace(referrer, referrer);
        if (entered.size() <= kMaxEntrancesOfLists) entered.emplace_back(referrer, nodes[next]);
      }
    }
  }
  if (ContainersByHead list = listEnteredTwice(entered, linkTypes); !list.empty()) return list;
  const auto most = std::ranges::max_element(byType, {}, [](const auto& type) { return type.second.size(); });
  if (most == byType.end() || most->second.size() < 2 || kFewestNodes * most->second.size() > nodes.size()) {
    return ContainersByHead();
  }
  return std::move(most->second);
}

/// A list that is linked in both directions leads to both of its ends. Whoever knows one node holds all others as well,
/// without being what they are for: an element that knows its own, and is still in some queue.
ContainersByHead LinkedNodes::listEnteredTwice(const std::vector<Entrance>& entered,
                                               const std::set<TypeId>& linkTypes) const {
  if (entered.size() > kMaxEntrancesOfLists) return {};
  std::map<ObjectIndex, size_t> counts;
  ContainersByHead lists;
  for (const auto& [referrer, node] : entered) {
    const bool isLink = linkTypes.contains(heap().typeOf(referrer));
    const ObjectIndex holder = isLink ? containers_.holderOf(referrer) : referrer;
    if (!holder.exists() || ++counts[holder] < 2) continue;
    const Container container = containers_.of(referrer, node);
    lists.try_emplace(container.head(), container);
  }
  return lists.size() == 1 ? std::move(lists) : ContainersByHead();
}

/// Whether it is neither an array nor a list of others.
bool LinkedNodes::leadsToNodes(ObjectIndex referrer, ObjectIndex node) const {
  const Type& type = heap().symbols()[heap().typeOf(referrer)];
  return type.shape == TypeShape::kInstance && !heap().typeOfClassObject(referrer).exists() && !isOfJdk(type.name) &&
         !heaps_.ends.to.graph->isApart(referrer) && !containers_.dominates(node, referrer);
}

}  // namespace heaptrail
