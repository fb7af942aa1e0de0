// Which class each object of java.lang.Class describes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trace/anttracks/replay.h"
#include "trace/anttracks/type_table.h"

namespace heaptrail::anttracks {

struct ClassObject {
  uint64_t id = 0;
  uint32_t mirror = 0;  // in TypeTable::mirrors
};

/// Symbols tell the classes in the order in which their class objects were allocated, the trace tells these: the sizes
/// show where the orders differ, and such objects stay without a class. Ascending by id.
std::vector<ClassObject> findClassObjects(std::span<const Replay::ClassBirth> births,
                                          std::span<const TypeTable::Mirror> mirrors);

}  // namespace heaptrail::anttracks
