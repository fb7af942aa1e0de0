// Which field of the program holds each object: `com.acme.Store.names`, or `com.acme.Store.names[]` for what lies in
// the array or the collection that this field holds. It is the last field on a shortest path to the object that the JDK
// does not declare: the one that a programmer can change. Where all of the path is the JDK's, it is named by where it
// begins: a static field, the method whose local variable it is, a thread, or a kind of root.
//
// Unlike the names of structures in growth (growth/place_names.h), which are looked for one by one, these are known of
// all objects at once: 4 bytes for each, made in one pass by several threads, which is the same with any number of
// them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/array.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "graph/root_holders.h"
#include "graph/root_paths.h"

namespace heaptrail {

struct OwnerField {
  std::string text;       // `com.acme.Store.names[]`, `(local variable of com.acme.Main.run)`
  std::string className;  // that declares the field; empty where no field holds it
  std::string field;
  bool isStatic = false;
};

class OwnerFields {
 public:
  /// Progress advances by objects; the caller has begun a phase. The result refers to none of these.
  static Result<OwnerFields> find(const LiveGraph& graph, const RootHolders& holders, const ShortestPaths& paths,
                                  Threads threads, Progress& progress);

  /// By text, from A to Z; one of them is of objects that no path leads to.
  const std::vector<OwnerField>& owners() const { return owners_; }
  /// The place of an object's owner among these.
  uint32_t of(ObjectIndex object) const { return owner_[object.value()]; }

 private:
  std::vector<OwnerField> owners_;
  Array<uint32_t> owner_;
};

}  // namespace heaptrail
