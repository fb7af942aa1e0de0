// Who owns what at the points of a trace: computed from a point's heap when it is first asked for, and kept, since it
// is small whatever the heap is. For any number of threads.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/try.h"
#include "dsl/description_set.h"
#include "model/ids.h"
#include "ownership/ownership_graph.h"
#include "session/opened_trace.h"

namespace heaptrail {

/// A group at a point: how large it is, and what it owns; groups that lead to each other own the same.
struct OwnedGroup {
  Size own;
  uint64_t owned = 0;
  uint64_t references = 0;  // from others
};
using OwnedByKey = std::unordered_map<std::string, OwnedGroup>;
OwnedByKey ownedByKey(const OwnershipGraph& graph, const PointOwnership& point);

class KeptOwnership {
 public:
  explicit KeptOwnership(std::shared_ptr<const dsl::DescriptionSet> descriptions)
      : descriptions_(std::move(descriptions)) {}

  const std::shared_ptr<const dsl::DescriptionSet>& descriptions() const { return descriptions_; }

  /// Null where it is not known.
  std::shared_ptr<const PointOwnership> known(PointIndex point) const;
  /// Where two have computed it, both get what was kept first; one with new objects takes the place of one without.
  std::shared_ptr<const PointOwnership> keep(PointIndex point, std::shared_ptr<const PointOwnership> ownership);

  /// What groups own there; made when it is first asked for. By counts that holds for the points that were there then.
  template <typename Make>
  Result<std::shared_ptr<const OwnedByKey>> owned(PointIndex point, bool byCounts, Make&& make) {
    {
      const std::lock_guard lock(mutex_);
      if (const auto known = owned_.find({point, byCounts}); known != owned_.end()) return known->second;
    }
    OwnedByKey made = TRY(make());
    const std::lock_guard lock(mutex_);
    auto& kept = owned_[{point, byCounts}];
    if (kept == nullptr) kept = std::make_shared<const OwnedByKey>(std::move(made));
    return kept;
  }

 private:
  std::shared_ptr<const dsl::DescriptionSet> descriptions_;
  mutable std::mutex mutex_;
  std::map<PointIndex, std::shared_ptr<const PointOwnership>> points_;
  std::map<std::pair<PointIndex, bool>, std::shared_ptr<const OwnedByKey>> owned_;  // by point and model
};

/// Whether objects are compared with those of the point before.
enum class NewObjects : uint8_t { kCounted, kNotCounted };

/// Takes the whole of the progress.
Result<std::shared_ptr<const PointOwnership>> ownershipAt(OpenedTrace& trace, PointIndex point, NewObjects newObjects,
                                                          Progress& progress);

/// Goes through the points of which nothing is kept yet, a heap after the other, until all is known or it is late, but
/// at least through one. Takes the whole of the progress; what was kept before it was cancelled stays.
Status workOnOwnership(OpenedTrace& trace, std::span<const PointIndex> points,
                       std::optional<std::chrono::steady_clock::time_point> until, Progress& progress);

/// The points from which shares are found by counts: at most 24, evenly spread over the run, and `point` itself.
std::vector<PointIndex> pointsToCount(const OpenedTrace& trace, PointIndex point);

}  // namespace heaptrail
