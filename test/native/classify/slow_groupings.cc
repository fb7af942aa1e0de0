#include "classify/slow_groupings.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "graph/strong_references.h"
#include "reference/slow_closures.h"
#include "reference/slow_structures.h"

namespace heaptrail::test {

namespace {

struct Node {
  Objects objects;
  size_t step = 0;
  Path within;
};

std::vector<std::string> splitAt(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

Path packageOf(const std::string& name) {
  Path parts = splitAt(name, '.');
  parts.pop_back();
  return parts.empty() ? Path{"(no package)"} : parts;
}

std::string textOf(const Frame& frame) {
  return fmt::format("{}.{} ({}:{})", frame.className, frame.method, frame.file, frame.line);
}

uint64_t bytesOf(const Sketch& sketch, uint32_t object) {
  const Sketch::Object& o = sketch.objects[object];
  const Sketch::Type& type = sketch.types[o.type];
  if (type.shape == TypeShape::kInstance) return type.bytes;
  const uint64_t length = type.shape == TypeShape::kPrimitiveArray ? o.length : o.slots.size();
  return (type.bytes + type.elementBytes * length + 7) / 8 * 8;
}

std::string powerOf(uint64_t base, uint64_t number) {
  if (number == 0) return "0";
  uint64_t least = 1;
  while (least * base <= number) least *= base;
  return least * base - 1 == least ? fmt::format("{}", least) : fmt::format("{}-{}", least, least * base - 1);
}

std::set<Path> holdersOf(const Sketch& sketch, uint32_t object, bool variablesOnly, bool indirectly) {
  std::set<Path> paths;
  std::set<RootHolder> holders;
  if (indirectly) {
    holders = holdersLeadingTo(sketch, {}, {object}, {.variablesOnly = variablesOnly});
  } else {
    for (const RootHolder& holder : holdersIn(sketch, false)) {
      if (holder.object.value() == object) holders.insert(holder);
    }
  }
  for (const RootHolder& holder : holders) {
    if (variablesOnly && !holder.isVariable()) continue;
    if (holder.kind == RootHolder::Kind::kStaticField) {
      const Sketch::Type& type = sketch.types[holder.type.value()];
      paths.insert({"Static field", type.name, type.classSlots[holder.slot].substr(7)});
    } else if (holder.thread.exists()) {
      paths.insert({std::string(rootKindLabel(holder.root)), sketch.threads[holder.thread.value()]});
    } else {
      paths.insert({std::string(rootKindLabel(holder.root))});
    }
  }
  return paths;
}

/// Through what the dominator of an object holds it: the first slot that keeps it.
std::string viaOf(const Heap& heap, ObjectIndex dominator, uint32_t object) {
  std::string via = "(several)";
  bool found = false;
  heap.forEachSlot(dominator, [&](ObjectIndex target, uint32_t slot) {
    if (found || target.value() != object || heap.weakSlots(heap.typeOf(dominator)).has(slot)) return;
    found = true;
    via = heap.symbols()[heap.typeOf(dominator)].shape == TypeShape::kInstance ? heap.slotName(dominator, slot) : "[]";
  });
  return via;
}

/// What alone holds an object: what is met again, in a place of its own type, belongs to the place where it was met.
Path dominatorTreePath(const Sketch&, const KnownHeap& facts, uint32_t object) {
  const Heap& heap = facts.heap();
  if (!facts.liveGraph().live().test(object)) return {"(unreachable)"};
  Progress progress;
  const std::shared_ptr<const Dominators> dominators = *facts.dominators(progress);
  std::vector<uint32_t> chain;
  for (ObjectIndex next(object); next.exists(); next = dominators->immediateDominator(next)) {
    chain.insert(chain.begin(), next.value());
  }
  struct Step {
    std::string type;
    std::string key;
  };
  std::vector<Step> steps;
  for (size_t i = 0; i < chain.size(); ++i) {
    const TypeId classOf = heap.typeOfClassObject(ObjectIndex(chain[i]));
    const Type& is = heap.symbols()[heap.typeOf(ObjectIndex(chain[i]))];
    const std::string& own = is.name;
    const std::string type = classOf.exists() ? "class " + heap.symbols()[classOf].name : own;
    const bool anywhere = !own.starts_with("java.") && is.shape != TypeShape::kPrimitiveArray;
    size_t met = steps.size();
    while (met > 0 && (classOf.exists() || steps[met - 1].type != type)) met = anywhere ? met - 1 : 0;
    if (met > 0) {
      steps.resize(met);
      continue;
    }
    const std::string via = i == 0 ? "" : viaOf(heap, ObjectIndex(chain[i - 1]), chain[i]) + ": ";
    steps.push_back({type, via + type});
  }
  Path path;
  for (const Step& step : steps) path.push_back(step.key);
  return path;
}

/// A field of a class, and the class that declares it; neither for elements, and where the JDK has the field.
struct NamingField {
  std::string name;
  std::string declaredBy;  // empty for static fields
};

std::optional<NamingField> namingFieldOf(const Sketch& sketch, uint32_t holder, uint32_t slot) {
  const auto shortName = [](const std::string& name) { return splitAt(name, '.').back(); };
  for (const Sketch::Type& type : sketch.types) {
    if (type.classObject != holder) continue;
    if (!type.classSlots[slot].starts_with("static ")) return std::nullopt;
    return NamingField{shortName(type.name) + "." + type.classSlots[slot].substr(7), ""};
  }
  const Sketch::Type* declaring = &sketch.types[sketch.objects[holder].type];
  if (declaring->shape != TypeShape::kInstance) return std::nullopt;
  for (; slot >= declaring->fields.size(); declaring = &sketch.types[*declaring->superclass]) {
    slot -= static_cast<uint32_t>(declaring->fields.size());
  }
  if (declaring->name.starts_with("java.")) return std::nullopt;
  return NamingField{shortName(declaring->name) + "." + declaring->fields[slot], declaring->name};
}

struct SlowPlace {
  std::string base;
  size_t levels = 0;
  bool isInside = false;  // what stands between a collection and its elements

  std::string name() const {
    std::string text = base;
    for (size_t level = 0; level < levels; ++level) text += "[]";
    return text;
  }
};

std::string rootPlaceOf(const Sketch& sketch, uint32_t object) {
  for (const RootHolder& holder : holdersIn(sketch, false)) {
    if (holder.object.value() != object) continue;
    // Static fields come before roots.
    if (holder.kind == RootHolder::Kind::kRoot) return fmt::format("({})", rootKindLabel(holder.root));
    const Sketch::Type& type = sketch.types[holder.type.value()];
    return splitAt(type.name, '.').back() + "." + type.classSlots[holder.slot].substr(7);
  }
  return "(several places)";
}

/// The field that alone keeps an object, or the collection it is in.
SlowPlace placeOf(const Sketch& sketch, const Dominators& dominators, uint32_t object) {
  const ObjectIndex dominator = dominators.immediateDominator(ObjectIndex(object));
  if (!dominator.exists()) return {rootPlaceOf(sketch, object)};
  const Sketch::Object& holder = sketch.objects[dominator.value()];
  const Sketch::Type& holderType = sketch.types[holder.type];
  const std::string& own = sketch.types[sketch.objects[object].type].name;
  for (uint32_t slot = 0; slot < holder.slots.size(); ++slot) {
    if (holder.slots[slot] != object || holderType.weakSlots.has(slot)) continue;
    const std::optional<NamingField> field = namingFieldOf(sketch, dominator.value(), slot);
    SlowPlace above = placeOf(sketch, dominators, dominator.value());
    if (field) {
      const bool isOfItsKind = field->declaredBy == own && own == holderType.name;
      if (!isOfItsKind || above.base == "(several places)") return {field->name};
      return {above.base, above.levels};
    }
    if (own.ends_with("[]")) return {above.base, above.levels, true};
    return {above.base, std::min<size_t>(3, above.levels + (above.isInside ? 1 : 0))};
  }
  return {"(several places)"};
}

/// All that an object is by a property.
std::set<Path> pathsOf(const Sketch& sketch, const KnownHeap& facts, const std::string& step, uint32_t object) {
  const Sketch::Object& o = sketch.objects[object];
  const Sketch::Type& type = sketch.types[o.type];
  const std::vector<Frame> frames = o.site ? sketch.sites[*o.site] : std::vector<Frame>();
  if (step == "type") return {{type.name}};
  if (step == "package") return {packageOf(type.name)};
  if (step == "loader") {
    if (!type.loader) return {{"(built-in loaders)"}};
    const std::string& loader = sketch.types[sketch.objects[*type.loader].type].name;
    return {{fmt::format("{} {:#x}", loader, Sketch::idOf(*type.loader))}};
  }
  if (step == "site") return {{frames.empty() ? "(no site)" : textOf(frames[0])}};
  if (step == "callchain") {
    if (frames.empty()) return {{"(no site)"}};
    Path callers;
    for (size_t i = 1; i < frames.size(); ++i) callers.push_back(textOf(frames[i]));
    return {callers.empty() ? Path{"(no caller)"} : callers};
  }
  if (step == "allocating-package") return {frames.empty() ? Path{"(no site)"} : packageOf(frames[0].className)};
  if (step == "thread") return {{o.thread ? sketch.threads[*o.thread] : "(no thread)"}};
  if (step == "length") {
    if (type.shape == TypeShape::kInstance) return {{"(no array)"}};
    return {{powerOf(10, type.shape == TypeShape::kPrimitiveArray ? o.length : o.slots.size())}};
  }
  if (step == "fill") {
    if (type.shape != TypeShape::kReferenceArray || o.slots.empty()) return {{"(no array of references)"}};
    const auto full =
        static_cast<size_t>(std::ranges::count_if(o.slots, [](const auto& slot) { return slot.has_value(); }));
    const size_t tens = full * 100 / o.slots.size() / 10;
    return {{tens == 10 ? "100 %" : fmt::format("{}-{} %", 10 * tens, 10 * tens + 9)}};
  }
  if (step == "bytes") return {{powerOf(2, bytesOf(sketch, object))}};
  if (step == "age") return {{o.age ? std::to_string(*o.age) : "(not known)"}};
  if (step == "space") {
    constexpr const char* kNames[] = {"(not known)", "eden", "survivor", "old"};
    return {{kNames[static_cast<size_t>(o.space)]}};
  }
  const bool isLive = liveOf(sketch, false).contains(object);
  if (step == "reachable") return {{isLive ? "reachable" : "unreachable"}};
  const bool isHead = isLive && type.name == "a.b.Wide";
  if (step == "structures") return {{isHead ? "a.b.Wide" : "(no data structure)"}};
  if (step == "elements") {
    if (!isHead) return {{"(no data structure)"}};
    return {{powerOf(10, slowStructure(facts.liveGraph(), facts.types(), ObjectIndex(object)).leaves.size())}};
  }
  if (step == "top-level") {
    if (!isHead) return {{"(no data structure)"}};
    const bool isOwned = slowIsOwned(facts.liveGraph(), facts.types(), ObjectIndex(object));
    return {{isOwned ? "owned by another" : "top-level"}};
  }
  if (step == "place") {
    if (!isLive) return {{"(not reachable)"}};
    Progress progress;
    return {{placeOf(sketch, **facts.dominators(progress), object).name()}};
  }
  if (step == "dominator-tree") return {dominatorTreePath(sketch, facts, object)};
  const bool indirectly = step.starts_with("indirectly");
  std::set<Path> held = holdersOf(sketch, object, step.contains("variables"), indirectly);
  if (held.empty() && !step.contains("hide")) held.insert({indirectly ? "(not rooted)" : "(not directly rooted)"});
  return held;
}

/// The leaves of all heads among the objects.
Objects leavesOf(const Sketch& sketch, const KnownHeap& facts, const Objects& objects, bool deep) {
  Objects all;
  for (const uint32_t head : objects) {
    if (sketch.types[sketch.objects[head].type].name != "a.b.Wide" || !facts.liveGraph().live().test(head)) continue;
    Objects leaves;
    Objects followed;
    Objects done;
    std::vector<uint32_t> work{head};
    while (!work.empty()) {
      const uint32_t next = work.back();
      work.pop_back();
      if (!done.insert(next).second) continue;
      const SlowStructure structure = slowStructure(facts.liveGraph(), facts.types(), ObjectIndex(next));
      leaves.insert(structure.leaves.begin(), structure.leaves.end());
      followed.insert(structure.followed.begin(), structure.followed.end());
      if (deep) work.insert(work.end(), structure.contained.begin(), structure.contained.end());
    }
    for (const uint32_t leaf : leaves) {
      if (!followed.contains(leaf)) all.insert(leaf);
    }
  }
  return all;
}

/// The heads of structures that have some of the objects as parts or leaves, besides themselves.
Objects containing(const Sketch& sketch, const KnownHeap& facts, const Objects& objects) {
  Objects heads;
  for (uint32_t head = 0; head < sketch.objects.size(); ++head) {
    if (sketch.types[sketch.objects[head].type].name != "a.b.Wide" || !facts.liveGraph().live().test(head)) continue;
    std::set<uint32_t> members = slowStructure(facts.liveGraph(), facts.types(), ObjectIndex(head)).members();
    members.erase(head);
    if (std::ranges::any_of(members, [&](uint32_t member) { return objects.contains(member); })) heads.insert(head);
  }
  return heads;
}

Objects referencesOf(const KnownHeap& facts, uint32_t object) {
  Objects found;
  const Heap& heap = facts.heap();
  const ObjectIndex from(object);
  forEachStrongReference(heap, WeakReferences::kDoNotKeepAlive, from, heap.typeOf(from),
                         [&](ObjectIndex target) { found.insert(target.value()); });
  return found;
}

/// What a step leads to that does not divide; none for the others.
std::optional<Objects> ledOn(const Sketch& sketch, const KnownHeap& facts, const Objects& objects,
                             const std::string& step) {
  if (step.starts_with("leaves")) return leavesOf(sketch, facts, objects, step == "leaves(deep)");
  if (step == "containing-structures") return containing(sketch, facts, objects);
  const SlowGraph graph(facts.heap(), WeakReferences::kDoNotKeepAlive);
  if (step == "closure(deep)") return graph.deep(objects);
  if (step == "closure" || step == "closure(retained)") return graph.retained(objects);
  Objects found;
  if (step == "references") {
    for (const uint32_t object : objects) {
      if (graph.live().contains(object)) found.merge(referencesOf(facts, object));
    }
    return found;
  }
  if (step == "referrers") {
    for (const uint32_t referrer : graph.live()) {
      for (const uint32_t target : referencesOf(facts, referrer)) {
        if (objects.contains(target)) found.insert(referrer);
      }
    }
    return found;
  }
  if (step == "dominators") {
    for (const auto& [object, dominator] : graph.dominators()) {
      if (objects.contains(object) && dominator.exists()) found.insert(dominator.value());
    }
    return found;
  }
  return std::nullopt;
}

bool isBelow(const Path& path, const Path& within) {
  return path.size() >= within.size() && std::equal(within.begin(), within.end(), path.begin());
}

std::map<std::string, Objects> rowsOf(const Sketch& sketch, const KnownHeap& facts, Node& node, const Steps& steps) {
  for (; node.step < steps.size(); ++node.step, node.within.clear()) {
    const std::string& step = steps[node.step];
    if (std::optional<Objects> led = ledOn(sketch, facts, node.objects, step)) {
      node.objects = std::move(*led);
      continue;
    }
    std::map<std::string, Objects> rows;
    bool isDivided = node.within.empty();
    for (const uint32_t object : node.objects) {
      for (const Path& path : pathsOf(sketch, facts, step, object)) {
        if (!isBelow(path, node.within)) continue;
        const bool goesDeeper = path.size() > node.within.size();
        isDivided = isDivided || goesDeeper;
        rows[goesDeeper ? path[node.within.size()] : "(here)"].insert(object);
      }
    }
    if (isDivided) return rows;
  }
  return {};
}

}  // namespace

std::optional<std::map<std::string, Objects>> slowRows(const Sketch& sketch, const KnownHeap& facts,
                                                       const Objects& objects, const Steps& steps, const Path& path) {
  Node node{objects, 0, {}};
  for (const std::string& key : path) {
    const auto rows = rowsOf(sketch, facts, node, steps);
    const auto row = rows.find(key);
    if (row == rows.end()) return std::nullopt;
    node.objects = row->second;
    if (key == "(here)") {
      ++node.step;
      node.within.clear();
    } else {
      node.within.push_back(key);
    }
  }
  return rowsOf(sketch, facts, node, steps);
}

Sketch tellingSketch(uint32_t seed) {
  Sketch sketch = randomSketch(seed);
  std::mt19937 random(seed + 1);
  const auto below = [&random](size_t limit) { return static_cast<uint32_t>(random() % limit); };
  sketch.threads = {"main", "worker-1", "main"};
  const auto frame = [](const std::string& type, const std::string& method, uint32_t line) {
    return Frame{type, method, "F.java", line};
  };
  sketch.sites = {{frame("a.b.Web", "get", 1), frame("a.Main", "run", 2), frame("a.Main", "main", 3)},
                  {frame("a.b.Web", "get", 1), frame("a.Main", "run", 2)},
                  {frame("a.b.Web", "get", 1)},
                  {frame("a.Main", "run", 9), frame("a.Main", "main", 3)},
                  {frame("Plain", "put", 4), frame("a.Main", "main", 3)}};
  for (Sketch::Object& object : sketch.objects) {
    if (below(4) > 0) object.site = below(sketch.sites.size());
    if (below(4) > 0) object.thread = below(sketch.threads.size());
    if (below(4) > 0) object.age = below(5);
    object.space = static_cast<HeapSpace>(below(4));
  }
  // Every kind is told of some object, whatever the dice say.
  sketch.objects[0].thread = 0;
  sketch.objects[0].age = 1;
  sketch.objects[0].space = HeapSpace::kOld;
  for (Sketch::Type& type : sketch.types) {
    if (below(3) == 0) type.loader = below(sketch.objects.size());
  }
  sketch.types[1].loader = 0;
  return sketch;
}

}  // namespace heaptrail::test
