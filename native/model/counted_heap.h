// A heap of which only counts are known: how many objects of each class, how large together, and how many references
// lead from one class to another. What a light point has instead of objects. Collections and their parts are told apart
// by who holds them.
//
// All objects that roots reach are counted, also those that only weak references lead to.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/roots.h"
#include "model/size.h"
#include "model/symbols.h"
#include "model/trace.h"

namespace heaptrail {

struct CountedHeap {
  enum class Role : uint8_t { kObjects, kClassObject, kThread };
  static constexpr uint32_t kNone = ~uint32_t{0};

  struct Group {
    Role role = Role::kObjects;
    TypeId type;                  // of a class object, the class that it stands for; of a thread, that of its object
    std::string thread;           // its name, of the object of a thread
    bool isByLength = false;      // whether it has the arrays of one order of magnitude
    uint64_t minimumLength = 0;   // of these
    uint32_t collection = kNone;  // that these are in: heads where they are of the type of its heads, else parts
    Size size;
  };
  enum class Holder : uint8_t { kNobody, kField, kRoots, kCollection };
  /// All collections of a class that are held alike.
  struct Collection {
    TypeId head;
    Holder holder = Holder::kNobody;
    TypeId type = TypeId::none();  // kField: that declares it, or has it as a static field
    std::string field;             // empty where the trace does not name it
    RootKind roots = RootKind::kUnknown;
    std::string thread;      // on whose stack they are; empty where it is not known, and of others
    uint32_t above = kNone;  // kCollection: of which it is held by a part; before this one
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

  std::shared_ptr<const Symbols> symbols;  // also of what is not known which class it is of
  std::vector<Group> groups;
  std::vector<Collection> collections;
  std::vector<HoldingRoots> roots;
  std::vector<References> references;
  RuntimeInfo runtime;
};

}  // namespace heaptrail
