#include "growth/weak_keys.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace heaptrail {

namespace {

// Of what piled up, so many are asked for their keys, and this share of them must have one that the same others hold.
constexpr size_t kMaxEntriesAsked = 200;
constexpr double kMostOfThem = 0.5;
// An object with more referrers than this is one that everybody knows.
constexpr size_t kMaxReferrersOfKey = 64;

class KeyHolders {
 public:
  KeyHolders(const std::vector<GrowingContainers>& growing, const ComparedHeaps& heaps, const GrowthTree& tree,
             const Containers& containers)
      : growing_(growing), graph_(*heaps.to.graph), tree_(tree), containers_(containers) {
    for (size_t i = 0; i < growing.size(); ++i) {
      for (const Container& container : growing[i].containers) byHead_.emplace(container.head(), i);
    }
  }

  /// The containers that hold most keys of these, if they are not these themselves.
  std::optional<size_t> of(size_t number) const {
    const Accumulation& accumulation = growing_[number].accumulations.front();
    if (!accumulation.inNumber) return std::nullopt;
    const auto entries = tree_[entriesIn(accumulation.place)].at(EndOfWindow::kTo);
    const size_t step = std::max<size_t>(1, entries.size() / kMaxEntriesAsked);
    std::map<size_t, size_t> held;
    size_t asked = 0;
    for (size_t i = 0; i < entries.size(); i += step) {
      ++asked;
      std::set<size_t> holders;
      for (const ObjectIndex key : weakKeysOf(entries[i])) addHolders(key, holders);
      for (const size_t holder : holders) ++held[holder];
    }
    const auto most = std::ranges::max_element(held, {}, [](const auto& holder) { return holder.second; });
    if (most == held.end() || most->first == number) return std::nullopt;
    if (static_cast<double>(most->second) < kMostOfThem * static_cast<double>(asked)) return std::nullopt;
    return most->first;
  }

 private:
  /// Of tables that pile up, what most of their growth is in.
  uint32_t entriesIn(uint32_t place) const {
    const GrowthPlace& table = tree_[place];
    const Heap& heap = graph_.heap();
    const auto members = table.at(EndOfWindow::kTo);
    const bool isArray = !members.empty() && heap.symbols()[heap.typeOf(members.front())].shape != TypeShape::kInstance;
    const auto& below = tree_.children(place);
    if (!isArray || below.empty()) return place;
    return below.front();
  }

  /// What an entry refers to weakly, itself or through a reference object of its own.
  std::vector<ObjectIndex> weakKeysOf(ObjectIndex entry) const {
    std::vector<ObjectIndex> keys;
    addReferent(entry, keys);
    graph_.forEachReference(entry, [&](ObjectIndex part) { addReferent(part, keys); });
    return keys;
  }

  void addReferent(ObjectIndex reference, std::vector<ObjectIndex>& keys) const {
    const Heap& heap = graph_.heap();
    const uint32_t weakSlot = heap.weakSlot(heap.typeOf(reference));
    if (weakSlot == Heap::kNoSlot) return;
    heap.forEachSlot(reference, [&](ObjectIndex target, uint32_t slot) {
      if (slot == weakSlot && graph_.live().test(target.value())) keys.push_back(target);
    });
  }

  void addHolders(ObjectIndex key, std::set<size_t>& holders) const {
    const auto referrers = containers_.reverse().referrers(key);
    for (const ObjectIndex referrer : referrers.first(std::min(referrers.size(), kMaxReferrersOfKey))) {
      if (containers_.dominates(key, referrer) || graph_.heap().typeOfClassObject(referrer).exists()) continue;
      const auto holder = byHead_.find(containers_.of(referrer, key).head());
      if (holder != byHead_.end()) holders.insert(holder->second);
    }
  }

  const std::vector<GrowingContainers>& growing_;
  const LiveGraph& graph_;
  const GrowthTree& tree_;
  const Containers& containers_;
  std::map<ObjectIndex, size_t> byHead_;
};

}  // namespace

void putBehindHoldersOfKeys(std::vector<GrowingContainers>& growing, const ComparedHeaps& heaps, const GrowthTree& tree,
                            const Containers& containers) {
  const KeyHolders keyHolders(growing, heaps, tree, containers);
  std::map<size_t, std::vector<size_t>> followers;
  std::vector<bool> follows(growing.size());
  for (size_t i = 0; i < growing.size(); ++i) {
    if (growing[i].containers.empty()) continue;
    const std::optional<size_t> holders = keyHolders.of(i);
    // Who follows others is not followed.
    if (!holders || follows[*holders] || followers.contains(i)) continue;
    followers[*holders].push_back(i);
    follows[i] = true;
  }
  if (followers.empty()) return;
  std::vector<std::pair<int64_t, size_t>> order;
  for (size_t i = 0; i < growing.size(); ++i) {
    if (follows[i]) continue;
    int64_t together = growing[i].gained;
    if (const auto behind = followers.find(i); behind != followers.end()) {
      for (const size_t follower : behind->second) together += growing[follower].gained;
    }
    order.emplace_back(together, i);
  }
  std::ranges::stable_sort(order, std::ranges::greater{}, [](const auto& each) { return each.first; });
  std::vector<GrowingContainers> sorted;
  for (const auto& [together, i] : order) {
    const ObjectIndex head = growing[i].containers.empty() ? ObjectIndex::none() : growing[i].containers.front().head();
    sorted.push_back(std::move(growing[i]));
    for (const size_t follower : followers[i]) {
      growing[follower].holderOfKeys = head;
      sorted.push_back(std::move(growing[follower]));
    }
  }
  growing = std::move(sorted);
}

}  // namespace heaptrail
