#include "growth/path_keys.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heaptrail {

namespace {

// Longer ways than this tell nothing a person could follow, and would be walked for each structure.
constexpr size_t kMostSteps = 1000;
constexpr uint64_t kPathsPerCheck = 1024;
constexpr unsigned kKnownWaysBits = 14;  // what is known of them stays in the processor's caches

/// The same in every run, unlike std::hash may be: FNV-1a.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char c : text) mix(static_cast<uint8_t>(c));
    mix(kEnd);
  }
  void add(uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) mix(static_cast<uint8_t>(number >> shift));
  }
  uint64_t value() const { return value_ == kNoPathKey ? 1 : value_; }

 private:
  static constexpr uint8_t kEnd = 0xff;  // no byte of UTF-8

  void mix(uint8_t byte) {
    value_ ^= byte;
    value_ *= 0x100000001b3;
  }

  uint64_t value_ = 0xcbf29ce484222325;
};

/// The way from a holder to an object, as far as keys tell it.
struct Way {
  Fingerprint key;
  uint64_t lastStep = 0;
  size_t objects = 0;
};

/// Ways that were followed lately. Ways to many objects begin alike, and to those of a long list each is that of the
/// one before and a step: without this, each would be followed back to its holder.
class KnownWays {
 public:
  /// nullptr if it is not known, or no more.
  const Way* to(ObjectIndex object) const {
    const Known& known = known_[placeOf(object)];
    return known.object == object ? &known.way : nullptr;
  }
  void add(ObjectIndex object, const Way& way) { known_[placeOf(object)] = {object, way}; }

 private:
  struct Known {
    ObjectIndex object = ObjectIndex::none();
    Way way;
  };

  /// Objects that follow each other go to different places (Fibonacci hashing).
  static size_t placeOf(ObjectIndex object) { return (object.value() * 0x9e3779b1U) >> (32 - kKnownWaysBits); }

  std::vector<Known> known_ = std::vector<Known>(size_t{1} << kKnownWaysBits);
};

class Keys {
 public:
  Keys(const LiveGraph& graph, const RootHolders& holders, const ShortestPaths& paths)
      : heap_(graph.heap()), graph_(graph), holders_(holders), paths_(paths) {
    for (const Type& type : heap_.symbols().types) types_.push_back(fingerprintOf(type.name));
  }

  uint64_t of(ObjectIndex head) {
    if (!paths_.leadTo(head)) return kNoPathKey;
    const Way* known = nullptr;
    back_.clear();
    for (ObjectIndex object = head; object.exists() && known == nullptr; object = paths_.before(object)) {
      if (back_.size() == kMostSteps) return kNoPathKey;
      back_.push_back(object);
      known = known_.to(object);
    }
    Way way = known != nullptr ? *known : fromHolder(back_.back());
    for (size_t i = back_.size() - 1; i > 0; --i) {
      known_.add(back_[i], way);  // not that of the head: heads are many, and seldom on the way to others
      goOn(way, back_[i], back_[i - 1]);
    }
    if (way.objects > kMostSteps) return kNoPathKey;
    way.key.add(types_[heap_.typeOf(head).value()]);
    return way.key.value();
  }

 private:
  Way fromHolder(ObjectIndex held) const {
    Way way;
    way.key.add(fingerprintOf(held));
    way.objects = 1;
    return way;
  }

  void goOn(Way& way, ObjectIndex from, ObjectIndex to) {
    const uint64_t step = stepFrom(from, to);
    if (step != way.lastStep) way.key.add(step);
    way.lastStep = step;
    ++way.objects;
  }

  static uint64_t fingerprintOf(std::string_view text) {
    Fingerprint fingerprint;
    fingerprint.add(text);
    return fingerprint.value();
  }

  /// The least of all that hold it and last, so that it does not matter which of several comes first; of those that do
  /// not last, only where nothing else holds it.
  uint64_t fingerprintOf(ObjectIndex held) const {
    uint64_t least = ~uint64_t{0};
    uint64_t leastLasting = ~uint64_t{0};
    for (const RootHolder& holder : holders_.of(held)) {
      uint64_t& known = holder.lasts() ? leastLasting : least;
      known = std::min(known, fingerprintOf(holder));
    }
    return leastLasting == ~uint64_t{0} ? least : leastLasting;
  }

  uint64_t fingerprintOf(const RootHolder& holder) const {
    const Symbols& symbols = heap_.symbols();
    Fingerprint fingerprint;
    if (holder.kind == RootHolder::Kind::kStaticField) {
      fingerprint.add(symbols[holder.type].name);
      fingerprint.add(heap_.slotName(heap_.classObjectOf(holder.type), holder.slot));
      return fingerprint.value();
    }
    fingerprint.add(static_cast<uint64_t>(holder.root));
    if (holder.thread.exists()) fingerprint.add(symbols[holder.thread].name);
    if (const RootPlace* place = heap_.place(holder.place)) {
      fingerprint.add(place->frame.className);
      fingerprint.add(place->field.empty() ? place->frame.method : place->field);
    }
    return fingerprint.value();
  }

  /// By the types at both ends and the field between them.
  uint64_t stepFrom(ObjectIndex from, ObjectIndex to) {
    const TypeId type = heap_.typeOf(from);
    Fingerprint step;
    step.add(types_[type.value()]);
    step.add(heap_.symbols()[type].shape == TypeShape::kInstance ? fieldBetween(from, to) : 0);
    step.add(types_[heap_.typeOf(to).value()]);
    return step.value();
  }

  /// Not asked of arrays: each element of a large one would be looked for from its beginning.
  uint64_t fieldBetween(ObjectIndex from, ObjectIndex to) {
    const uint32_t slot = slotTo(graph_, SoftReferences::kFollow, from, to);
    if (slot == Heap::kNoSlot) return 0;
    // Of class objects each has fields of its own.
    const TypeId described = heap_.typeOfClassObject(from);
    const uint32_t owner = described.exists() ? described.value() : heap_.typeOf(from).value();
    uint64_t& known = (described.exists() ? statics_ : fields_)[uint64_t{owner} << 32 | slot];
    if (known == 0) known = fingerprintOf(heap_.slotName(from, slot));
    return known;
  }

  const Heap& heap_;
  const LiveGraph& graph_;
  const RootHolders& holders_;
  const ShortestPaths& paths_;
  std::vector<uint64_t> types_;  // fingerprints of names
  std::unordered_map<uint64_t, uint64_t> fields_;
  std::unordered_map<uint64_t, uint64_t> statics_;
  KnownWays known_;
  std::vector<ObjectIndex> back_;  // from a head to the first object whose way is known, or that a holder holds
};

}  // namespace

Result<Array<uint64_t>> pathKeys(const LiveGraph& graph, const RootHolders& holders, const ShortestPaths& paths,
                                 const Structures& structures, Progress& progress) {
  Keys keys(graph, holders, paths);
  Array<uint64_t> result(structures.count());
  for (uint32_t i = 0; i < structures.count(); ++i) {
    result[i] = keys.of(structures.head(StructureIndex(i)));
    if ((i + 1) % kPathsPerCheck == 0 && !progress.advance(kPathsPerCheck)) return cancelledError();
  }
  return result;
}

}  // namespace heaptrail
