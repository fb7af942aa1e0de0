#include "growth/weak_keys.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "graph/root_paths.h"

namespace heaptrail {

namespace {

// Of what piled up, so many are asked for their keys, and this share of them must have one that the same others hold.
constexpr size_t kMaxEntriesAsked = 200;
constexpr double kMostOfTheKeys = 0.5;

class KeyHolders {
 public:
  KeyHolders(const std::vector<GrowingContainers>& growing, const ComparedHeaps& heaps, const GrowthTree& tree,
             const Containers& containers)
      : growing_(growing), graph_(*heaps.ends.to.graph), tree_(tree), containers_(containers) {}

  /// Who holds most keys of these containers: others that grow, if they do; none() where nobody does. Who holds them
  /// softly lets go of them before memory ends, and is named only where nobody holds them for good.
  ObjectIndex of(size_t number) const {
    const ObjectIndex forGood = of(number, SoftReferences::kLeaveOut);
    return forGood.exists() ? forGood : of(number, SoftReferences::kFollow);
  }

  /// A key that nothing but its own entry keeps alive, in these containers; nothing where that is not so for most of
  /// them.
  std::optional<HeldKey> heldByEntry(size_t number) const {
    std::optional<HeldKey> example;
    size_t held = 0;
    const size_t asked = forEachEntryAsked(number, [&](ObjectIndex entry) {
      const std::vector<ObjectIndex> keys = weakKeysOf(entry);
      const auto key = std::ranges::find_if(keys, [&](ObjectIndex one) { return containers_.dominates(entry, one); });
      if (key == keys.end()) return;
      const ObjectIndex holder = oneHolderOf(*key);
      if (!holder.exists()) return;
      ++held;
      if (!example) example = HeldKey{*key, holder};
    });
    return areMost(held, asked) ? example : std::nullopt;
  }

  /// Which of those that grow a head belongs to.
  std::optional<size_t> growingWith(ObjectIndex head) const {
    for (size_t i = 0; i < growing_.size(); ++i) {
      if (std::ranges::binary_search(growing_[i].containers, head, {}, &Container::head)) return i;
    }
    return std::nullopt;
  }

 private:
  ObjectIndex of(size_t number, SoftReferences soft) const {
    std::map<ObjectIndex, size_t> held;
    const size_t asked = forEachEntryAsked(number, [&](ObjectIndex entry) {
      std::set<ObjectIndex> holders;
      for (const ObjectIndex key : weakKeysOf(entry)) addHolders(key, soft, holders);
      for (const ObjectIndex holder : holders) ++held[holder];
    });
    const auto growsItself = [&](ObjectIndex head) { return growingWith(head) == number; };
    std::erase_if(held,
                  [&](const auto& holder) { return growsItself(holder.first) || !areMost(holder.second, asked); });
    const auto most = std::ranges::max_element(
        held, {}, [&](const auto& holder) { return std::pair(growingWith(holder.first).has_value(), holder.second); });
    return most == held.end() ? ObjectIndex::none() : most->first;
  }

  static bool areMost(size_t held, size_t asked) {
    return held > 0 && static_cast<double>(held) >= kMostOfTheKeys * static_cast<double>(asked);
  }

  /// How many there are: some of what piled up, evenly.
  template <typename Visit>
  size_t forEachEntryAsked(size_t number, Visit&& visit) const {
    const Accumulation& accumulation = growing_[number].accumulations.front();
    if (!accumulation.inNumber) return 0;
    const auto entries = tree_[entriesIn(accumulation.place)].at(EndOfWindow::kTo);
    const size_t step = std::max<size_t>(1, entries.size() / kMaxEntriesAsked);
    size_t asked = 0;
    for (size_t i = 0; i < entries.size(); i += step, ++asked) visit(entries[i]);
    return asked;
  }

  /// Of tables that pile up, what most of their growth is in.
  uint32_t entriesIn(uint32_t place) const {
    const Heap& heap = graph_.heap();
    const auto members = tree_[place].at(EndOfWindow::kTo);
    const bool isArray = !members.empty() && heap.symbols()[heap.typeOf(members.front())].shape != TypeShape::kInstance;
    const auto below = tree_.children(place);
    return isArray && !below.empty() ? below.front() : place;
  }

  /// What an entry refers to weakly, itself or through a reference object of its own.
  std::vector<ObjectIndex> weakKeysOf(ObjectIndex entry) const {
    std::vector<ObjectIndex> keys;
    addReferent(entry, keys);
    graph_.forEachReference(entry, [&](ObjectIndex part) { addReferent(part, keys); });
    return keys;
  }

  void addReferent(ObjectIndex reference, std::vector<ObjectIndex>& keys) const {
    graph_.heap().forEachReferent(reference, [&](ObjectIndex target) {
      if (graph_.live().test(target.value())) keys.push_back(target);
    });
  }

