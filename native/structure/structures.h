// The structures of a heap: for every live object that a description says is a head, how much belongs to it and which
// structures it contains.
//
// Only numbers are kept, 24 bytes per structure and a bit per object; the objects of a structure are found again by a
// StructureWalk when they are asked for. In time this is linear in what the structures consist of. Where a description
// is so wide that its structures hold the heap many times over, they are left out (`isTooWide`), so that one careless
// description costs little; they can still be walked one by one.
//
// Immutable; the same with any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/array.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/strong_id.h"
#include "dsl/described_types.h"
#include "graph/live_graph.h"
#include "model/columns.h"
#include "model/size.h"

namespace heaptrail {

/// A structure's place among all of the heap, in the order of their heads.
using StructureIndex = StrongId<struct StructureIndexTag, uint32_t>;

class Structures {
 public:
  /// How many objects the structures of one description may have together, as a multiple of the heap's live objects:
  /// objects that several structures share count for each.
  static constexpr uint64_t kMostShares = 8;
  /// That many are no trouble in any heap.
  static constexpr uint64_t kAlwaysAllowed = 1 << 20;

  /// Progress advances by live objects; the caller has begun a phase. All outlive the result.
  static Result<Structures> detect(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads,
                                   Progress& progress, uint64_t alwaysAllowed = kAlwaysAllowed);

  const dsl::DescribedTypes& types() const { return *types_; }

  uint32_t count() const { return static_cast<uint32_t>(heads_.size()); }
  ObjectIndex head(StructureIndex structure) const { return heads_[structure.value()]; }
  /// The structure whose head an object is.
  std::optional<StructureIndex> of(ObjectIndex head) const;

  /// The structure closure: its parts and leaves, the head of what it contains among them.
  Size size(StructureIndex structure) const { return {objects_[structure.value()], bytes_[structure.value()]}; }
  uint32_t leaves(StructureIndex structure) const { return leaves_[structure.value()]; }
  /// The structures whose heads are leaves of this one.
  std::span<const StructureIndex> contained(StructureIndex structure) const {
    const auto [from, to] = containedOffsets_.range(structure.value());
    return {contained_.data() + from, to - from};
  }

  /// Whether the numbers of this structure are not known because its description is too wide.
  bool isTooWide(StructureIndex structure) const { return objects_[structure.value()] == 0; }
  /// Such descriptions, as indexes of the set's entries, ascending.
  std::span<const uint32_t> tooWide() const { return tooWide_; }

 private:
  class Detection;

  const dsl::DescribedTypes* types_ = nullptr;
  const Heap* heap_ = nullptr;
  Array<ObjectIndex> heads_;  // ascending
  RankedBits isHead_;         // by object
  Array<uint32_t> objects_;
  MostlySmallNumbers bytes_;
  Array<uint32_t> leaves_;
  Offsets containedOffsets_;
  Array<StructureIndex> contained_;
  std::vector<uint32_t> tooWide_;
};

}  // namespace heaptrail
