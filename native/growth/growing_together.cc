#include "growth/growing_together.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "base/bit_set.h"
#include "growth/infrastructure.h"

namespace heaptrail {

namespace {

// Where there are as many more of one thing as of another, but for a few.
constexpr double kAsMany = 0.95;
// A container has so many nodes and keys of its own for each thing that it shares with others.
constexpr double kOwnForEachShared = 4;
// Of things in parts of an object, so many are asked whether they lead to what these parts share, so far and through so
// many others: an entry of a map to its key, that to one of two.
constexpr size_t kMostAsked = 200;
constexpr size_t kMostStepsToShared = 3;
constexpr size_t kMostObjectsToShared = 32;

const GrowthPlace& placeOf(const GrowingContainers& found, const GrowthTree& tree) {
  return tree[found.accumulations.front().place];
}

/// Ascending.
std::vector<ObjectIndex> headsOf(const GrowingContainers& found) {
  std::vector<ObjectIndex> heads;
  for (const Container& container : found.containers) heads.push_back(container.head());
  return heads;
}

void merge(GrowingContainers& into, const GrowingContainers& other) {
  into.accumulations.insert(into.accumulations.end(), other.accumulations.begin(), other.accumulations.end());
  into.gained += other.gained;
}

void mergeWithSameContainers(std::vector<GrowingContainers>& growing) {
  std::map<std::vector<ObjectIndex>, size_t> known;
  std::vector<GrowingContainers> result;
  for (GrowingContainers& found : growing) {
    const auto [same, isNew] = known.try_emplace(headsOf(found), result.size());
    if (isNew || found.containers.empty()) {
      result.push_back(std::move(found));
    } else {
      merge(result[same->second], found);
    }
  }
  growing = std::move(result);
}

/// What elements of one container share goes with them: views of a list know each other, and the list knows them all.
void mergeWhatElementsShare(std::vector<GrowingContainers>& growing, const GrowthTree& tree) {
  for (size_t i = growing.size(); i-- > 0;) {
    const uint32_t parent = placeOf(growing[i], tree).parent;
    if (!growing[i].shared || parent == GrowthTree::kWholeHeap) continue;
    const auto holder = std::ranges::find_if(growing, [&](const GrowingContainers& other) {
      return !other.shared && !other.ofData && other.inNumber() && other.containers.size() == 1 &&
             placeOf(other, tree).parent == parent && placeOf(other, tree).via != HeapPlaces::kShared;
    });
    if (holder == growing.end()) continue;
    merge(*holder, growing[i]);
    growing.erase(growing.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

/// How many more of what gained most there are.
double moreIn(const GrowingContainers& found, const GrowthTree& tree) {
  const GrowthPlace& place = placeOf(found, tree);
  return static_cast<double>(place.count(EndOfWindow::kTo)) - static_cast<double>(place.count(EndOfWindow::kFrom));
}

/// Whether there are as many more of one as of the other, but for a few.
bool areAsMany(const GrowingContainers& a, const GrowingContainers& b, const GrowthTree& tree) {
  const auto [fewer, more] = std::minmax({moreIn(a, tree), moreIn(b, tree)});
  return fewer >= kAsMany * more;
}

/// Threads, and what each of them runs.
void mergeRunning(std::vector<GrowingContainers>& growing, const GrowthTree& tree) {
  for (size_t i = 0; i < growing.size(); ++i) {
    if (growing[i].unheld != HeldByNobody::kRuns) continue;
    for (size_t j = growing.size(); --j > i;) {
      if (growing[j].unheld != HeldByNobody::kRuns || !areAsMany(growing[i], growing[j], tree)) continue;
      merge(growing[i], growing[j]);
      growing.erase(growing.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
}

bool haveCommonOwners(const GrowingContainers& a, const GrowingContainers& b) {
  if (!a.shared || !b.shared) return false;
  if (std::max(a.containers.size(), b.containers.size()) > GrowingContainers::kMaxOwners) return false;
  std::vector<ObjectIndex> common;
  std::ranges::set_intersection(headsOf(a), headsOf(b), std::back_inserter(common));
  return !common.empty();
}

void mergeOwners(GrowingContainers& into, const GrowingContainers& other) {
  std::map<ObjectIndex, Container> all;
  for (const GrowingContainers* some : {&std::as_const(into), &other}) {
    for (const Container& container : some->containers) all.try_emplace(container.head(), container);
  }
  into.containers.clear();
  for (auto& [head, container] : all) into.containers.push_back(std::move(container));
}

/// Sessions that a connection and a message know, and as many producers of theirs that a broker and that message know.
void mergeSharedWithCommonOwners(std::vector<GrowingContainers>& growing, const GrowthTree& tree) {
  for (size_t i = 0; i < growing.size(); ++i) {
    for (size_t j = growing.size(); --j > i;) {
      if (!areAsMany(growing[i], growing[j], tree) || !haveCommonOwners(growing[i], growing[j])) continue;
      mergeOwners(growing[i], growing[j]);
      merge(growing[i], growing[j]);
      growing.erase(growing.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
}

/// What grew in some of the containers that hold the same, as their tables and nodes did, belongs to these together.
/// Not where much more did: four objects that a cache of three hundred classes shares are not why these stay.
void mergeIntoShared(std::vector<GrowingContainers>& growing, const GrowthTree& tree) {
  for (size_t i = 0; i < growing.size(); ++i) {
    if (!growing[i].shared) continue;
    const std::vector<ObjectIndex> owners = headsOf(growing[i]);
    const double mostOwn = kOwnForEachShared * moreIn(growing[i], tree);
    for (size_t j = growing.size(); j-- > 0;) {
      const bool isPart = j != i && !growing[j].shared && !growing[j].ofData && !growing[j].containers.empty() &&
                          moreIn(growing[j], tree) <= mostOwn && std::ranges::includes(owners, headsOf(growing[j]));
      if (!isPart) continue;
      merge(growing[i], growing[j]);
      growing.erase(growing.begin() + static_cast<std::ptrdiff_t>(j));
      if (j < i) --i;
    }
  }
}

/// Whether all of these are parts of what that container holds, or it itself.
bool areParts(const std::vector<Container>& parts, const Container& whole, const Containers& containers) {
  return std::ranges::all_of(parts, [&](const Container& part) {
    return part.head() == whole.head() || containers.dominates(whole.head(), part.head());
  });
}

/// By which of its parts a container holds what piled up.
void noteParts(GrowingContainers& whole, const std::vector<Container>& parts) {
  for (const Container& part : parts) {
    if (whole.parts.size() == GrowingContainers::kMaxOwners) break;
    const bool isKnown = part.head() == whole.containers.front().head() ||
                         std::ranges::find(whole.parts, part.head()) != whole.parts.end();
    if (!isKnown) whole.parts.push_back(part.head());
  }
}

/// What several parts of one container hold goes with what else piled up in it: a cache knows its entries by a map and
/// in the order of their use.
void mergeWhatPartsShare(std::vector<GrowingContainers>& growing, const Containers& containers) {
  for (size_t i = growing.size(); i-- > 0;) {
    if (!growing[i].shared) continue;
    const auto isWhole = [&](const GrowingContainers& other) {
      return !other.shared && !other.ofData && other.inNumber() && other.containers.size() == 1 &&
             areParts(growing[i].containers, other.containers.front(), containers);
    };
    const auto whole = std::ranges::find_if(growing, isWhole);
    if (whole == growing.end()) continue;
    noteParts(*whole, growing[i].containers);
    merge(*whole, growing[i]);
    growing.erase(growing.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

/// What several parts of a library's object hold, and whether what else piled up leads to it.
class SharedInLibrary {
 public:
  SharedInLibrary(const GrowingContainers& shared, const GrowthTree& tree, const Heap& heap)
      : tree_(tree), heap_(heap), shared_(heap.objectCount()) {
    for (const ObjectIndex object : placeOf(shared, tree).at(EndOfWindow::kTo)) shared_.set(object.value());
  }

  bool isWhatMostLeadTo(const GrowingContainers& others) const {
    const std::span<const ObjectIndex> members = placeOf(others, tree_).at(EndOfWindow::kTo);
    const size_t step = std::max<size_t>(1, members.size() / kMostAsked);
    size_t asked = 0;
    size_t leading = 0;
    for (size_t i = 0; i < members.size(); i += step) {
      ++asked;
      leading += leads(members[i]) ? 1 : 0;
    }
    return 2 * leading > asked;
  }

 private:
  bool leads(ObjectIndex from) const {
    std::vector<ObjectIndex> met{from};
    size_t looked = 0;
    for (size_t steps = 0; steps < kMostStepsToShared; ++steps) {
      for (const size_t end = met.size(); looked < end; ++looked) {
        for (const ObjectIndex target : heap_.references(met[looked])) {
          if (shared_.test(target.value())) return true;
          if (met.size() == kMostObjectsToShared) return false;
          if (std::ranges::find(met, target) == met.end()) met.push_back(target);
        }
      }
    }
    return false;
  }

  const GrowthTree& tree_;
  const Heap& heap_;
  BitSet shared_;
};

/// Of those that hold the same, the library's object of which all others are parts; of the program's own, parts are
/// worth a name each.
const Container* libraryAroundAll(const GrowingContainers& found, const Heap& heap, const Containers& containers) {
  for (const Container& whole : found.containers) {
    if (!areParts(found.containers, whole, containers)) continue;
    return containers.isOfProgram(whole.head()) || isInfrastructure(heap, whole.head()) ? nullptr : &whole;
  }
  return nullptr;
}

/// Nobody outside a library takes things out of one part of its object and leaves them in others: a graph knows its
/// vertices by a map, by its edges and by what touches what.
void mergePartsOfLibraries(std::vector<GrowingContainers>& growing, const GrowthTree& tree, const Heap& to,
                           const Containers& containers) {
  for (size_t i = 0; i < growing.size(); ++i) {
    const Container* around = growing[i].shared ? libraryAroundAll(growing[i], to, containers) : nullptr;
    if (around == nullptr) continue;
    const Container whole = *around;
    const SharedInLibrary shared(growing[i], tree, to);
    const double most = kOwnForEachShared * moreIn(growing[i], tree);
    for (size_t j = growing.size(); j-- > 0;) {
      const bool isPart = j != i && !growing[j].shared && !growing[j].ofData && !growing[j].containers.empty() &&
                          moreIn(growing[j], tree) <= most && areParts(growing[j].containers, whole, containers) &&
                          shared.isWhatMostLeadTo(growing[j]);
      if (!isPart) continue;
      mergeOwners(growing[i], growing[j]);
      merge(growing[i], growing[j]);
      growing.erase(growing.begin() + static_cast<std::ptrdiff_t>(j));
      if (j < i) --i;
    }
    const std::vector<Container> all = std::exchange(growing[i].containers, {whole});
    noteParts(growing[i], all);
    growing[i].shared = false;
  }
}

}  // namespace

void putTogether(std::vector<GrowingContainers>& growing, const GrowthTree& tree, const Heap& to,
                 const Containers& containers) {
  mergeWithSameContainers(growing);
  mergeWhatElementsShare(growing, tree);
  mergeSharedWithCommonOwners(growing, tree);
  mergeIntoShared(growing, tree);
  mergeWhatPartsShare(growing, containers);
  mergePartsOfLibraries(growing, tree, to, containers);
  mergeRunning(growing, tree);
}

void putTogetherByNames(std::vector<GrowingContainers>& growing,
                        const std::function<std::string(ObjectIndex)>& nameOf) {
  std::map<std::set<std::string>, size_t> known;
  std::vector<GrowingContainers> result;
  for (GrowingContainers& found : growing) {
    std::set<std::string> names;
    if (found.shared) {
      for (const Container& container : found.containers) names.insert(nameOf(container.head()));
    }
    const bool areNamed = !names.empty() && !names.contains("");
    const auto same = areNamed ? known.try_emplace(std::move(names), result.size()).first : known.end();
    if (same == known.end() || same->second == result.size()) {
      result.push_back(std::move(found));
      continue;
    }
    mergeOwners(result[same->second], found);
    merge(result[same->second], found);
  }
  growing = std::move(result);
}

}  // namespace heaptrail
