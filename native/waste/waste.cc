#include "waste/waste.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "structure/structure_walk.h"
#include "structure/type_families.h"
#include "waste/equal_contents.h"
#include "waste/string_contents.h"

namespace heaptrail {

namespace {

// How far each step brings the whole.
constexpr double kCollectionsFound = 0.2;
constexpr double kCompared = 0.8;
// Wrappers around wrappers: more are no collection that somebody wrote.
constexpr int kMostWrappers = 4;

/// Collections that only look empty: an EnumSet of few constants has its elements in a number, a SynchronousQueue never
/// holds any, and locks and thread locals are there whether somebody waits or not.
constexpr std::array<std::string_view, 6> kNeverEmpty{"java.util.RegularEnumSet",
                                                      "java.util.JumboEnumSet",
                                                      "java.util.concurrent.SynchronousQueue",
                                                      "java.lang.ThreadLocal$ThreadLocalMap",
                                                      "java.lang.ref.ReferenceQueue",
                                                      "java.util.concurrent.locks.ReentrantLock"};

/// Fields by which sets and queues hold the one collection that they consist of.
constexpr std::array<std::string_view, 4> kMadeOf{"map", "m", "al", "q"};

/// Fields of the JDK by which nodes, entries, references and boxes hold what others gave them.
constexpr std::array<std::string_view, 6> kHeldForOthers{"key", "value", "val", "item", "element", "referent"};

struct Box {
  std::string_view type;
  uint8_t bytes;
};
constexpr std::array<Box, 8> kBoxes{{{"java.lang.Integer", 4},
                                     {"java.lang.Long", 8},
                                     {"java.lang.Short", 2},
                                     {"java.lang.Byte", 1},
                                     {"java.lang.Character", 2},
                                     {"java.lang.Boolean", 1},
                                     {"java.lang.Double", 8},
                                     {"java.lang.Float", 4}}};

bool wastesMore(const EqualThings& a, const EqualThings& b) {
  return std::tuple(b.bytes, a.example.value()) < std::tuple(a.bytes, b.example.value());
}

void keepWorst(std::vector<EqualThings>& groups) {
  std::ranges::sort(groups, wastesMore);
  if (groups.size() > Waste::kMostGroups) groups.resize(Waste::kMostGroups);
}

}  // namespace

std::string_view labelOf(WasteKind kind) {
  switch (kind) {
    case WasteKind::kEqualStrings:
      return "Equal strings";
    case WasteKind::kEqualArrays:
      return "Equal arrays";
    case WasteKind::kEmptyArrays:
      return "Arrays without elements";
    case WasteKind::kEmptyCollections:
      return "Empty collections";
    case WasteKind::kSparseCollections:
      return "Sparsely filled collections";
    case WasteKind::kSparseArrays:
      return "Sparsely filled arrays";
    case WasteKind::kBoxedNumbers:
      return "Boxed numbers";
    case WasteKind::kNone:
      break;
  }
  return "No waste";
}

/// Finds one kind after the other; what counts for one already counts for no other.
class Waste::Finder {
 public:
  Finder(const LiveGraph& graph, const Structures& structures, const ShortestPaths& paths, Waste& waste)
      : graph_(graph), heap_(graph.heap()), structures_(structures), paths_(paths), waste_(waste) {}

  Status findEqual(const StoredValues& values, Threads threads, Progress& progress) {
    const EqualContents equal = TRY(EqualContents::find(graph_, values, threads, progress));
    const StringContents contents(heap_);
    for (size_t text = 0; text < equal.textCount(); ++text) {
      const EqualObjects same = equal.strings(text);
      const ObjectIndex kept = contents.of(same.front());
      uint64_t bytes = 0;
      for (const ObjectIndex string : same.subspan(1)) {
        bytes += take(string, WasteKind::kEqualStrings);
        if (const ObjectIndex content = contents.of(string); content != kept) {
          bytes += take(content, WasteKind::kEqualStrings);
        }
      }
      waste_.equalStrings_.push_back({same.front(), static_cast<uint32_t>(same.size()), bytes});
    }
    for (size_t group = 0; group < equal.arrayCount(); ++group) {
      const EqualObjects same = equal.arrays(group);
      uint64_t bytes = 0;
      for (const ObjectIndex array : same.subspan(1)) bytes += take(array, WasteKind::kEqualArrays);
      waste_.equalArrays_.push_back({same.front(), static_cast<uint32_t>(same.size()), bytes});
    }
    keepWorst(waste_.equalStrings_);
    keepWorst(waste_.equalArrays_);
    waste_.hasContents_ = true;
    return {};
  }

