#include "reference/slow_paths.h"

#include <random>

#include "graph/liveness.h"

namespace heaptrail::test {

namespace {

template <typename T>
T valueOf(Result<T> result) {
  return std::move(result).value();  // throws if there is none, which fails the test
}

LiveGraph graphOf(const Sketch& sketch, WeakReferences weak, Threads threads) {
  const std::shared_ptr<const Heap> heap = sketch.heap();
  Progress progress;
  return LiveGraph(heap, weak, valueOf(findLive(*heap, weak, progress)), threads);
}

ReverseReferences reverseOf(const LiveGraph& graph, Threads threads) {
  Progress progress;
  return valueOf(ReverseReferences::build(graph, threads, progress));
}

bool isVariable(const RootHolder& holder) {
  return holder.kind == RootHolder::Kind::kStaticField || holder.root == RootKind::kJavaFrame ||
         holder.root == RootKind::kJniLocal;
}

}  // namespace

uint32_t Sketch::addType(Type type) {
  types.push_back(std::move(type));
  return static_cast<uint32_t>(types.size() - 1);
}

uint32_t Sketch::add(uint32_t type, std::vector<std::optional<uint32_t>> slots) {
  objects.push_back({type, std::move(slots)});
  return static_cast<uint32_t>(objects.size() - 1);
}

void Sketch::addRoot(uint32_t object, RootKind kind) { roots.push_back({.object = ObjectIndex(object), .kind = kind}); }

std::shared_ptr<const Heap> Sketch::heap() const {
  auto symbols = std::make_shared<Symbols>();
  HeapParts parts;
  for (const Type& sketched : types) {
    heaptrail::Type& type = symbols->types.emplace_back();
    type.name = sketched.name;
    type.shape = sketched.shape;
    if (sketched.superclass) type.superclass = TypeId(*sketched.superclass);
    for (const std::string& field : sketched.fields) type.fields.push_back({field});
    type.bytes = sketched.bytes;
    type.elementBytes = sketched.elementBytes;
    parts.weakSlots.push_back(sketched.weakSlots);
    parts.softSlots.push_back(sketched.softSlots);
    parts.classObjects.push_back(sketched.classObject ? ObjectIndex(*sketched.classObject) : ObjectIndex::none());
    parts.classSlots.push_back(sketched.classSlots);
  }
  if (std::ranges::any_of(types, [](const Type& type) { return type.loader.has_value(); })) {
    for (const Type& type : types) {
      parts.loaders.push_back(type.loader ? ObjectIndex(*type.loader) : ObjectIndex::none());
    }
  }
  for (const std::string& name : threads) symbols->threads.push_back({name});
  for (const std::vector<Frame>& frames : sites) symbols->sites.push_back({frames});
  const auto count = static_cast<uint32_t>(objects.size());
  ObjectIds::Builder ids;
  Array<uint32_t> degrees(count + 1);
  parts.types = NarrowColumn(count, types.size());
  BitSet arrays(count);
  for (uint32_t o = 0; o < count; ++o) {
    ids.add(ObjectId(idOf(o)));
    parts.types.set(o, objects[o].type);
    if (types[objects[o].type].shape != TypeShape::kInstance) arrays.set(o);
    for (const auto& slot : objects[o].slots) degrees[o] += slot ? 1 : 0;
  }
  if (std::ranges::any_of(objects, [](const Object& object) { return object.age.has_value(); })) {
    parts.ages = OptionalColumn(count, ~uint32_t{0});
    for (uint32_t o = 0; o < count; ++o) {
      if (objects[o].age) parts.ages.set(o, *objects[o].age);
    }
  }
  if (std::ranges::any_of(objects, [](const Object& object) { return object.space != HeapSpace::kUnknown; })) {
    parts.spaces = Array<HeapSpace>(count);
    for (uint32_t o = 0; o < count; ++o) parts.spaces[o] = objects[o].space;
  }
  if (!sites.empty()) {
    parts.sites = OptionalColumn(count, sites.size());
    for (uint32_t o = 0; o < count; ++o) {
      if (objects[o].site) parts.sites.set(o, *objects[o].site);
    }
  }
  if (std::ranges::any_of(objects, [](const Object& object) { return object.thread.has_value(); })) {
    parts.threads = OptionalColumn(count, threads.size());
    for (uint32_t o = 0; o < count; ++o) {
      if (objects[o].thread) parts.threads.set(o, *objects[o].thread);
    }
  }
  uint64_t duplicates = 0;
  parts.ids = std::move(ids).build(duplicates);
  parts.references = ReferenceColumns(std::move(degrees));
  parts.extents = SparseColumn(RankedBits(std::move(arrays)));
  ReferenceColumns::LongGaps longGaps;
  uint64_t reference = 0;
  for (uint32_t o = 0; o < count; ++o) {
    const bool isPrimitive = types[objects[o].type].shape == TypeShape::kPrimitiveArray;
    if (parts.extents.has(o)) {
      parts.extents.set(o, isPrimitive ? objects[o].length : static_cast<uint32_t>(objects[o].slots.size()));
    }
    uint32_t nulls = 0;
    for (const auto& slot : objects[o].slots) {
      if (!slot) {
        ++nulls;
        continue;
      }
      parts.references.write(reference++, ObjectIndex(*slot), nulls, longGaps);
      nulls = 0;
    }
  }
  parts.references.keep(std::move(longGaps));
  parts.roots = roots;
  parts.symbols = std::move(symbols);
  return std::make_shared<const Heap>(std::move(parts));
}

Sketch randomSketch(uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&random](size_t limit) { return static_cast<uint32_t>(random() % limit); };
  Sketch sketch;
  const uint32_t classes = sketch.addType({.name = "java.lang.Class"});
  const uint32_t node = sketch.addType({.name = "a.Node", .bytes = 24, .fields = {"left", "right"}});
  const uint32_t wide = sketch.addType({.name = "a.b.Wide", .bytes = 40, .fields = {"extra"}, .superclass = node});
  const uint32_t weak =
      sketch.addType({.name = "java.lang.ref.WeakReference", .fields = {"referent", "queue"}, .weakSlots = {0}});
  const uint32_t soft =
      sketch.addType({.name = "java.lang.ref.SoftReference", .fields = {"referent", "queue"}, .softSlots = {0}});
  const uint32_t array = sketch.addType({.name = "a.Node[]", .shape = TypeShape::kReferenceArray, .elementBytes = 4});
  const uint32_t bytes = sketch.addType({.name = "byte[]", .shape = TypeShape::kPrimitiveArray, .elementBytes = 1});
  const uint32_t pair =
      sketch.addType({.name = "a.Pair", .bytes = 24, .fields = {"key", "next", "value"}, .weakSlots = {0, 2}});
  const uint32_t count = 1 + below(24);
  for (uint32_t o = 0; o < count; ++o) {
    const uint32_t type = std::vector{node, node, node, wide, wide, weak, pair, soft, array, array, bytes}[below(11)];
    const uint32_t id = sketch.add(type);
    if (type == bytes) sketch.objects[id].length = below(100);
    sketch.objects[id].slots.resize(type == array                  ? below(6)
                                    : type == wide || type == pair ? 3
                                    : type == bytes                ? 0
                                                                   : 2);
  }
  const uint32_t classesDescribed = below(4);
  for (uint32_t c = 0; c < classesDescribed; ++c) {
    Sketch::Type& described = sketch.types[std::vector{node, wide, array, weak}[below(4)]];
    if (described.classObject) continue;
    described.classSlots = {"<classloader>", "static first", "static second"};
    described.classObject = sketch.add(classes, {{}, {}, {}});
  }
  const uint32_t density = 1 + below(4);
  for (Sketch::Object& object : sketch.objects) {
    for (auto& slot : object.slots) {
      if (below(5) < density) slot = below(sketch.objects.size());
    }
  }
  const uint32_t rootCount = below(5);
  for (uint32_t r = 0; r < rootCount; ++r) {
    constexpr RootKind kKinds[] = {RootKind::kJniGlobal, RootKind::kJniLocal,    RootKind::kJavaFrame,
                                   RootKind::kMonitor,   RootKind::kSystemClass, RootKind::kThread};
    Root& root = sketch.roots.emplace_back(ObjectIndex(below(sketch.objects.size())), kKinds[below(6)]);
    if (root.kind != RootKind::kJavaFrame) continue;
    root.thread = ThreadId(below(3));
    root.place = below(2);
  }
  return sketch;
}

