// Who owns what at the points of a trace: computed from a point's heap when it is first asked for, and kept, since it
// is small whatever the heap is. For any number of threads.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "dsl/description_set.h"
#include "model/ids.h"
#include "ownership/ownership_graph.h"
#include "session/opened_trace.h"

namespace heaptrail {

class KeptOwnership {
 public:
  explicit KeptOwnership(std::shared_ptr<const dsl::DescriptionSet> descriptions)
      : descriptions_(std::move(descriptions)) {}

  const std::shared_ptr<const dsl::DescriptionSet>& descriptions() const { return descriptions_; }

  /// Null where it is not known.
  std::shared_ptr<const PointOwnership> known(PointIndex point) const;
  /// Where two have computed it, both get what was kept first; one with new objects takes the place of one without.
  std::shared_ptr<const PointOwnership> keep(PointIndex point, std::shared_ptr<const PointOwnership> ownership);

 private:
  std::shared_ptr<const dsl::DescriptionSet> descriptions_;
  mutable std::mutex mutex_;
  std::map<PointIndex, std::shared_ptr<const PointOwnership>> points_;
};

/// Whether objects are compared with those of the point before.
enum class NewObjects : uint8_t { kCounted, kNotCounted };

/// Takes the whole of the progress.
Result<std::shared_ptr<const PointOwnership>> ownershipAt(OpenedTrace& trace, PointIndex point, NewObjects newObjects,
                                                          Progress& progress);

/// Of a heap, without new objects.
Result<PointOwnership> findOwnership(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads,
                                     Progress& progress);

}  // namespace heaptrail
