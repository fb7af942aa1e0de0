#include "reference/graph_literal.h"

#include <algorithm>
#include <random>
#include <sstream>
#include <vector>

namespace heaptrail::test {

namespace {

constexpr const char* kArrow = "→";

}  // namespace

std::shared_ptr<const Heap> build(const Drawing& drawing) {
  auto symbols = std::make_shared<Symbols>();
  HeapParts parts;
  std::map<std::string, uint32_t> typeByName;
  const auto objects = static_cast<uint32_t>(drawing.types.size());
  ObjectIds::Builder ids;
  for (uint32_t o = 0; o < objects; ++o) ids.add(ObjectId(0x1000 + 16 * uint64_t{o}));
  uint64_t duplicates = 0;
  parts.ids = std::move(ids).build(duplicates);
  parts.types = NarrowColumn(objects, objects + 1);
  Array<uint32_t> degrees(objects + 1);
  for (uint32_t o = 0; o < objects; ++o) {
    const auto [place, fresh] = typeByName.emplace(drawing.types[o], static_cast<uint32_t>(symbols->types.size()));
    if (fresh) {
      Type& type = symbols->types.emplace_back();
      type.name = drawing.types[o];
      type.bytes = 16;
      if (type.name.ends_with("[]")) {
        type.shape = TypeShape::kReferenceArray;
        type.elementBytes = 4;
      }
      parts.weakSlots.push_back(type.name == "java.lang.ref.WeakReference" ? 0 : Heap::kNoSlot);
    }
    parts.types.set(o, place->second);
    degrees[o] = static_cast<uint32_t>(drawing.references[o].size());
  }
  parts.offsets = Offsets::fromDegrees(std::move(degrees));
  parts.targets = Array<ObjectIndex>(parts.offsets.total());
  parts.gaps = Array<uint8_t>(parts.offsets.total());
  for (uint32_t o = 0; o < objects; ++o) {
    uint64_t next = parts.offsets[o];
    for (const uint32_t target : drawing.references[o]) parts.targets[next++] = ObjectIndex(target);
  }
  for (const uint32_t root : drawing.roots) parts.roots.push_back({ObjectIndex(root), RootKind::kUnknown});
  std::map<uint32_t, uint32_t> extents = drawing.bytes;
  for (uint32_t o = 0; o < objects; ++o) {
    if (drawing.types[o].ends_with("[]")) extents[o] = static_cast<uint32_t>(drawing.references[o].size());
  }
  BitSet sized(objects);
  for (const auto& [object, extent] : extents) sized.set(object);
  parts.extents = SparseColumn(RankedBits(std::move(sized)));
  for (const auto& [object, extent] : extents) parts.extents.set(object, extent);
  for (const auto& [type, superclass] : drawing.superclasses) {
    const auto known = typeByName.find(superclass);
    if (typeByName.contains(type) && known != typeByName.end()) {
      symbols->types[typeByName[type]].superclass = TypeId(known->second);
    }
  }
  parts.classObjects.assign(symbols->types.size(), ObjectIndex::none());
  parts.classSlots.resize(symbols->types.size());
  for (const auto& [type, classObject] : drawing.classObjects) {
    const auto known = typeByName.find(type);
    if (known == typeByName.end()) continue;
    parts.classObjects[known->second] = ObjectIndex(classObject);
    for (size_t slot = 0; slot < drawing.references[classObject].size(); ++slot) {
      parts.classSlots[known->second].push_back("static field" + std::to_string(slot));
    }
  }
  parts.symbols = std::move(symbols);
  return std::make_shared<const Heap>(std::move(parts));
}

DrawnHeap draw(const std::string& text) {
  Drawing drawing;
  std::map<std::string, uint32_t> byName;
  const auto object = [&](const std::string& word) {
    const size_t colon = word.find(':');
    const std::string name = word.substr(0, colon);
    const auto [place, fresh] = byName.emplace(name, static_cast<uint32_t>(byName.size()));
    if (fresh) {
      drawing.types.push_back(colon == std::string::npos ? "Node" : word.substr(colon + 1));
      drawing.references.emplace_back();
    }
    return place->second;
  };
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word.starts_with("class:") || word.starts_with("bytes:") || word.starts_with("super:")) {
      const size_t equals = word.find('=');
      const std::string left = word.substr(6, equals - 6);
      const std::string right = word.substr(equals + 1);
      if (word.starts_with("class:")) {
        drawing.classObjects[left] = object(right);
      } else if (word.starts_with("super:")) {
        drawing.superclasses[left] = right;
      } else {
        drawing.bytes[object(left)] = static_cast<uint32_t>(std::stoul(right));
      }
      continue;
    }
    const size_t arrow = word.find(kArrow);
    const std::string source = word.substr(0, arrow);
    const bool root = source == "root";
    const uint32_t from = root ? 0 : object(source);
    if (arrow == std::string::npos) continue;
    std::istringstream targets(word.substr(arrow + std::string(kArrow).size()));
    for (std::string target; std::getline(targets, target, ',');) {
      const uint32_t to = object(target);
      if (root) {
        drawing.roots.push_back(to);
      } else {
        drawing.references[from].push_back(to);
      }
    }
  }
  DrawnHeap result{build(drawing), {}};
  for (const auto& [name, index] : byName) result.objects[name] = ObjectIndex(index);
  return result;
}

std::set<std::string> DrawnHeap::namesOf(const BitSet& set) const {
  std::set<std::string> names;
  for (const auto& [name, object] : objects) {
    if (set.test(object.value())) names.insert(name);
  }
  return names;
}

BitSet DrawnHeap::groupOf(const std::string& names) const {
  BitSet group(heap->objectCount());
  std::istringstream words(names);
  for (std::string name; std::getline(words, name, ',');) group.set(objects.at(name).value());
  return group;
}

std::shared_ptr<const Heap> randomHeap(uint32_t objects, double referencesPerObject, uint32_t roots, uint32_t seed) {
  std::mt19937 random(seed);
  Drawing drawing;
  drawing.references.resize(objects);
  for (uint32_t o = 0; o < objects; ++o) {
    drawing.types.push_back(random() % 10 == 0 ? "java.lang.ref.WeakReference" : "Node" + std::to_string(random() % 3));
  }
  const auto references = static_cast<uint64_t>(referencesPerObject * objects);
  for (uint64_t r = 0; r < references; ++r)
    drawing.references[random() % objects].push_back(static_cast<uint32_t>(random() % objects));
  for (uint32_t r = 0; r < roots; ++r) drawing.roots.push_back(static_cast<uint32_t>(random() % objects));
  return build(drawing);
}

std::set<uint32_t> slowLive(const Heap& heap, bool followWeak) {
  std::set<uint32_t> live;
  for (const Root& root : heap.roots()) live.insert(root.object.value());
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t o = 0; o < heap.objectCount(); ++o) {
      if (!live.contains(o)) continue;
      heap.forEachSlot(ObjectIndex(o), [&](ObjectIndex target, uint32_t slot) {
        const bool keeps = followWeak || slot != heap.weakSlot(heap.typeOf(ObjectIndex(o)));
        if (keeps && live.insert(target.value()).second) changed = true;
      });
    }
  }
  return live;
}

}  // namespace heaptrail::test
