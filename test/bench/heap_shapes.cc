#include "heap_shapes.h"

#include <algorithm>
#include <bit>

namespace heaptrail::bench {

namespace {

constexpr size_t kStructuresPerRegistry = 1000;
constexpr size_t kRecentCities = 4096;
constexpr uint32_t kMostFrames = 200;
constexpr uint32_t kThreads = 4;
constexpr uint64_t kChainLinks = 1'000'000;
constexpr uint32_t kGeneratedTogether = 50;

uint32_t tableLength(uint32_t entries) { return std::max(16U, std::bit_ceil(entries + entries / 3)); }

uint32_t listCapacity(uint32_t elements) { return elements + elements / 4; }

/// Every eighth value of a map is a city that other structures share, some are null, the others numbers of its own.
enum class Value { kShared, kNull, kOwn };
Value valueOfEntry(uint32_t i) {
  if (i % 8 == 0) return Value::kShared;
  return i % 50 == 1 ? Value::kNull : Value::kOwn;
}

}  // namespace

HeapShapes::HeapShapes(DumpWriter& writer, const HeapOptions& options)
    : writer_(writer),
      plan_(writer, options.shuffledRegions, options.objects + options.types * uint64_t{2}),
      options_(options),
      randomState_(options.seed) {}

/// splitmix64
uint64_t HeapShapes::random(uint64_t below) {
  uint64_t z = randomState_ += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return (z ^ (z >> 31)) % below;
}

void HeapShapes::write() {
  plan_.writeClasses();
  for (uint32_t c = 0; c < writer_.classes().size(); ++c) writer_.stickyClass(c);
  primitiveTypes();
  threads();
  structures();
  registries();
}

/// The class objects of int, long, …: the only ones that are dumped as instances.
void HeapShapes::primitiveTypes() {
  constexpr uint32_t kPrimitiveTypes = 9;
  for (uint32_t i = 0; i < kPrimitiveTypes; ++i) writer_.jniGlobal(plan_.plan(kClass));
  for (uint32_t i = 0; i < kPrimitiveTypes; ++i) {
    plan_.begin(true);
    for (const auto& [name, kind] : writer_.classes()[kClass].fields) {
      if (kind == Kind::kReference) writer_.reference(0);
      if (kind == Kind::kInt) writer_.intValue(0);
    }
  }
  plan_.end();
}

void HeapShapes::threads() {
  for (uint32_t t = 0; t < kThreads; ++t) {
    writer_.thread(plan_.plan(kThread), t + 1);
    plan_.planString(letters());
    plan_.begin(true);
    writer_.reference(plan_.coming());
    writer_.reference(0);
    plan_.string(true);
    plan_.end();
  }
}

void HeapShapes::structures() {
  keep(list(static_cast<uint32_t>(std::min<uint64_t>(1000, options_.objects / 10)), true));
  keep(chain(static_cast<uint32_t>(std::min(kChainLinks, options_.objects / 10)), true));
  // Every generated type has an object, and one object in twenty is of a generated type.
  uint64_t generatedSoFar = 0;
  while (plan_.plannedObjects() < options_.objects || generatedSoFar < options_.types) {
    const bool enough = plan_.plannedObjects() >= options_.objects;
    if (enough || generatedSoFar * 20 < plan_.plannedObjects() || generatedSoFar < options_.types) {
      keep(generated(kGeneratedTogether));
      generatedSoFar += kGeneratedTogether;
    }
    if (enough) continue;
    keep(oneOfMany(true));
    if (random(30) == 0) oneOfMany(false);  // garbage of the same shape
    if (random(30) == 0) island(static_cast<uint32_t>(2 + random(50)));
  }
}

/// What a shop keeps of its customers and wares: attributes in maps, carts in lists, histories in chains.
Address HeapShapes::oneOfShop(bool live) {
  constexpr uint64_t kMostEntries = 16;
  constexpr uint64_t kMostElements = 24;
  switch (random(6)) {
    case 0:
      return list(static_cast<uint32_t>(1 + random(kMostElements)), live);
    case 1:
      return chain(static_cast<uint32_t>(1 + random(kMostElements)), live);
    default:
      return map(static_cast<uint32_t>(1 + random(kMostEntries)), live);
  }
}

Address HeapShapes::oneOfMany(bool live) {
  if (options_.shape == HeapShape::kShop) return oneOfShop(live);
  const auto size = static_cast<uint32_t>(1 + random(random(20) == 0 ? 3000 : 150));
  switch (random(8)) {
    case 0:
      return list(size, live);
    case 1:
      return chain(size, live);
    case 2:
      return tree(size, live);
    case 3:
      return live ? weakReferences(size / 4) : list(size, live);
    case 4:
      if (live) mapsThatShare(size);
      return list(1 + size / 8, live);
    default:
      return map(size, live);
  }
}

void HeapShapes::keep(Address head) {
  if (frames_ < kMostFrames && random(64) == 0) {
    writer_.javaFrame(head, 1 + frames_++ % kThreads);
    return;
  }
  structures_.push_back(head);
  if (structures_.size() < kStructuresPerRegistry) return;
  registries_.push_back(plan_.plan(kObjectArray, static_cast<uint32_t>(structures_.size())));
  plan_.begin(true);
  for (const Address structure : structures_) writer_.reference(structure);
  plan_.end();
  structures_.clear();
}

/// The static field that holds everything: Registry.structures.
void HeapShapes::registries() {
  registries_.insert(registries_.end(), structures_.begin(), structures_.end());
  const Address all = plan_.plan(kObjectArray, static_cast<uint32_t>(registries_.size()));
  plan_.begin(true);
  for (const Address registry : registries_) writer_.reference(registry);
  plan_.end();
  writer_.setStatic(kRegistry, 0, all);
}

// Parts of structures

Address HeapShapes::planCity() {
  const Address at = plan_.plan(kCity);
  plan_.planString(letters());
  return at;
}

/// A city and its name. Live ones may be shared by structures that come later.
void HeapShapes::city(bool live) {
  const Address at = plan_.coming();
  plan_.begin(live);
  writer_.reference(plan_.coming());
  writer_.intValue(100'000);
  plan_.string(live);
  if (!live) return;
  if (recentCities_.size() < kRecentCities) {
    recentCities_.push_back(at);
  } else {
    recentCities_[random(kRecentCities)] = at;
  }
}

Address HeapShapes::recentCity() { return recentCities_[random(recentCities_.size())]; }

Address HeapShapes::planMap(uint32_t entries) {
  const Address head = plan_.plan(kHashMap);
  plan_.plan(kNodeArray, tableLength(entries));
  return head;
}

/// The map and its table. Where several nodes fall into one place of the table they are chained.
void HeapShapes::mapHead(uint32_t entries, const std::vector<Address>& nodes, bool live) {
  std::vector<Address> table(tableLength(entries), 0);
  nextInBucket_.assign(entries, 0);
  for (uint32_t i = 0; i < entries; ++i) {
    Address& first = table[random(table.size())];
    nextInBucket_[i] = first;
    first = nodes[i];
  }
  plan_.begin(live);
  writer_.reference(plan_.coming());
  writer_.reference(0);  // entrySet
  writer_.intValue(entries);
  writer_.intValue(entries);
  writer_.intValue(static_cast<uint32_t>(table.size() / 4 * 3));
  writer_.intValue(std::bit_cast<uint32_t>(0.75F));
  writer_.reference(0);  // keySet
  writer_.reference(0);  // values
  plan_.begin(live);
  for (const Address first : table) writer_.reference(first);
}

void HeapShapes::node(Address key, Address value, uint32_t i, bool live) {
  plan_.begin(live);
  writer_.intValue(i);
  writer_.reference(key);
  writer_.reference(value);
  writer_.reference(nextInBucket_[i]);
}

Address HeapShapes::planList(uint32_t elements) {
  const Address head = plan_.plan(kArrayList);
  plan_.plan(kObjectArray, listCapacity(elements));
  return head;
}

/// The list, and the array whose elements must follow.
void HeapShapes::listHead(uint32_t elements, bool live) {
  plan_.begin(live);
  writer_.reference(plan_.coming());
  writer_.intValue(elements);
  writer_.intValue(elements);
  plan_.begin(live);
}

// Structures

/// From strings to numbers and to cities of other structures.
Address HeapShapes::map(uint32_t entries, bool live) {
  const Address head = planMap(entries);
  std::vector<Address> nodes(entries);
  for (uint32_t i = 0; i < entries; ++i) {
    nodes[i] = plan_.plan(kNode);
    plan_.planString(letters());
    if (valueOfEntry(i) == Value::kOwn) plan_.plan(kInteger);
  }
  mapHead(entries, nodes, live);
  for (uint32_t i = 0; i < entries; ++i) {
    const Value value = valueOfEntry(i);
    const Address key = plan_.coming(1);
    const Address target = value == Value::kOwn ? plan_.coming(3) : value == Value::kShared ? recentCity() : 0;
    node(key, target, i, live);
    plan_.string(live);
    if (value == Value::kOwn) plan_.integer(i, live);
  }
  plan_.end();
  return head;
}

/// Two maps from numbers to the same cities.
void HeapShapes::mapsThatShare(uint32_t entries) {
  std::vector<Address> nodes(entries);
  std::vector<Address> cities(entries);
  for (const bool first : {true, false}) {
    const Address head = planMap(entries);
    for (uint32_t i = 0; i < entries; ++i) {
      nodes[i] = plan_.plan(kNode);
      plan_.plan(kInteger);
      if (first) cities[i] = planCity();
    }
    mapHead(entries, nodes, true);
    for (uint32_t i = 0; i < entries; ++i) {
      node(plan_.coming(1), cities[i], i, true);
      plan_.integer(i, true);
      if (first) city(true);
    }
    plan_.end();
    keep(head);
  }
}

/// Of cities.
Address HeapShapes::list(uint32_t elements, bool live) {
  const Address head = planList(elements);
  std::vector<Address> cities(elements);
  for (Address& at : cities) at = planCity();
  listHead(elements, live);
  cities.resize(listCapacity(elements), 0);
  for (const Address at : cities) writer_.reference(at);
  for (uint32_t i = 0; i < elements; ++i) city(live);
  plan_.end();
  return head;
}

/// A java.util.LinkedList of numbers.
Address HeapShapes::chain(uint32_t links, bool live) {
  const Address head = plan_.plan(kLinkedList);
  std::vector<Address> nodes(links);
  for (Address& at : nodes) {
    at = plan_.plan(kLinkedNode);
    plan_.plan(kInteger);
  }
  plan_.begin(live);
  writer_.intValue(links);
  writer_.reference(nodes.front());
  writer_.reference(nodes.back());
  writer_.intValue(links);  // modCount
  for (uint32_t i = 0; i < links; ++i) {
    plan_.begin(live);
    writer_.reference(plan_.coming());
    writer_.reference(i + 1 < links ? nodes[i + 1] : 0);
    writer_.reference(i > 0 ? nodes[i - 1] : 0);
    plan_.integer(i, live);
  }
  plan_.end();
  return head;
}

/// A complete binary tree whose nodes know their parents.
Address HeapShapes::tree(uint32_t nodes, bool live) {
  const Address head = plan_.plan(kTree);
  std::vector<Address> at(nodes);
  for (Address& node : at) {
    node = plan_.plan(kTreeNode);
    plan_.plan(kInteger);
  }
  plan_.begin(live);
  writer_.reference(at.front());
  writer_.intValue(nodes);
  for (uint32_t i = 0; i < nodes; ++i) {
    plan_.begin(live);
    writer_.reference(i == 0 ? 0 : at[(i - 1) / 2]);
    writer_.reference(2 * i + 1 < nodes ? at[2 * i + 1] : 0);
    writer_.reference(2 * i + 2 < nodes ? at[2 * i + 2] : 0);
    writer_.reference(plan_.coming());
    writer_.intValue(i);
    plan_.integer(i, live);
  }
  plan_.end();
  return head;
}

/// A list of weak references, every other to a city that nothing else holds.
Address HeapShapes::weakReferences(uint32_t references) {
  const Address head = planList(references);
  std::vector<Address> weak(references);
  for (uint32_t i = 0; i < references; ++i) {
    weak[i] = plan_.plan(kWeakReference);
    if (i % 2 == 0) planCity();
  }
  listHead(references, true);
  weak.resize(listCapacity(references), 0);
  for (const Address at : weak) writer_.reference(at);
  for (uint32_t i = 0; i < references; ++i) {
    const bool onlyWeakly = i % 2 == 0;
    plan_.begin(true);
    writer_.reference(onlyWeakly ? plan_.coming() : recentCity());
    writer_.reference(0);  // queue
    writer_.reference(0);  // next
    writer_.reference(0);  // discovered
    if (onlyWeakly) city(false);
  }
  plan_.end();
  return head;
}

/// Objects of the generated types in turn, linked by their first field.
Address HeapShapes::generated(uint32_t objects) {
  std::vector<uint32_t> types;
  Address head = 0;
  for (uint32_t i = 0; i < objects; ++i) {
    types.push_back(kFirstGenerated + nextType_++ % options_.types);
    const Address at = plan_.plan(types.back());
    if (i == 0) head = at;
  }
  for (const uint32_t type : types) {
    plan_.begin(true);
    writer_.reference(plan_.coming());
    const auto& fields = writer_.classes()[type].fields;
    for (size_t f = 1; f < fields.size(); ++f) {
      if (fields[f].second == Kind::kReference) {
        writer_.reference(random(4) == 0 ? 0 : recentCity());
      } else {
        writer_.intValue(type);
      }
    }
  }
  plan_.end();
  return head;
}

/// A ring that nothing refers to, though it refers to what is alive.
void HeapShapes::island(uint32_t members) {
  std::vector<Address> ring(members);
  for (Address& at : ring) at = plan_.plan(kIsland);
  for (uint32_t i = 0; i < members; ++i) {
    plan_.begin(false);
    writer_.reference(ring[(i + 1) % members]);
    writer_.reference(recentCity());
  }
  plan_.end();
}

}  // namespace heaptrail::bench
