#include "growth/growth_tree.h"

#include <algorithm>
#include <map>
#include <queue>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "dsl/names.h"
#include "graph/dominated_objects.h"
#include "growth/alike_classes.h"
#include "growth/heap_gain.h"
#include "growth/infrastructure.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

/// Type, whether it is a class object, and through what it is held.
using PlaceKey = uint64_t;
PlaceKey keyOf(uint32_t type, bool isClass, HeapPlaces::Number via) {
  return uint64_t{type} << 32 | uint64_t{via} << 1 | (isClass ? 1U : 0U);
}

/// Objects of one key that were found below some objects of a place.
struct Found {
  std::array<std::vector<ObjectIndex>, 2> objects;
  GrownSize retained;
};

/// One end with what the walk needs of it.
struct WalkedEnd {
  WalkedEnd(const HeapEnd& of) : end(&of), dominated(*of.graph, *of.dominators), met(of.heap().objectCount()) {}

  const HeapEnd* end;
  DominatedObjects dominated;
  BitSet met;

  /// Whether `object`, which dominates `below`, dominates what it refers to immediately.
  bool dominates(ObjectIndex object, std::span<const ObjectIndex> below, ObjectIndex target) const {
    // A short list is in one place of memory, what is known of the target is in several.
    constexpr size_t kFew = 16;
    if (below.size() <= kFew) return std::ranges::find(below, target) != below.end();
    // A reference that does not keep alive may lead to a dead object, which nothing dominates.
    return end->graph->live().test(target.value()) &&
           end->dominators->numberOfDominator(target) == end->dominators->numberOf(object);
  }

  /// Fetch into the processor's cache what is asked of an object itself; what stands below it, for which the former
  /// should have arrived.
  void prefetch(ObjectIndex object) const {
    end->heap().prefetch(object);
    end->dominators->prefetch(object);
  }
  void prefetchBelow(ObjectIndex object) const {
    end->heap().prefetchReferences(object);
    dominated.prefetch(object);
  }
};

/// Objects that were met again, below one place.
struct MetAgain {
  std::array<uint64_t, 2> objects{};
  int64_t gained = 0;  // bytes, with what they retain
};

struct BuiltPlace : GrowthPlace {
  uint32_t depth = 0;
  bool entered = false;
  bool waits = false;                            // stands in the queue
  bool leadsBack = false;                        // something below it was met above before
  std::array<size_t, 2> seen{};                  // below so many of its objects was looked
  std::unordered_map<PlaceKey, uint32_t> below;  // the place to which what is found below it belongs
  std::map<uint32_t, MetAgain> metAgainBelow;    // of objects that were met again, by the place above them
};

class TreeBuilder {
 public:
  TreeBuilder(const ComparedHeaps& heaps, double minimumShare, Progress& progress)
      : heaps_(heaps),
        progress_(progress),
        minimumGain_(std::max<int64_t>(1, static_cast<int64_t>(gainIn(heaps.ends).part(minimumShare)))),
        looksIntoAll_(!gainIn(heaps.ends).heapGrew()),
        alikeClasses_(heaps),
        ends_{WalkedEnd(heaps.ends.from), WalkedEnd(heaps.ends.to)} {}

  bool run() {
    BuiltPlace& whole = places_.emplace_back();
    whole.entered = true;
    whole.retained = {heaps_.ends.from.live, heaps_.ends.to.live};
    std::unordered_map<PlaceKey, Found> found;
    for (const EndOfWindow end : kBothEnds) {
      for (const ObjectIndex object : ends_[indexOf(end)].dominated.byRootsTogether()) {
        note(end, object, HeapPlaces::kRoot, found);
      }
    }
    settle(GrowthTree::kWholeHeap, found);
    while (!queue_.empty()) {
      const uint32_t place = std::get<2>(queue_.top());
      queue_.pop();
      places_[place].waits = false;
      if (!expand(place)) return false;
    }
    for (uint32_t place = 1; place < places_.size(); ++place) countMetBehindOne(place);
    return true;
  }

  int64_t minimumGain() const { return minimumGain_; }
  std::vector<BuiltPlace>& places() { return places_; }

  /// By which places are chosen and ordered: what each gained, or where it may have shrunk, the most of what in it did.
  std::vector<int64_t> gains() const {
    std::vector<int64_t> gains;
    for (const BuiltPlace& place : places_) gains.push_back(place.retained.bytes());
    if (!looksIntoAll_) return gains;
    for (size_t place = places_.size(); place-- > 1;) {
      int64_t& above = gains[places_[place].parent];
      above = std::max(above, gains[place]);
    }
    return gains;
  }

