// Structures that contain each other, directly or through others, drawn together: they have the same deep closure.
// Nearly always each structure is a component of its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/array.h"
#include "structure/structures.h"

namespace heaptrail {

class ContainmentComponents {
 public:
  explicit ContainmentComponents(const Structures& structures);

  uint32_t count() const { return static_cast<uint32_t>(firsts_.size() - 1); }
  uint32_t of(StructureIndex structure) const { return componentOf_[structure.value()]; }
  /// Components are numbered so that what one contains has lower numbers.
  std::span<const StructureIndex> members(uint32_t component) const {
    return std::span(members_).subspan(firsts_[component], firsts_[component + 1] - firsts_[component]);
  }

 private:
  Array<uint32_t> componentOf_;
  std::vector<StructureIndex> members_;
  std::vector<uint32_t> firsts_;  // by component, of members_; and the end
};

}  // namespace heaptrail
