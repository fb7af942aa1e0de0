// A heap of which only counts are known: how many objects of each class, how large together, and how many references
// lead from one class to another. What a light point has instead of objects.
//
// All objects that roots reach are counted, also those that only weak references lead to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/roots.h"
#include "model/size.h"
#include "model/trace.h"

namespace heaptrail {

struct CountedHeap {
  enum class Role : uint8_t { kObjects, kClassObject, kThread };

  struct Group {
    Role role = Role::kObjects;
    std::string type;            // of a class object, the class that it stands for; of a thread, that of its object
    std::string thread;          // its name, of the object of a thread
    bool isByLength = false;     // whether it has the arrays of one order of magnitude
    uint64_t minimumLength = 0;  // of these
    Size size;
  };
  struct HoldingRoots {
    RootKind kind = RootKind::kUnknown;
    std::string thread;  // on whose stack they are; empty where it is not known, and of others
    uint32_t group = 0;
    uint64_t references = 0;
  };
  struct References {
    uint32_t from = 0;
    uint32_t to = 0;
    uint64_t count = 0;
  };

  std::vector<Group> groups;
  std::vector<HoldingRoots> roots;
  std::vector<References> references;
  RuntimeInfo runtime;
};

}  // namespace heaptrail
