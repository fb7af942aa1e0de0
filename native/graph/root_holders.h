// What holds objects from outside, as a programmer knows it: a static field, a local variable of a thread, a JNI
// reference, a monitor …
//
// A static field is a reference of its class object, and the class object is held by its loader; but what a programmer
// looks for is the variable. So static fields of live classes count as holders of their own.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "graph/reverse_references.h"

namespace heaptrail {

struct RootHolder {
  enum class Kind : uint8_t { kStaticField, kRoot };

  ObjectIndex object;  // what is held
  Kind kind = Kind::kRoot;
  RootKind root = RootKind::kUnknown;  // of roots
  ThreadId thread = ThreadId::none();  // of roots on stacks
  uint32_t place = Root::kNoPlace;
  TypeId type = TypeId::none();  // of static fields: the class and its slot
  uint32_t slot = 0;

  /// Variables are what code can set: static fields, local variables, JNI locals. The others are the runtime's.
  bool isVariable() const {
    return kind == Kind::kStaticField || root == RootKind::kStaticField || root == RootKind::kJavaFrame ||
           root == RootKind::kJniLocal;
  }
  /// Not only as long as some method runs.
  bool lasts() const {
    return kind == Kind::kStaticField ||
           (root != RootKind::kJavaFrame && root != RootKind::kJniLocal && root != RootKind::kNativeStack &&
            root != RootKind::kThreadBlock && root != RootKind::kMonitor && root != RootKind::kFinalizing);
  }
  /// How far out on its thread's stack the method is whose variable it is, from 1 on; 0 where the trace does not tell.
  uint32_t framesOut(const Heap& heap) const {
    const RootPlace* told = heap.place(place);
    return told == nullptr || told->depth == RootPlace::kUnknown ? 0 : told->depth + 1;
  }
  friend auto operator<=>(const RootHolder&, const RootHolder&) = default;
};

/// All holders of a live graph, by what they hold.
class RootHolders {
 public:
  explicit RootHolders(const LiveGraph& graph);

  /// In the order of the objects they hold.
  const std::vector<RootHolder>& all() const { return holders_; }
  std::span<const RootHolder> of(ObjectIndex object) const;

 private:
  std::vector<RootHolder> holders_;
};

struct HolderChoice {
  bool variablesOnly = false;
  bool stopAtFirst = false;  // do not look behind an object that a holder (one that counts) holds
};

/// The holders that hold members of `group` themselves.
std::vector<RootHolder> directHolders(const RootHolders& holders, const BitSet& group, const HolderChoice& choice);

/// The holders from which members of `group` can be reached, the direct ones included, those first that are the fewest
/// references away. Progress advances by objects.
Result<std::vector<RootHolder>> indirectHolders(const LiveGraph& graph, const RootHolders& holders,
                                                const ReverseReferences& reverse, const BitSet& group,
                                                const HolderChoice& choice, Progress& progress);

}  // namespace heaptrail