  /// Of many structures: what they consist of is walked only where they are empty.
  Status findEmptyCollections(Progress& progress) {
    StructureWalk walk(graph_, structures_.types());
    std::vector<ObjectIndex> insideOthers;
    progress.begin("Finding empty collections", 0, 1, structures_.count());
    for (uint32_t i = 0; i < structures_.count(); ++i) {
      if (i % kStructuresBetweenChecks == 0 && !progress.advance(kStructuresBetweenChecks)) return cancelledError();
      const StructureIndex structure(i);
      if (!isEmpty(structure)) continue;
      if (walk.run(structures_.head(structure), Descent::kContainedToo, kMostObjectsOfEmpty, progress) !=
          StructureWalk::End::kComplete) {
        continue;
      }
      for (const ObjectIndex member : walk.members()) take(member, WasteKind::kEmptyCollections);
      const ObjectIndex head = structures_.head(structure);
      if (waste_.of(head) == WasteKind::kEmptyCollections) waste_.emptyCollections_.set(head.value());
      for (const StructureIndex inner : structures_.contained(structure))
        insideOthers.push_back(structures_.head(inner));
    }
    for (const ObjectIndex inner : insideOthers) waste_.emptyCollections_.clear(inner.value());
    return {};
  }

  Status findByType(Progress& progress) {
    const std::vector<Type>& types = heap_.symbols().types;
    waste_.numberBytes_.assign(types.size(), 0);
    for (size_t t = 0; t < types.size(); ++t) {
      const auto* const box = std::ranges::find(kBoxes, types[t].name, &Box::type);
      if (box != kBoxes.end()) waste_.numberBytes_[t] = box->bytes;
    }
    std::vector<uint8_t> metEmpty(types.size());
    const uint64_t objects = heap_.objectCount();
    progress.begin("Finding sparse arrays and boxed numbers", 0, 1, objects);
    for (uint64_t from = 0; from < objects; from += kObjectsBetweenChecks) {
      graph_.live().forEachIn(from, std::min<uint64_t>(objects, from + kObjectsBetweenChecks), [&](uint64_t i) {
        const ObjectIndex object(static_cast<uint32_t>(i));
        const TypeId type = heap_.typeOf(object);
        if (waste_.numberBytes_[type.value()] != 0) {
          take(object, WasteKind::kBoxedNumbers);
        } else if (types[type.value()].shape != TypeShape::kInstance) {
          look(object, types[type.value()], metEmpty[type.value()]);
        }
      });
      if (!progress.advance(kObjectsBetweenChecks)) return cancelledError();
    }
    return {};
  }

 private:
  static constexpr uint32_t kStructuresBetweenChecks = 1 << 12;
  // More belong to no collection that is empty; who described something else as empty waits no longer for it.
  static constexpr uint64_t kMostObjectsOfEmpty = 1000;

  /// Its bytes, where it counts for no other kind yet; else 0.
  uint64_t take(ObjectIndex object, WasteKind kind) {
    uint8_t& own = waste_.kinds_[object.value()];
    if (own != static_cast<uint8_t>(WasteKind::kNone) || !graph_.live().test(object.value())) return 0;
    own = static_cast<uint8_t>(kind);
    return heap_.shallowBytes(object);
  }

