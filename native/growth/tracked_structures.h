// Which structure at the end of a window is which at its beginning.
//
// Objects of recordings have an identity: a head that is alive at both ends survived, and one that was made anew in the
// place of another continues it (replaced_structures.h). In heap dumps they have none;
// there a structure is taken for the one at the same path (path_keys.h) if at both ends only one lies there.
#pragma once

#include <cstdint>
#include <optional>

#include "base/array.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "growth/window_ends.h"

namespace heaptrail {

enum class GrowthMatch : uint8_t { kIdentity, kPath };

/// What became of a structure that is alive at the end of the window.
enum class Origin : uint8_t {
  kSurvivor,   // it was alive at the beginning
  kBorn,       // it was not
  kUnmatched,  // several lie at the same path, so that nobody can say
};

class TrackedStructures {
 public:
  /// Progress advances by structures of both ends; the caller has begun a phase.
  static Result<TrackedStructures> byIdentity(const WindowEnds& ends, Threads threads, Progress& progress);
  /// With the keys of the structures at both ends.
  static Result<TrackedStructures> byPath(const WindowEnds& ends, const Array<uint64_t>& fromKeys,
                                          const Array<uint64_t>& toKeys, Progress& progress);

  /// One that is born takes the place of one that died.
  void join(StructureIndex to, StructureIndex from) {
    before_[to.value()] = from.value();
    ++survivors_;
    --born_;
    --died_;
  }

  GrowthMatch match() const { return match_; }

  Origin originOf(StructureIndex to) const {
    const uint32_t before = before_[to.value()];
    return before == kBorn ? Origin::kBorn : before == kUnmatched ? Origin::kUnmatched : Origin::kSurvivor;
  }
  /// The structure that a survivor was at the beginning.
  std::optional<StructureIndex> before(StructureIndex to) const {
    if (originOf(to) != Origin::kSurvivor) return std::nullopt;
    return StructureIndex(before_[to.value()]);
  }

  uint64_t survivors() const { return survivors_; }
  uint64_t born() const { return born_; }
  uint64_t unmatched() const { return unmatched_; }
  /// Structures of the beginning that are known to have no successor.
  uint64_t died() const { return died_; }

 private:
  static constexpr uint32_t kBorn = ~uint32_t{0};
  static constexpr uint32_t kUnmatched = kBorn - 1;

  TrackedStructures(GrowthMatch match, uint32_t structures) : match_(match), before_(structures) {}

  GrowthMatch match_;
  Array<uint32_t> before_;  // by structure at the end
  uint64_t survivors_ = 0;
  uint64_t born_ = 0;
  uint64_t unmatched_ = 0;
  uint64_t died_ = 0;
};

}  // namespace heaptrail
