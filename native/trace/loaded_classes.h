// What keeps classes alive: their loaders.
//
// A JVM has a class as long as its loader lives. The list that a loader itself has of its classes lacks those of arrays
// and hidden ones (of lambdas), and no trace writes what else leads to them. Taken for roots, as they once were, they
// hold their loader and all that it loaded: then no leak of class loaders can be seen. So a class that nothing leads to
// is held by its loader, by a reference that has no field; only those of the boot, the platform and the application
// loader, which are never unloaded, are left to the caller.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "model/heap.h"

namespace heaptrail {

/// The loaders of a point's classes.
class ClassLoaders {
 public:
  /// `parts` must have all rows, and live as long.
  explicit ClassLoaders(const HeapParts& parts);

  /// By type; see HeapParts::loaders.
  const std::vector<ObjectIndex>& byType() const { return loaders_; }

  /// Whether any class has a loader that can go.
  bool any() const { return any_; }

  /// The loader of a class object, if that can go; none() otherwise.
  ObjectIndex ofClassObject(ObjectIndex classObject) const;
  /// The type that a class object stands for; none() if it is no class object.
  TypeId typeOfClassObject(ObjectIndex classObject) const;
  /// The loader of a type, likewise.
  ObjectIndex ofType(TypeId type) const { return loaders_[type.value()]; }

 private:
  ObjectIndex targetOf(ObjectIndex object, std::string_view name) const;
  ObjectIndex find(ObjectIndex classObject) const;
  bool canHold(ObjectIndex loader) const;

  const HeapParts& parts_;
  std::vector<std::pair<ObjectIndex, TypeId>> types_;  // by class object, ascending
  std::vector<ObjectIndex> loaders_;                   // by type
  bool any_ = false;
};

/// Tells the heap which loaders can go, and lets them hold these class objects, each of which has such a loader.
void holdByLoaders(HeapParts& parts, const ClassLoaders& loaders, const std::vector<ObjectIndex>& classObjects);

}  // namespace heaptrail
