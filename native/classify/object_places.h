// What programmers call the places at which objects are held: `SessionStore.byToken`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/array.h"

namespace heaptrail {

struct ObjectPlaces {
  std::vector<std::string> names;
  Array<uint32_t> nameOf;  // by object, a place in `names`
};

}  // namespace heaptrail