 private:
  /// In a heap that did not grow, what shrank may hold what grew.
  bool mayHoldWhatGrew(const BuiltPlace& place) const {
    if (looksIntoAll_) return static_cast<int64_t>(place.retained.to.bytes) >= minimumGain_;
    return place.retained.bytes() >= minimumGain_;
  }

  /// What leads back to places above comes first, so that these are complete before anything else is looked at; and
  /// what is further up before what is further down.
  using Turn = std::tuple<bool, uint32_t, uint32_t>;

  bool expand(uint32_t place) {
    places_[place].entered = true;
    std::unordered_map<PlaceKey, Found> found;
    for (const EndOfWindow end : kBothEnds) {
      const std::span<const ObjectIndex> objects = places_[place].at(end);
      const size_t seen = std::exchange(places_[place].seen[indexOf(end)], objects.size());
      if (!lookBelow(end, objects.subspan(seen), found)) return false;
    }
    settle(place, found);
    return true;
  }

  bool lookBelow(EndOfWindow end, std::span<const ObjectIndex> objects, std::unordered_map<PlaceKey, Found>& found) {
    constexpr size_t kObjectsAhead = 24;
    constexpr size_t kBelowAhead = 12;
    const WalkedEnd& walked = ends_[indexOf(end)];
    for (size_t i = 0; i < objects.size(); ++i) {
      if (i + kObjectsAhead < objects.size()) walked.prefetch(objects[i + kObjectsAhead]);
      if (i + kBelowAhead < objects.size()) walked.prefetchBelow(objects[i + kBelowAhead]);
      if (!lookBelow(end, objects[i], found)) return false;
    }
    return true;
  }

  bool lookBelow(EndOfWindow end, ObjectIndex object, std::unordered_map<PlaceKey, Found>& found) {
    constexpr size_t kTargetsAhead = 12;
    WalkedEnd& walked = ends_[indexOf(end)];
    const std::span<const ObjectIndex> below = walked.dominated.by(object);
    if (++looked_ % kObjectsBetweenChecks == 0 && !progress_.advance(kObjectsBetweenChecks)) return false;
    if (below.empty()) return true;
    const Heap& heap = walked.end->heap();
    const SlotSet& weak = walked.end->graph->weakSlots(heap.typeOf(object));
    const std::span<const ObjectIndex> targets = heap.references(object);
    size_t ahead = kTargetsAhead;
    heap.forEachSlot(object, [&](ObjectIndex target, uint32_t slot) {
      if (ahead < targets.size()) walked.prefetch(targets[ahead++]);
      if (weak.has(slot) || !walked.dominates(object, below, target) || !walked.met.insert(target.value())) return;
      note(end, target, heaps_.places->viaOf(end, object, slot), found);
    });
    for (const ObjectIndex target : below) {
      if (walked.met.insert(target.value())) note(end, target, HeapPlaces::kShared, found);
    }
    return true;
  }

  void note(EndOfWindow end, ObjectIndex object, HeapPlaces::Number via, std::unordered_map<PlaceKey, Found>& found) {
    const HeapEnd& at = heaps_.ends[end];
    const TypeId described = heaps_.places->classOf(end, object);
    const uint32_t type = heaps_.names->typeOf(end, described.exists() ? described : at.heap().typeOf(object));
    Found& same = found[keyOf(type, described.exists(), via)];
    same.objects[indexOf(end)].push_back(object);
    same.retained[end] += at.dominators->retained(object);
  }

  void settle(uint32_t place, std::unordered_map<PlaceKey, Found>& found) {
    // In the order of keys, so that places get the same numbers in every run.
    std::vector<std::pair<PlaceKey, Found*>> ordered;
    for (auto& [key, objects] : found) ordered.emplace_back(key, &objects);
    std::ranges::sort(ordered, {}, [](const auto& entry) { return entry.first; });
    for (const auto& [key, objects] : ordered) {
      const uint32_t into = placeFor(place, key, *objects);
      BuiltPlace& target = places_[into];
      const bool isMetAgain = target.parent != place && isAtOrAbove(into, place);
      if (isMetAgain) {
        // They count above already, in what the first ones retain; places between do not have them any more.
        for (uint32_t between = place; between != into; between = places_[between].parent) {
          takeOff(places_[between], objects->retained);
          places_[between].leadsBack = true;
        }
        target.leadsBack = true;
        target.metAgainBelow[place].gained += objects->retained.bytes();
      } else {
        target.retained += objects->retained;
        if (target.parent != place) {
          // A class object that stands right below the roots.
          for (uint32_t above = place; above != GrowthTree::kWholeHeap; above = places_[above].parent) {
            takeOff(places_[above], objects->retained);
          }
        }
      }
      for (const EndOfWindow end : kBothEnds) {
        const std::vector<ObjectIndex>& some = objects->objects[indexOf(end)];
        if (isMetAgain) {
          target.metAgain[indexOf(end)] += some.size();
          target.metAgainBelow[place].objects[indexOf(end)] += some.size();
        }
        std::vector<ObjectIndex>& all = target.objects[indexOf(end)];
        all.insert(all.end(), some.begin(), some.end());
      }
      if (!target.waits && (target.entered || mayHoldWhatGrew(target))) {
        target.waits = true;
        queue_.emplace(!target.leadsBack, target.depth, into);
      }
    }
  }

