// Heaps sketched as plain lists, and what referrers, roots and paths are by their definitions: computed on the sketch
// with sets, one step at a time, by nothing of the engine.
//
// A sketch can have what drawings (graph_literal.h) leave out: nulls between references, arrays, static fields of class
// objects, soft references, and roots of every kind.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graph/live_graph.h"
#include "graph/reverse_references.h"
#include "graph/root_holders.h"
#include "model/heap.h"

namespace heaptrail::test {

struct Sketch {
  struct Type {
    std::string name;
    TypeShape shape = TypeShape::kInstance;
    uint32_t bytes = 16;
    uint32_t elementBytes = 0;                 // of arrays
    std::vector<std::string> fields = {};      // references
    std::optional<uint32_t> superclass = {};   // its fields come after the type's own
    SlotSet weakSlots = {};                    // of instances
    SlotSet softSlots = {};                    // of instances
    std::optional<uint32_t> classObject = {};  // an object
    std::vector<std::string> classSlots = {};  // of the class object: `static cache`, `<classloader>`
    std::optional<uint32_t> loader = {};       // an object
  };
  struct Object {
    uint32_t type = 0;
    std::vector<std::optional<uint32_t>> slots = {};  // of reference arrays as many as there are elements
    uint32_t length = 0;                              // of primitive arrays
    std::optional<uint32_t> age = {};
    HeapSpace space = HeapSpace::kUnknown;
    std::optional<uint32_t> site = {};
    std::optional<uint32_t> thread = {};
  };

  std::vector<Type> types;
  std::vector<Object> objects;
  std::vector<Root> roots;
  std::vector<std::vector<Frame>> sites;
  std::vector<std::string> threads{"", "", ""};

  uint32_t addType(Type type);
  uint32_t add(uint32_t type, std::vector<std::optional<uint32_t>> slots = {});
  void addRoot(uint32_t object, RootKind kind = RootKind::kUnknown);

  /// Object `o` has the id idOf(o).
  std::shared_ptr<const Heap> heap() const;
  static uint64_t idOf(uint32_t object) { return 0x1000 + 16 * uint64_t{object}; }
};

/// At most 24 objects of seven types with everything a sketch can have; the same for the same seed.
Sketch randomSketch(uint32_t seed);

/// A sketch as the engine sees it.
struct Seen {
  explicit Seen(const Sketch& sketch, WeakReferences weak = WeakReferences::kDoNotKeepAlive,
                Threads threads = Threads(1));

  LiveGraph graph;
  RootHolders holders;
  ReverseReferences reverse;
};

using Objects = std::set<uint32_t>;

/// Which references count.
struct Counting {
  bool weak = false;
  bool soft = true;
};

/// The references of an object that count, as (slot, target).
std::set<std::pair<uint32_t, uint32_t>> stepsOf(const Sketch& sketch, uint32_t object, Counting counting);

/// The class object that an object keeps; one that is a root itself is kept by nobody.
std::optional<uint32_t> classKeptBy(const Sketch& sketch, uint32_t object);

Objects liveOf(const Sketch& sketch, bool weak);

/// Live referrers by object, as often as they refer to it.
std::map<uint32_t, std::multiset<uint32_t>> referrersIn(const Sketch& sketch, bool weak);

std::set<RootHolder> holdersIn(const Sketch& sketch, bool weak);

/// Whether the way from an instance to its class is one.
enum class ByClass { kFollow, kLeaveOut };

/// The holders from which a live member of `group` can be reached by references that count.
std::set<RootHolder> holdersLeadingTo(const Sketch& sketch, Counting counting, const Objects& group,
                                      const HolderChoice& choice, ByClass byClass = ByClass::kLeaveOut);

/// How many steps it is at least from what a holder holds, by object; objects that no path leads to are left out.
std::map<uint32_t, uint32_t> distancesIn(const Sketch& sketch, Counting counting);

/// The same set for the engine, and back.
BitSet bitsOf(const Sketch& sketch, const Objects& objects);
Objects objectsOf(const BitSet& bits);

}  // namespace heaptrail::test
