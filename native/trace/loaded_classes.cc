#include "trace/loaded_classes.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "trace/added_references.h"

namespace heaptrail {

namespace {

// As JDKs from 8 on call them. The boot loader is no object.
constexpr std::array<std::string_view, 5> kLoadersForGood{
    "jdk.internal.loader.ClassLoaders$AppClassLoader", "jdk.internal.loader.ClassLoaders$PlatformClassLoader",
    "jdk.internal.loader.ClassLoaders$BootClassLoader", "sun.misc.Launcher$AppClassLoader",
    "sun.misc.Launcher$ExtClassLoader"};

// Arrays of arrays have as many components.
constexpr int kMaxDimensions = 255;

uint32_t referenceFields(const Symbols& symbols, TypeId type) {
  uint32_t fields = 0;
  for (TypeId t = type; t.exists(); t = symbols[t].superclass) {
    fields += static_cast<uint32_t>(std::ranges::count(symbols[t].fields, ValueKind::kReference, &Field::kind));
  }
  return fields;
}

}  // namespace

ClassLoaders::ClassLoaders(const HeapParts& parts)
    : parts_(parts), loaders_(parts.classObjects.size(), ObjectIndex::none()) {
  for (uint32_t t = 0; t < parts.classObjects.size(); ++t) {
    if (parts.classObjects[t].exists()) types_.emplace_back(parts.classObjects[t], TypeId(t));
  }
  std::ranges::sort(types_);
  for (const auto& [classObject, type] : types_) {
    loaders_[type.value()] = find(classObject);
    any_ = any_ || loaders_[type.value()].exists();
  }
}

/// What an object refers to by the slot of that name; none() if nothing.
ObjectIndex ClassLoaders::targetOf(ObjectIndex object, std::string_view name) const {
  const TypeId described = typeOfClassObject(object);
  const TypeId type(parts_.types[object.value()]);
  ObjectIndex found = ObjectIndex::none();
  parts_.references.forEachSlot(object.value(), [&](ObjectIndex target, uint32_t slot) {
    if (found.exists()) return;
    if (!described.exists()) {
      if (parts_.symbols->referenceFieldName(type, slot) == name) found = target;
      return;
    }
    const std::vector<std::string>& slots = parts_.classSlots[described.value()];
    if (slot < slots.size() && slots[slot] == name) found = target;
  });
  return found;
}

/// Recordings tell the loaders of arrays' classes, and of those that were loaded and never used, by their components
/// and modules only.
ObjectIndex ClassLoaders::find(ObjectIndex classObject) const {
  ObjectIndex loader = ObjectIndex::none();
  for (int dimension = 0; dimension <= kMaxDimensions && classObject.exists() && !loader.exists(); ++dimension) {
    loader = targetOf(classObject, "<classloader>");
    const ObjectIndex module = loader.exists() ? ObjectIndex::none() : targetOf(classObject, "module");
    if (module.exists()) loader = targetOf(module, "loader");
    classObject = targetOf(classObject, "componentType");
  }
  if (!loader.exists() || !canHold(loader)) return ObjectIndex::none();
  const std::string& name = (*parts_.symbols)[TypeId(parts_.types[loader.value()])].name;
  return std::ranges::find(kLoadersForGood, name) == kLoadersForGood.end() ? loader : ObjectIndex::none();
}

/// Whether classes can stand behind its own fields. In a damaged trace what is called a loader may be anything.
bool ClassLoaders::canHold(ObjectIndex loader) const {
  const uint32_t fields = referenceFields(*parts_.symbols, TypeId(parts_.types[loader.value()]));
  bool areNamed = !typeOfClassObject(loader).exists();
  parts_.references.forEachSlot(loader.value(),
                                [&](ObjectIndex, uint32_t slot) { areNamed = areNamed && slot < fields; });
  return areNamed;
}

TypeId ClassLoaders::typeOfClassObject(ObjectIndex classObject) const {
  const auto place = std::ranges::lower_bound(types_, classObject, {}, [](const auto& entry) { return entry.first; });
  return place != types_.end() && place->first == classObject ? place->second : TypeId::none();
}

ObjectIndex ClassLoaders::ofClassObject(ObjectIndex classObject) const {
  if (!classObject.exists() || types_.empty()) return ObjectIndex::none();
  const TypeId type = typeOfClassObject(classObject);
  if (type.exists()) return ofType(type);
  // That of a class without a type: one that was never used, or a primitive one.
  const bool isClass = parts_.types[classObject.value()] == parts_.types[types_.front().first.value()];
  return isClass ? find(classObject) : ObjectIndex::none();
}

void holdByLoaders(HeapParts& parts, const ClassLoaders& loaders, const std::vector<ObjectIndex>& classObjects) {
  if (loaders.any()) parts.loaders = loaders.byType();
  if (classObjects.empty()) return;
  const Symbols& symbols = *parts.symbols;
  parts.loadedClassSlots.assign(symbols.types.size(), Heap::kNoSlot);
  std::map<ObjectIndex, uint32_t> held;  // so far, by loader
  std::vector<AddedReference> added;
  for (const ObjectIndex classObject : classObjects) {
    const ObjectIndex loader = loaders.ofClassObject(classObject);
    const TypeId type(parts.types[loader.value()]);
    uint32_t& first = parts.loadedClassSlots[type.value()];
    if (first == Heap::kNoSlot) first = referenceFields(symbols, type);
    added.push_back({loader, first + held[loader]++, classObject});
  }
  addReferences(parts, std::move(added));
}

}  // namespace heaptrail
