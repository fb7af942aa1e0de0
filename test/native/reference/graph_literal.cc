#include "reference/graph_literal.h"

#include <algorithm>
#include <random>
#include <sstream>
#include <tuple>
#include <utility>
#include <vector>

namespace heaptrail::test {

namespace {

constexpr const char* kArrow = "→";
constexpr const char* kWeakReference = "java.lang.ref.WeakReference";
constexpr const char* kSoftReference = "java.lang.ref.SoftReference";

/// `shop.Cart.add:7`, or without a line.
Frame frameOf(const std::string& text) {
  const size_t colon = text.rfind(':');
  const std::string method = text.substr(0, colon);
  const size_t dot = method.rfind('.');
  const uint32_t line = colon == std::string::npos ? 0 : static_cast<uint32_t>(std::stoul(text.substr(colon + 1)));
  return {method.substr(0, dot), method.substr(dot + 1), "", line};
}

std::vector<std::string> partsOf(const std::string& text, char separator) {
  std::istringstream stream(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

class HeapOfDrawing {
 public:
  explicit HeapOfDrawing(const Drawing& drawing)
      : drawing_(drawing), objects_(static_cast<uint32_t>(drawing.types.size())) {}

  std::shared_ptr<const Heap> build() {
    addTypes();
    addObjects();
    addReferences();
    addSizes();
    addClassObjects();
    addRoots();
    addSites();
    parts_.symbols = std::move(symbols_);
    return std::make_shared<const Heap>(std::move(parts_));
  }

 private:
  uint32_t typeNamed(const std::string& name) {
    const auto [place, fresh] = typeByName_.emplace(name, static_cast<uint32_t>(symbols_->types.size()));
    if (!fresh) return place->second;
    Type& type = symbols_->types.emplace_back();
    type.name = name;
    type.bytes = 16;
    if (name.ends_with("[]")) {
      type.shape = TypeShape::kReferenceArray;
      type.elementBytes = 4;
    }
    return place->second;
  }

  Type& typeOf(uint32_t object) { return symbols_->types[typeByName_.at(drawing_.types[object])]; }

  bool isClassObject(uint32_t object) const {
    return std::ranges::any_of(drawing_.classObjects, [&](const auto& entry) { return entry.second == object; });
  }

  std::string fieldOf(uint32_t object, size_t reference) const {
    if (object >= drawing_.fields.size() || reference >= drawing_.fields[object].size()) return "";
    return drawing_.fields[object][reference];
  }

  void addTypes() {
    for (const std::string& type : drawing_.types) typeNamed(type);
    for (const auto& [type, superclass] : drawing_.superclasses) {
      const uint32_t above = typeNamed(superclass);
      symbols_->types[typeNamed(type)].superclass = TypeId(above);
    }
    for (uint32_t o = 0; o < objects_; ++o) {
      if (isClassObject(o)) continue;
      for (size_t r = 0; r < drawing_.references[o].size(); ++r) addField(o, fieldOf(o, r));
    }
    for (uint32_t t = 0; t < symbols_->types.size(); ++t) {
      parts_.weakSlots.push_back(referentSlotOf(TypeId(t), kWeakReference));
      parts_.softSlots.push_back(referentSlotOf(TypeId(t), kSoftReference));
    }
  }

  void addField(uint32_t object, const std::string& field) {
    if (field.empty()) return;
    const size_t dot = field.rfind('.');
    Type& type = dot == std::string::npos ? typeOf(object) : symbols_->types[typeNamed(field.substr(0, dot))];
    const std::string name = field.substr(dot + 1);
    if (std::ranges::find(type.fields, name, &Field::name) == type.fields.end()) type.fields.push_back({name});
  }

  /// Of references of this kind, the referent, which stands first unless its field is named.
  SlotSet referentSlotOf(TypeId type, std::string_view kind) const {
    bool isKind = false;
    for (TypeId above = type; above.exists(); above = (*symbols_)[above].superclass) {
      isKind = isKind || (*symbols_)[above].name == kind;
    }
    if (!isKind) return {};
    for (uint32_t slot = 0;; ++slot) {
      const Field* field = symbols_->referenceField(type, slot).field;
      if (field == nullptr) return {0};
      if (field->name == "referent") return {slot};
    }
  }

  void addObjects() {
    ObjectIds::Builder ids;
    for (uint32_t o = 0; o < objects_; ++o) ids.add(ObjectId(0x1000 + 16 * uint64_t{o}));
    uint64_t duplicates = 0;
    parts_.ids = std::move(ids).build(duplicates);
    parts_.types = NarrowColumn(objects_, objects_ + symbols_->types.size());
    for (uint32_t o = 0; o < objects_; ++o) parts_.types.set(o, typeByName_.at(drawing_.types[o]));
  }

  /// Named fields in the order in which their types declare them, then those without a name as they are drawn.
  uint32_t slotOf(uint32_t object, size_t reference) const {
    const std::string field = fieldOf(object, reference);
    if (isClassObject(object) || field.empty()) return static_cast<uint32_t>(reference);
    const TypeId type(typeByName_.at(drawing_.types[object]));
    const size_t dot = field.rfind('.');
    const std::string declaring = dot == std::string::npos ? drawing_.types[object] : field.substr(0, dot);
    for (uint32_t slot = 0;; ++slot) {
      const DeclaredField declared = symbols_->referenceField(type, slot);
      if (declared.field == nullptr) return static_cast<uint32_t>(reference);
      if ((*symbols_)[declared.declaredBy].name == declaring && declared.field->name == field.substr(dot + 1)) {
        return slot;
      }
    }
  }

  void addReferences() {
    Array<uint32_t> degrees(objects_ + 1);
    for (uint32_t o = 0; o < objects_; ++o) degrees[o] = static_cast<uint32_t>(drawing_.references[o].size());
    parts_.references = ReferenceColumns(std::move(degrees));
    ReferenceColumns::LongGaps longGaps;
    for (uint32_t o = 0; o < objects_; ++o) {
      std::vector<std::pair<uint32_t, uint32_t>> bySlot;
      for (size_t r = 0; r < drawing_.references[o].size(); ++r) {
        bySlot.emplace_back(slotOf(o, r), drawing_.references[o][r]);
      }
      std::ranges::stable_sort(bySlot, {}, [](const auto& reference) { return reference.first; });
      uint64_t next = parts_.references.range(o).first;
      uint32_t expected = 0;
      for (const auto& [slot, target] : bySlot) {
        parts_.references.write(next++, ObjectIndex(target), slot - expected, longGaps);
        expected = slot + 1;
      }
    }
    parts_.references.keep(std::move(longGaps));
  }

  void addSizes() {
    std::map<uint32_t, uint32_t> extents = drawing_.bytes;
    for (uint32_t o = 0; o < objects_; ++o) {
      if (drawing_.types[o].ends_with("[]")) extents[o] = static_cast<uint32_t>(drawing_.references[o].size());
    }
    BitSet sized(objects_);
    for (const auto& [object, extent] : extents) sized.set(object);
    parts_.extents = SparseColumn(RankedBits(std::move(sized)));
    for (const auto& [object, extent] : extents) parts_.extents.set(object, extent);
  }

  void addClassObjects() {
    parts_.classObjects.assign(symbols_->types.size(), ObjectIndex::none());
    parts_.classSlots.resize(symbols_->types.size());
    for (const auto& [type, classObject] : drawing_.classObjects) {
      const auto known = typeByName_.find(type);
      if (known == typeByName_.end()) continue;
      parts_.classObjects[known->second] = ObjectIndex(classObject);
      for (size_t slot = 0; slot < drawing_.references[classObject].size(); ++slot) {
        const std::string field = fieldOf(classObject, slot);
        parts_.classSlots[known->second].push_back(field.empty()            ? "static field" + std::to_string(slot)
                                                   : field.starts_with('<') ? field
                                                                            : "static " + field);
      }
    }
  }

  ThreadId threadNamed(const std::string& name) {
    const auto known = std::ranges::find(symbols_->threads, name, &ThreadInfo::name);
    const auto number = static_cast<uint32_t>(known - symbols_->threads.begin());
    if (known == symbols_->threads.end()) symbols_->threads.push_back({name});
    return ThreadId(number);
  }

  void addRoots() {
    for (const uint32_t root : drawing_.roots) parts_.roots.push_back({ObjectIndex(root), RootKind::kUnknown});
    for (const auto& [object, name] : drawing_.threads) {
      parts_.roots.push_back({ObjectIndex(object), RootKind::kThread, threadNamed(name)});
    }
    uint32_t depth = 0;
    for (const auto& [object, thread, method] : drawing_.locals) {
      parts_.rootPlaces.push_back({frameOf(method), depth++, 0, ""});
      parts_.roots.push_back({ObjectIndex(object), RootKind::kJavaFrame, threadNamed(thread),
                              static_cast<uint32_t>(parts_.rootPlaces.size() - 1)});
    }
  }

  void addSites() {
    if (drawing_.sites.empty()) return;
    parts_.sites = OptionalColumn(objects_, drawing_.sites.size());
    for (const auto& [object, frames] : drawing_.sites) {
      parts_.sites.set(object, static_cast<uint32_t>(symbols_->sites.size()));
      symbols_->sites.push_back({frames});
    }
    if (drawing_.samplingIntervals.empty()) return;
    parts_.samplings = Array<uint8_t>(objects_);
    parts_.samplingIntervals = {0};
    for (const auto& [object, interval] : drawing_.samplingIntervals) {
      const auto known = std::ranges::find(parts_.samplingIntervals, interval);
      parts_.samplings[object] = static_cast<uint8_t>(known - parts_.samplingIntervals.begin());
      if (known == parts_.samplingIntervals.end()) parts_.samplingIntervals.push_back(interval);
    }
  }

  const Drawing& drawing_;
  uint32_t objects_;
  std::map<std::string, uint32_t> typeByName_;
  std::shared_ptr<Symbols> symbols_ = std::make_shared<Symbols>();
  HeapParts parts_;
};

class DrawingReader {
 public:
  DrawnHeap read(const std::string& text) {
    std::istringstream words(text);
    for (std::string word; words >> word;) {
      if (!readProperty(word)) readReferences(word);
    }
    DrawnHeap result{build(drawing_), {}};
    for (const auto& [name, index] : byName_) result.objects[name] = ObjectIndex(index);
    return result;
  }

 private:
  uint32_t object(const std::string& word) {
    const size_t colon = word.find(':');
    const std::string name = word.substr(0, colon);
    const auto [place, fresh] = byName_.emplace(name, static_cast<uint32_t>(byName_.size()));
    if (fresh) {
      drawing_.types.push_back(colon == std::string::npos ? "Node" : word.substr(colon + 1));
      drawing_.references.emplace_back();
      drawing_.fields.emplace_back();
    }
    return place->second;
  }

  /// `bytes:A=100`; false for what is none.
  bool readProperty(const std::string& word) {
    const size_t colon = word.find(':');
    const size_t equals = word.find('=');
    if (colon == std::string::npos || equals == std::string::npos || word.contains(kArrow)) return false;
    const std::string what = word.substr(0, colon);
    const std::string left = word.substr(colon + 1, equals - colon - 1);
    const std::string right = word.substr(equals + 1);
    if (what == "class") {
      drawing_.classObjects[left] = object(right);
    } else if (what == "super") {
      drawing_.superclasses[left] = right;
    } else if (what == "bytes") {
      drawing_.bytes[object(left)] = static_cast<uint32_t>(std::stoul(right));
    } else if (what == "thread") {
      drawing_.threads[object(right)] = left;
    } else if (what == "local") {
      const size_t slash = left.find('/');
      drawing_.locals.push_back({object(right), left.substr(0, slash), left.substr(slash + 1)});
    } else if (what == "site") {
      std::vector<Frame>& frames = drawing_.sites[object(left)];
      for (const std::string& frame : partsOf(right, ';')) frames.push_back(frameOf(frame));
    } else if (what == "sampled") {
      drawing_.samplingIntervals[object(left)] = static_cast<uint32_t>(std::stoul(right));
    } else {
      return false;
    }
    return true;
  }

  void readReferences(const std::string& word) {
    const size_t arrow = word.find(kArrow);
    const std::string source = word.substr(0, arrow);
    const bool root = source == "root";
    const uint32_t from = root ? 0 : object(source);
    if (arrow == std::string::npos) return;
    for (const std::string& target : partsOf(word.substr(arrow + std::string(kArrow).size()), ',')) {
      const size_t equals = target.find('=');
      const uint32_t to = object(equals == std::string::npos ? target : target.substr(equals + 1));
      if (root) {
        drawing_.roots.push_back(to);
      } else {
        drawing_.references[from].push_back(to);
        drawing_.fields[from].push_back(equals == std::string::npos ? "" : target.substr(0, equals));
      }
    }
  }

  Drawing drawing_;
  std::map<std::string, uint32_t> byName_;
};

}  // namespace

std::shared_ptr<const Heap> build(const Drawing& drawing) { return HeapOfDrawing(drawing).build(); }

DrawnHeap draw(const std::string& text) { return DrawingReader().read(text); }

std::set<std::string> DrawnHeap::namesOf(const BitSet& set) const {
  std::set<std::string> names;
  for (const auto& [name, object] : objects) {
    if (set.test(object.value())) names.insert(name);
  }
  return names;
}

std::string DrawnHeap::nameOf(ObjectIndex object) const {
  const auto named = std::ranges::find(objects, object, [](const auto& entry) { return entry.second; });
  return named == objects.end() ? "" : named->first;
}

BitSet DrawnHeap::groupOf(const std::string& names) const {
  BitSet group(heap->objectCount());
  for (const std::string& name : partsOf(names, ',')) group.set(objects.at(name).value());
  return group;
}

std::shared_ptr<const Heap> randomHeap(uint32_t objects, double referencesPerObject, uint32_t roots, uint32_t seed) {
  std::mt19937 random(seed);
  Drawing drawing;
  drawing.references.resize(objects);
  for (uint32_t o = 0; o < objects; ++o) {
    drawing.types.push_back(random() % 10 == 0 ? kWeakReference : "Node" + std::to_string(random() % 3));
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
        const bool keeps = followWeak || !heap.weakSlots(heap.typeOf(ObjectIndex(o))).has(slot);
        if (keeps && live.insert(target.value()).second) changed = true;
      });
    }
  }
  return live;
}

}  // namespace heaptrail::test
