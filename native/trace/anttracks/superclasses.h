// Who extends whom. Symbols list the fields of all superclasses but do not name them; class files do, where they are
// there.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/anttracks/class_definitions.h"
#include "trace/anttracks/symbols_file.h"

namespace heaptrail::anttracks {

struct Superclass {
  static constexpr uint32_t kNone = ~uint32_t{0};

  uint32_t type = kNone;  // a place in the records
  uint32_t levels = 1;    // how many steps up it is: the fields of those in between have no type to go to
};

/// By the place in `types`.
std::vector<Superclass> findSuperclasses(const std::vector<TypeRecord>& types, const ClassDefinitions& definitions);

}  // namespace heaptrail::anttracks
