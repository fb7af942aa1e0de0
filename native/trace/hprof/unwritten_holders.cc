#include "trace/hprof/unwritten_holders.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/bit_set.h"
#include "trace/added_references.h"
#include "trace/loaded_classes.h"

namespace heaptrail::hprof {

namespace {

/// Held by fields of java.lang.Class, or by the VM's own handles.
constexpr std::array<std::string_view, 10> kHeldTypes{
    "java.lang.Class",                // class objects of arrays and of classes that the archive has loaded ahead
    "java.lang.String",               // Class.name, packageName
    "java.lang.ref.SoftReference",    // Class.reflectionData
    "java.lang.Thread",               // compiler and service threads
    "java.lang.Module",               // Class.module
    "java.lang.Object[]",             // Class.signers, resolved references
    "java.lang.reflect.Constructor",  // Class.cachedConstructor
    "java.security.ProtectionDomain",
    "java.util.HashMap",                      // Class.enumConstantDirectory
    "sun.reflect.annotation.AnnotationType",  // Class.annotationType
};

constexpr std::array<std::string_view, 5> kHeldPrefixes{
    "java.lang.Class$",       // Class.annotationData, …
    "java.lang.ClassValue$",  // Class.classValueMap
    "java.lang.invoke.",      // what call sites resolved to
    "java.util.ImmutableCollections$",
    "sun.reflect.generics.",  // Class.genericInfo
};

bool isHeld(const Symbols& symbols, const Type& type, const std::unordered_map<std::string_view, TypeId>& byName,
            TypeId enumType) {
  if (std::ranges::find(kHeldTypes, type.name) != kHeldTypes.end()) return true;
  if (std::ranges::any_of(kHeldPrefixes, [&type](std::string_view prefix) { return type.name.starts_with(prefix); }))
    return true;
  // Class.enumConstants
  if (type.shape != TypeShape::kReferenceArray || !enumType.exists()) return false;
  const auto element = byName.find(std::string_view(type.name).substr(0, type.name.size() - 2));
  return element != byName.end() && symbols.isSubclass(element->second, enumType);
}

// Reflection data, annotations and the like are some objects away from a class.
constexpr size_t kMaxObjectsToClass = 64;

/// Finds the class whose fields in java.lang.Class can be what holds an object: the first one with a loader that can go
/// on the ways from there (`Constructor.clazz`), or that of which there is an instance (enum constants).
class OwningClass {
 public:
  OwningClass(const HeapParts& parts, const ClassLoaders& loaders) : parts_(parts), loaders_(loaders) {
    const auto classObject =
        std::ranges::find_if(parts.classObjects, [](ObjectIndex object) { return object.exists(); });
    classType_ = parts.types[classObject->value()];
  }

  /// Its class object; none() if there is none.
  ObjectIndex find(ObjectIndex object) {
    met_.assign(1, object);
    for (size_t next = 0; next < met_.size(); ++next) {
      const TypeId type(parts_.types[met_[next].value()]);
      if (loaders_.ofType(type).exists()) return parts_.classObjects[type.value()];
      for (const ObjectIndex target : parts_.references.of(met_[next].value())) {
        if (met_.size() >= kMaxObjectsToClass) break;
        if (loaders_.ofClassObject(target).exists()) return target;
        if (parts_.types[target.value()] != classType_ && std::ranges::find(met_, target) == met_.end())
          met_.push_back(target);
      }
    }
    return ObjectIndex::none();
  }

 private:
  const HeapParts& parts_;
  const ClassLoaders& loaders_;
  uint32_t classType_ = 0;  // of java.lang.Class
  std::vector<ObjectIndex> met_;
};

/// By type: whether objects that nothing refers to can belong to a class. Threads are held by the JVM itself.
std::vector<bool> typesOfClassData(const HeapParts& parts) {
  const Symbols& symbols = *parts.symbols;
  const auto thread = std::ranges::find(symbols.types, std::string_view("java.lang.Thread"), &Type::name);
  const TypeId threadType =
      thread == symbols.types.end() ? TypeId::none() : TypeId(static_cast<uint32_t>(thread - symbols.types.begin()));
  std::vector<bool> found(symbols.types.size());
  for (uint32_t t = 0; t < found.size(); ++t) {
    found[t] = parts.withoutReferrer[t] == WithoutReferrer::kMaybeHeld &&
               !(threadType.exists() && symbols.isSubclass(TypeId(t), threadType));
  }
  return found;
}

}  // namespace

void addUnwrittenReferences(HeapParts& parts) {
  if (parts.withoutReferrer.empty()) return;
  const ClassLoaders loaders(parts);
  if (!loaders.any()) return;
  BitSet referred(parts.ids.size());
  for (const ObjectIndex target : parts.references.targets()) referred.set(target.value());
  for (const Root& root : parts.roots) referred.set(root.object.value());
  const std::vector<bool> isClassData = typesOfClassData(parts);
  OwningClass owning(parts, loaders);
  std::vector<ObjectIndex> classObjects;
  std::vector<ObjectIndex> others;
  uint64_t strangers = 0;
  for (uint32_t o = 0; o < parts.ids.size(); ++o) {
    if (referred.test(o)) continue;
    const ObjectIndex object(o);
    strangers += parts.withoutReferrer[parts.types[o]] == WithoutReferrer::kGarbage ? 1 : 0;
    if (loaders.ofClassObject(object).exists()) {
      classObjects.push_back(object);
    } else if (isClassData[parts.types[o]]) {
      others.push_back(object);
    }
  }
  std::vector<AddedReference> ofClasses;
  for (const ObjectIndex object : others) {
    // Where there is garbage they are.
    if (!canBeWithoutGarbage(strangers, classObjects.size() + others.size())) break;
    const ObjectIndex owner = owning.find(object);
    if (!owner.exists()) continue;
    std::vector<std::string>& slots = parts.classSlots[loaders.typeOfClassObject(owner).value()];
    ofClasses.push_back({owner, static_cast<uint32_t>(slots.size()), object});
    slots.emplace_back("<unwritten>");
  }
  addReferences(parts, std::move(ofClasses));
  holdByLoaders(parts, loaders, classObjects);
}

std::vector<WithoutReferrer> findUnwrittenHolders(const Symbols& symbols) {
  std::unordered_map<std::string_view, TypeId> byName;
  for (uint32_t t = 0; t < symbols.types.size(); ++t) byName.emplace(symbols.types[t].name, TypeId(t));
  const auto enumType = byName.find("java.lang.Enum");
  const auto threadType = byName.find("java.lang.Thread");
  std::vector<WithoutReferrer> holders(symbols.types.size(), WithoutReferrer::kGarbage);
  for (uint32_t t = 0; t < symbols.types.size(); ++t) {
    const Type& type = symbols.types[t];
    const bool thread = threadType != byName.end() && symbols.isSubclass(TypeId(t), threadType->second);
    if (thread || isHeld(symbols, type, byName, enumType == byName.end() ? TypeId::none() : enumType->second)) {
      holders[t] = WithoutReferrer::kMaybeHeld;
    } else if (type.name == "int[]") {
      // Locks that guard the initialisation of classes are empty; longer ones without a path are what collectors fill
      // gaps with.
      holders[t] = WithoutReferrer::kFiller;
    }
  }
  return holders;
}

}  // namespace heaptrail::hprof
