// The types of a trace as descriptions see them: by name and superclass, and how much of each is live at one point.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dsl/type_index.h"
#include "model/size.h"
#include "model/trace.h"
#include "session/point_answer.h"

namespace heaptrail {

struct KnownTypes {
  PointAnswer point;
  std::shared_ptr<const dsl::TypeIndex> types;
  std::vector<Size> live;         // by type; of types with the same name the first has them all
  std::vector<uint32_t> tooWide;  // descriptions, as an index of the set's entries; see Structures::tooWide
  std::vector<Warning> warnings;
};

}  // namespace heaptrail
