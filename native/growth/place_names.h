// What a programmer calls an object: the field that holds it. `SessionStore.byToken`, not `HashMap 0x2b9d`.
//
// The name is that of the last field on the way to the object that neither the JDK nor a class of the object's
// own family declares; each collection or array between is a pair of brackets: `RAMJobStore.jobsByGroup[]`. What a
// thread local holds is named by the thread local.
#pragma once

#include <optional>
#include <string>

#include "graph/dominators.h"
#include "graph/reverse_references.h"
#include "graph/root_paths.h"
#include "growth/heap_places.h"
#include "growth/own_packages.h"

namespace heaptrail {

struct FieldName {
  std::string className;  // that declares it
  std::string name;
  bool isStatic = false;

  friend bool operator==(const FieldName&, const FieldName&) = default;
};

/// `Store.byToken`, and behind it brackets for each collection and array on the way.
std::string textOf(const FieldName& field, const std::string& levels = "");

/// A field of the program that holds what a library's field is a part of.
struct OwnField {
  std::string text;  // as a name, with brackets
  FieldName field;
};

struct PlaceName {
  std::string text;  // empty where no field holds it
  std::optional<FieldName> field;
  ObjectIndex holder = ObjectIndex::none();  // whose field it is; of static fields the class object
  std::optional<OwnField> within = std::nullopt;
  bool isLocalVariable = false;
};

class PlaceNames {
 public:
  /// All outlive this. Where several hold an object, the name is that of a shortest path to it.
  PlaceNames(const LiveGraph& graph, const Dominators& dominators, const RootHolders& holders,
             const ShortestPaths& paths, const ReverseReferences& reverse, const OwnPackages& own)
      : graph_(graph), dominators_(dominators), holders_(holders), paths_(paths), reverse_(reverse), own_(own) {}

  PlaceName of(ObjectIndex head) const;
  /// The field of an object of the program through which one that it dominates is held; empty where no single one leads
  /// there.
  PlaceName ofFieldTowards(ObjectIndex inside, ObjectIndex object) const;

 private:
  struct Step {
    ObjectIndex holder = ObjectIndex::none();
    Via via;
  };
  Step stepTo(ObjectIndex object) const;
  PlaceName nameOf(ObjectIndex head) const;
  std::optional<OwnField> ownFieldAbove(ObjectIndex object) const;
  std::optional<FieldName> staticFieldOf(ObjectIndex object) const;
  PlaceName nameByNearestField(ObjectIndex object) const;
  PlaceName nameByRoot(ObjectIndex object, const std::string& levels) const;
  PlaceName nameByThread(ObjectIndex object, const Step& step) const;
  PlaceName nameOfThreadLocal(ObjectIndex entry, const std::string& levels) const;
  PlaceName nameByThreadLocal(ObjectIndex entry, const std::string& levels) const;
  std::string threadOf(ObjectIndex object) const;
  bool isTelling(std::string_view declaredBy, std::string_view headType) const;
  std::string_view typeName(ObjectIndex object) const;
  bool isReferenceArray(ObjectIndex object) const;

  const LiveGraph& graph_;
  const Dominators& dominators_;
  const RootHolders& holders_;
  const ShortestPaths& paths_;
  const ReverseReferences& reverse_;
  const OwnPackages& own_;
};

/// `shop.Store$Index` → `Store.Index`.
std::string shortClassName(std::string_view type);

/// `lambda$main$0` is in `main`.
std::string_view methodAsWritten(std::string_view method);

}  // namespace heaptrail