  bool isEmpty(StructureIndex structure, int wrappers = 0) const {
    if (structures_.isTooWide(structure) || wrappers > kMostWrappers) return false;
    const ObjectIndex head = structures_.head(structure);
    const std::string& type = heap_.symbols()[heap_.typeOf(head)].name;
    if (std::ranges::find(kNeverEmpty, type) != kNeverEmpty.end()) return false;
    const auto contained = structures_.contained(structure);
    const uint32_t leaves = structures_.leaves(structure);
    if (leaves == 0) return contained.empty();
    // A set is a map, and has it as its only leaf.
    return leaves == 1 && contained.size() == 1 && isOfJdk(type) &&
           isMadeOf(head, structures_.head(contained.front())) && isEmpty(contained.front(), wrappers + 1);
  }

  bool isMadeOf(ObjectIndex head, ObjectIndex inner) const {
    bool found = false;
    heap_.forEachSlot(head, [&](ObjectIndex target, uint32_t slot) {
      if (target != inner || found) return;
      found = std::ranges::find(kMadeOf, heap_.symbols().referenceFieldName(heap_.typeOf(head), slot)) != kMadeOf.end();
    });
    return found;
  }

  /// Whether it is what somebody put into a collection, not what the collection consists of.
  bool isHeldForOthers(ObjectIndex holder, ObjectIndex array) const {
    bool found = false;
    heap_.forEachSlot(holder, [&](ObjectIndex target, uint32_t slot) {
      if (target != array) return;
      const auto field = heap_.symbols().referenceFieldName(heap_.typeOf(holder), slot);
      found = found || std::ranges::find(kHeldForOthers, field) != kHeldForOthers.end();
    });
    return found;
  }

  void look(ObjectIndex array, const Type& type, uint8_t& metEmpty) {
    const uint64_t length = heap_.lengthOf(array);
    if (length == 0) {
      // One for all of them would do.
      if (std::exchange(metEmpty, 1) != 0) take(array, WasteKind::kEmptyArrays);
      return;
    }
    if (type.shape != TypeShape::kReferenceArray) return;
    const uint64_t nulls = length - heap_.references(array).size();
    if (nulls * 100 < length * kSparseFrom) return;
    const ObjectIndex holder = paths_.leadTo(array) ? paths_.before(array) : ObjectIndex::none();
    const bool isOfCollection = holder.exists() && isOfJdk(heap_.symbols()[heap_.typeOf(holder)].name) &&
                                heap_.symbols()[heap_.typeOf(holder)].shape == TypeShape::kInstance &&
                                !heap_.typeOfClassObject(holder).exists() && !isHeldForOthers(holder, array);
    take(array, isOfCollection ? WasteKind::kSparseCollections : WasteKind::kSparseArrays);
  }

  const LiveGraph& graph_;
  const Heap& heap_;
  const Structures& structures_;
  const ShortestPaths& paths_;
  Waste& waste_;
};

Result<Waste> Waste::find(const LiveGraph& graph, const Structures& structures, const ShortestPaths& paths,
                          const StoredValues* values, Threads threads, Progress& progress) {
  Waste waste(graph.heap());
  Finder finder(graph, structures, paths, waste);
  // Strings and arrays that belong to an empty collection are equal to others of its kind: collections come first.
  progress.scale(0, kCollectionsFound);
  TRY(finder.findEmptyCollections(progress));
  if (values != nullptr) {
    progress.scale(kCollectionsFound, kCompared);
    TRY(finder.findEqual(*values, threads, progress));
  }
  progress.scale(kCompared, 1);
  TRY(finder.findByType(progress));
  progress.scale(0, 1);
  return waste;
}

uint64_t Waste::gain(ObjectIndex object) const {
  const TypeId type = heap_->typeOf(object);
  switch (of(object)) {
    case WasteKind::kNone:
      return 0;
    case WasteKind::kSparseCollections:
    case WasteKind::kSparseArrays:
      return (heap_->lengthOf(object) - heap_->references(object).size()) * heap_->symbols()[type].elementBytes;
    case WasteKind::kBoxedNumbers:
      return heap_->shallowBytes(object) - numberBytes_[type.value()];
    default:
      return heap_->shallowBytes(object);
  }
}

}  // namespace heaptrail
