#include "trace/hprof/unwritten_holders.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

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

}  // namespace

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
