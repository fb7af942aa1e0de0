// The objects of one structure, found by following its head's references as the descriptions say (docs/language.md).
//
// What a reference means depends on the types at its ends only, and on the head where that has descriptions inside.
// Where an object is a leaf by one reference and an inner part by another, it is an inner part, so the result does not
// depend on the order of the walk. Weak references are
// followed like others, as far as what they lead to is live: the keys of a WeakHashMap are its leaves.
//
// A walk is made once and used for many structures by one thread: two bits per object of the heap, and what the largest
// structure takes while it is walked. Descending into contained structures takes a bit more per object for each scope
// (dsl/described_types.h) that is met.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/bit_set.h"
#include "base/progress.h"
#include "dsl/described_types.h"
#include "graph/live_graph.h"
#include "graph/work_list.h"
#include "model/size.h"
#include "text/words.h"

namespace heaptrail {

/// Where the walk ends: at the heads of contained structures, or with all that these consist of, and so on.
enum class Descent : uint8_t { kOwnParts, kContainedToo };
constexpr auto wordsOf(Descent) {
  return std::to_array<Word<Descent>>({{"own", Descent::kOwnParts}, {"deep", Descent::kContainedToo}});
}

class StructureWalk {
 public:
  static constexpr uint64_t kNoLimit = std::numeric_limits<uint64_t>::max();

  enum class End : uint8_t { kComplete, kTooLarge, kCancelled };

  /// Both outlive this.
  StructureWalk(const LiveGraph& graph, const dsl::DescribedTypes& types);

  /// Finds what belongs to the structure of `head`. Gives up when it has more than `mostObjects`. Asks `progress`
  /// whether it is cancelled, but does not advance it.
  End run(ObjectIndex head, Descent descent, uint64_t mostObjects, const Progress& progress);

  // What the last run found.

  Size size() const { return {members_.size(), bytes_}; }
  /// The head first, then in the order in which they were met.
  std::span<const ObjectIndex> members() const { return members_; }
  /// Whether a member is a leaf: what it refers to is not part of the structure because of it.
  bool isLeaf(ObjectIndex member) const { return !followed_.test(member.value()); }
  uint64_t leaves() const { return leaves_; }
  /// The heads of contained structures; only where the descent ended at them.
  std::span<const ObjectIndex> contained() const { return contained_; }

 private:
  void forgetLast();
  void scan(ObjectIndex part, Descent descent);
  void meet(ObjectIndex target, dsl::Step step, TypeId type, Descent descent);
  void enter(ObjectIndex object, TypeId type);
  BitSet& followedHere();
  bool addMember(ObjectIndex object, TypeId type);

  const LiveGraph& graph_;
  const dsl::DescribedTypes& types_;
  WorkList work_;
  dsl::Scope scope_ = dsl::kEverywhere;  // of the structure that is walked at the moment
  BitSet isMember_;
  BitSet followed_;
  // A descent into contained structures follows an object once in each scope, where there are several.
  std::vector<BitSet> followedIn_;    // by scope, made when it is met
  std::vector<ObjectIndex> waiting_;  // heads with another scope than the one that is walked
  std::vector<ObjectIndex> members_;
  std::vector<ObjectIndex> contained_;
  uint64_t bytes_ = 0;
  uint64_t leaves_ = 0;
};

}  // namespace heaptrail