  /// Calls `visit(referrer)` for what keeps a key alive, some of it.
  template <typename Visit>
  void forEachHolder(ObjectIndex key, SoftReferences soft, Visit&& visit) const {
    for (const ObjectIndex referrer : containers_.someReferrers(key)) {
      if (containers_.dominates(key, referrer) || slotTo(graph_, soft, referrer, key) == Heap::kNoSlot) continue;
      visit(referrer);
    }
  }

  /// Containers, not all that refer to a key.
  void addHolders(ObjectIndex key, SoftReferences soft, std::set<ObjectIndex>& holders) const {
    forEachHolder(key, soft, [&](ObjectIndex referrer) {
      if (graph_.heap().typeOfClassObject(referrer).exists()) return;
      const Container container = containers_.of(referrer, key);
      if (container.holdsParts()) holders.insert(container.head());
    });
  }

  ObjectIndex oneHolderOf(ObjectIndex key) const {
    ObjectIndex first = ObjectIndex::none();
    forEachHolder(key, SoftReferences::kFollow, [&](ObjectIndex holder) {
      if (!first.exists()) first = holder;
    });
    return first;
  }

  const std::vector<GrowingContainers>& growing_;
  const LiveGraph& graph_;
  const GrowthTree& tree_;
  const Containers& containers_;
};

/// Each behind those that it follows, and all together where the first of them was.
void putInOrder(std::vector<GrowingContainers>& growing, const std::vector<std::optional<size_t>>& followed) {
  std::vector<size_t> order;
  for (size_t i = 0; i < growing.size(); ++i) order.push_back(i);
  std::vector<size_t> earliest = order;
  for (size_t i = 0; i < growing.size(); ++i) {
    if (followed[i]) earliest[*followed[i]] = std::min(earliest[*followed[i]], i);
  }
  std::ranges::stable_sort(
      order, {}, [&](size_t i) { return std::tuple(earliest[followed[i].value_or(i)], followed[i].has_value()); });
  std::vector<GrowingContainers> sorted;
  for (const size_t i : order) sorted.push_back(std::move(growing[i]));
  growing = std::move(sorted);
}

}  // namespace

std::set<ObjectIndex> unseenHoldersOfKeys(const std::vector<GrowingContainers>& growing, const ComparedHeaps& heaps,
                                          const GrowthTree& tree, const Containers& containers) {
  std::set<ObjectIndex> unseen;
  const KeyHolders keyHolders(growing, heaps, tree, containers);
  for (size_t i = 0; i < growing.size(); ++i) {
    const ObjectIndex holder = growing[i].containers.empty() ? ObjectIndex::none() : keyHolders.of(i);
    if (holder.exists() && !keyHolders.growingWith(holder)) unseen.insert(holder);
  }
  return unseen;
}

Status addHoldersOfKeys(std::vector<GrowingContainers>& growing, const ComparedHeaps& heaps, const GrowthTree& tree,
                        const Containers& containers, Progress& progress) {
  const std::set<ObjectIndex> unseen = unseenHoldersOfKeys(growing, heaps, tree, containers);
  if (unseen.empty()) return {};
  std::set<uint32_t> known;
  for (const GrowingContainers& one : growing) {
    for (const Accumulation& accumulation : one.accumulations) known.insert(accumulation.place);
  }
  std::vector<Accumulation> smaller = findAccumulations(tree, 0);
  std::erase_if(smaller, [&](const Accumulation& accumulation) { return known.contains(accumulation.place); });
  std::vector<GrowingContainers> found = TRY(findGrowingContainers(heaps, tree, smaller, containers, progress));
  for (GrowingContainers& more : found) {
    // Who knows keys weakly is no owner of them.
    std::erase_if(more.containers, [&](const Container& container) { return !unseen.contains(container.head()); });
    if (more.containers.empty() || !more.inNumber()) continue;
    more.shared = more.shared && more.containers.size() > 1;
    growing.push_back(std::move(more));
  }
  return {};
}

void putBehindHoldersOfKeys(std::vector<GrowingContainers>& growing, const ComparedHeaps& heaps, const GrowthTree& tree,
                            const Containers& containers) {
  const KeyHolders keyHolders(growing, heaps, tree, containers);
  std::vector<std::optional<size_t>> followed(growing.size());
  std::vector<ObjectIndex> holders(growing.size(), ObjectIndex::none());
  for (size_t i = 0; i < growing.size(); ++i) {
    if (growing[i].containers.empty()) continue;
    holders[i] = keyHolders.of(i);
    if (!holders[i].exists()) {
      growing[i].heldKey = keyHolders.heldByEntry(i);
      continue;
    }
    const std::optional<size_t> with = keyHolders.growingWith(holders[i]);
    // Who follows others is not followed.
    if (with && !followed[*with] && std::ranges::find(followed, i) == followed.end()) followed[i] = with;
  }
  for (size_t i = 0; i < growing.size(); ++i) growing[i].holderOfKeys = holders[i];
  putInOrder(growing, followed);
}

}  // namespace heaptrail