  /// Numbers are complete now.
  void countMetBehindOne(uint32_t number) {
    BuiltPlace& place = places_[number];
    for (const auto& [below, met] : place.metAgainBelow) {
      const int64_t more = static_cast<int64_t>(met.objects[1]) - static_cast<int64_t>(met.objects[0]);
      bool isBehindOne = false;
      for (uint32_t between = below; between != number; between = places_[between].parent) {
        const auto from = static_cast<int64_t>(places_[between].count(EndOfWindow::kFrom));
        const auto to = static_cast<int64_t>(places_[between].count(EndOfWindow::kTo));
        isBehindOne |= 2 * (to - from) < more;
      }
      if (!isBehindOne) continue;
      for (const EndOfWindow end : kBothEnds) place.metBehindOne[indexOf(end)] += met.objects[indexOf(end)];
      place.gainedBehindOne += met.gained;
    }
  }

  static void takeOff(BuiltPlace& place, const GrownSize& size) {
    place.retained.from = {place.retained.from.objects - size.from.objects,
                           place.retained.from.bytes - size.from.bytes};
    place.retained.to = {place.retained.to.objects - size.to.objects, place.retained.to.bytes - size.to.bytes};
  }

  bool isAtOrAbove(uint32_t above, uint32_t place) const {
    while (places_[place].depth > places_[above].depth) place = places_[place].parent;
    return place == above;
  }

  /// Where objects of this key below `place` belong.
  uint32_t placeFor(uint32_t place, PlaceKey key, const Found& objects) {
    if (const auto known = places_[place].below.find(key); known != places_[place].below.end()) return known->second;
    GrowthPlace made;
    made.type = static_cast<uint32_t>(key >> 32);
    made.via = static_cast<HeapPlaces::Number>(key >> 1 & 0x7fffffff);
    made.isClass = (key & 1) != 0;
    made.isHead = !made.isClass && areSuch(objects, [&](EndOfWindow end, ObjectIndex object) {
      return heaps_.ends[end].types->isHead(heaps_.ends[end].heap().typeOf(object));
    });
    made.isInfrastructure = !made.isClass && areSuch(objects, [&](EndOfWindow end, ObjectIndex object) {
      return isInfrastructure(heaps_.ends[end].heap(), object);
    });
    uint32_t into = metBefore(place, made);
    if (into == GrowthPlace::kNone && made.isClass && isHeldByOwnLoader(place)) {
      made.type = alikeClasses_.nameOf(made.type);
      into = childOf(GrowthTree::kWholeHeap, keyOf(made.type, true, HeapPlaces::kRoot), made);
    }
    if (into == GrowthPlace::kNone) into = add(place, made);
    places_[place].below.emplace(key, into);
    return into;
  }

  uint32_t childOf(uint32_t place, PlaceKey key, GrowthPlace made) {
    const auto known = places_[place].below.find(key);
    if (known != places_[place].below.end()) return known->second;
    made.via = HeapPlaces::kRoot;
    const uint32_t into = add(place, made);
    places_[place].below.emplace(key, into);
    return into;
  }

  uint32_t add(uint32_t parent, const GrowthPlace& made) {
    BuiltPlace& built = places_.emplace_back();
    static_cast<GrowthPlace&>(built) = made;
    built.parent = parent;
    built.depth = places_[parent].depth + 1;
    return static_cast<uint32_t>(places_.size() - 1);
  }

  /// Whether what `ask` says holds for these; all of a place are alike.
  template <typename Ask>
  bool areSuch(const Found& found, Ask&& ask) const {
    for (const EndOfWindow end : kBothEnds) {
      const auto& some = found.objects[indexOf(end)];
      if (!some.empty()) return ask(end, some.front());
    }
    return false;
  }