Seen::Seen(const Sketch& sketch, WeakReferences weak, Threads threads)
    : graph(graphOf(sketch, weak, threads)), holders(graph), reverse(reverseOf(graph, threads)) {}

std::set<std::pair<uint32_t, uint32_t>> stepsOf(const Sketch& sketch, uint32_t object, Counting counting) {
  const Sketch::Type& type = sketch.types[sketch.objects[object].type];
  std::set<std::pair<uint32_t, uint32_t>> steps;
  for (uint32_t slot = 0; slot < sketch.objects[object].slots.size(); ++slot) {
    if (!sketch.objects[object].slots[slot]) continue;
    if (!counting.weak && type.weakSlots.has(slot)) continue;
    if (!counting.soft && type.softSlots.has(slot)) continue;
    steps.emplace(slot, *sketch.objects[object].slots[slot]);
  }
  return steps;
}

std::optional<uint32_t> classKeptBy(const Sketch& sketch, uint32_t object) {
  const std::optional<uint32_t> classObject = sketch.types[sketch.objects[object].type].classObject;
  for (const Root& root : sketch.roots) {
    if (classObject && root.object == ObjectIndex(*classObject)) return {};
  }
  return classObject;
}

Objects liveOf(const Sketch& sketch, bool weak) {
  Objects live;
  for (const Root& root : sketch.roots) live.insert(root.object.value());
  for (size_t before = 0; before != live.size();) {
    before = live.size();
    for (const uint32_t object : Objects(live)) {
      for (const auto& [slot, target] : stepsOf(sketch, object, {.weak = weak})) live.insert(target);
      const auto& classObject = sketch.types[sketch.objects[object].type].classObject;
      if (classObject) live.insert(*classObject);
    }
  }
  return live;
}