  std::string_view nameOf(const GrowthPlace& place) const { return heaps_.names->typeName(place.type); }

  /// The place at or above `place` where objects like these were met first: nodes that hold nodes of their own kind,
  /// through nothing but what belongs to the same container.
  uint32_t metBefore(uint32_t place, const GrowthPlace& made) const {
    if (made.isClass) return GrowthPlace::kNone;
    if (made.isHead) return wrapsAgain(place, made) ? place : GrowthPlace::kNone;
    for (uint32_t above = place; above != GrowthTree::kWholeHeap; above = places_[above].parent) {
      const BuiltPlace& candidate = places_[above];
      if (!candidate.isClass && candidate.type == made.type) {
        return above == place || canBeNode(nameOf(made)) ? above : GrowthPlace::kNone;
      }
      if (!belongsTogether(nameOf(made), candidate)) return GrowthPlace::kNone;
    }
    return GrowthPlace::kNone;
  }

  /// Containers contain others, each at a place of its own. But one that was wrapped a thousand times is a chain: the
  /// outermost holds the next one, and that as many of its kind by the same field.
  bool wrapsAgain(uint32_t place, const GrowthPlace& made) const {
    const BuiltPlace& around = places_[place];
    return place != GrowthTree::kWholeHeap && !around.isClass && around.type == made.type && around.via == made.via &&
           made.via != HeapPlaces::kShared;
  }

  /// Public classes of the JDK are containers and values, not nodes of each other.
  static bool canBeNode(std::string_view type) { return !isOfJdk(type) || type.ends_with("[]") || type.contains('$'); }

  bool belongsTogether(std::string_view type, const BuiltPlace& between) const {
    if (between.isClass) return false;
    const std::string_view name = nameOf(between);
    if (name.ends_with("[]")) return true;
    // Trees keep their branches in the JDK's collections.
    if (isOfJdk(name) && !isOfJdk(type)) return true;
    // What is behind another head belongs to that.
    if (between.isHead) return false;
    if (isOfJdk(type)) return dsl::outermostClass(type) == dsl::outermostClass(name) && canBeNode(name);
    return libraryOf(name) == libraryOf(type);
  }

  /// Whether this is the list in which the application's class loader keeps its classes.
  bool isHeldByOwnLoader(uint32_t place) const {
    for (uint32_t above = place; above != GrowthTree::kWholeHeap; above = places_[above].parent) {
      const std::string_view name = nameOf(places_[above]);
      if (name.starts_with("jdk.internal.loader.ClassLoaders$") || name.starts_with("sun.misc.Launcher$")) return true;
      if (!isOfJdk(name) && !name.ends_with("[]")) return false;
    }
    return false;
  }

  const ComparedHeaps& heaps_;
  Progress& progress_;
  int64_t minimumGain_;
  bool looksIntoAll_;
  AlikeClasses alikeClasses_;
  std::array<WalkedEnd, 2> ends_;
  std::vector<BuiltPlace> places_;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> queue_;
  uint64_t looked_ = 0;
};

}  // namespace

Result<GrowthTree> GrowthTree::build(const ComparedHeaps& heaps, Progress& progress, double minimumShare) {
  TreeBuilder builder(heaps, minimumShare, progress);
  if (!builder.run()) return cancelledError();
  std::vector<BuiltPlace>& built = builder.places();
  const std::vector<int64_t> gains = builder.gains();
  std::vector<std::vector<uint32_t>> below(built.size());
  for (uint32_t place = 1; place < built.size(); ++place) {
    if (gains[place] >= builder.minimumGain()) below[built[place].parent].push_back(place);
  }
  GrowthTree tree;
  tree.minimumGain_ = builder.minimumGain();
  // Level by level, so that parents come first.
  std::vector<std::pair<uint32_t, uint32_t>> next{{kWholeHeap, GrowthPlace::kNone}};
  for (size_t i = 0; i < next.size(); ++i) {
    const auto [place, parent] = next[i];
    const auto number = static_cast<uint32_t>(tree.places_.size());
    tree.places_.push_back(std::move(static_cast<GrowthPlace&>(built[place])));
    tree.places_.back().parent = parent;
    tree.children_.emplace_back();
    if (parent != GrowthPlace::kNone) tree.children_[parent].push_back(number);
    std::ranges::stable_sort(below[place], std::ranges::greater{}, [&](uint32_t child) { return gains[child]; });
    for (const uint32_t child : below[place]) next.emplace_back(child, number);
  }
  return tree;
}

}  // namespace heaptrail