std::map<uint32_t, std::multiset<uint32_t>> referrersIn(const Sketch& sketch, bool weak) {
  std::map<uint32_t, std::multiset<uint32_t>> referrers;
  for (const uint32_t object : liveOf(sketch, weak)) {
    for (const auto& [slot, target] : stepsOf(sketch, object, {.weak = weak})) referrers[target].insert(object);
  }
  return referrers;
}

std::set<RootHolder> holdersIn(const Sketch& sketch, bool weak) {
  std::set<RootHolder> holders;
  for (const Root& root : sketch.roots) {
    holders.insert({.object = root.object, .root = root.kind, .thread = root.thread, .place = root.place});
  }
  const Objects live = liveOf(sketch, weak);
  for (uint32_t t = 0; t < sketch.types.size(); ++t) {
    const Sketch::Type& type = sketch.types[t];
    if (!type.classObject || !live.contains(*type.classObject)) continue;
    const auto& slots = sketch.objects[*type.classObject].slots;
    for (uint32_t slot = 0; slot < slots.size(); ++slot) {
      if (!slots[slot] || !type.classSlots[slot].starts_with("static ")) continue;
      holders.insert({.object = ObjectIndex(*slots[slot]),
                      .kind = RootHolder::Kind::kStaticField,
                      .type = TypeId(t),
                      .slot = slot});
    }
  }
  return holders;
}

std::set<RootHolder> holdersLeadingTo(const Sketch& sketch, Counting counting, const Objects& group,
                                      const HolderChoice& choice, ByClass byClass) {
  std::map<uint32_t, std::set<RootHolder>> holdersOf;
  for (const RootHolder& holder : holdersIn(sketch, counting.weak)) {
    if (!choice.variablesOnly || isVariable(holder)) holdersOf[holder.object.value()].insert(holder);
  }
  const Objects live = liveOf(sketch, counting.weak);
  Objects leading;
  for (const uint32_t member : group) {
    if (live.contains(member)) leading.insert(member);
  }
  for (size_t before = 0; before != leading.size();) {
    before = leading.size();
    for (const uint32_t object : live) {
      const auto lead = [&](uint32_t target) {
        const bool goesOn = !choice.stopAtFirst || !holdersOf.contains(target);
        if (leading.contains(target) && goesOn) leading.insert(object);
      };
      for (const auto& [slot, target] : stepsOf(sketch, object, counting)) lead(target);
      const auto classObject = classKeptBy(sketch, object);
      if (classObject && byClass == ByClass::kFollow) lead(*classObject);
    }
  }
  std::set<RootHolder> result;
  for (const uint32_t object : leading) result.insert(holdersOf[object].begin(), holdersOf[object].end());
  return result;
}

std::map<uint32_t, uint32_t> distancesIn(const Sketch& sketch, Counting counting) {
  std::map<uint32_t, uint32_t> distances;
  Objects level;
  for (const RootHolder& holder : holdersIn(sketch, counting.weak)) level.insert(holder.object.value());
  for (uint32_t distance = 0; !level.empty(); ++distance) {
    for (const uint32_t object : level) distances.emplace(object, distance);
    Objects next;
    for (const uint32_t object : level) {
      for (const auto& [slot, target] : stepsOf(sketch, object, counting)) next.insert(target);
      const auto classObject = classKeptBy(sketch, object);
      if (classObject) next.insert(*classObject);
    }
    std::erase_if(next, [&](uint32_t object) { return distances.contains(object); });
    level = std::move(next);
  }
  return distances;
}

BitSet bitsOf(const Sketch& sketch, const Objects& objects) {
  BitSet bits(sketch.objects.size());
  for (const uint32_t object : objects) bits.set(object);
  return bits;
}

Objects objectsOf(const BitSet& bits) {
  Objects objects;
  for (uint64_t i = 0; i < bits.size(); ++i) {
    if (bits.test(i)) objects.insert(static_cast<uint32_t>(i));
  }
  return objects;
}

}  // namespace heaptrail::test
