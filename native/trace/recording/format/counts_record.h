// What a light point is: how many objects of each class there are, how large they are together, and how many references
// lead from the objects of one class to those of another. Collections and their parts are told apart by who holds them.
// Written by the recorder and read here, so that both agree.
//
// Numbers of types and threads are those of SymbolEncoder: counted from 1, 0 for what is not known.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/recording/format/format.h"
#include "trace/recording/format/payload.h"

namespace heaptrail::recording {

struct CountsRecord {
  enum class Role : uint8_t {
    kObjects = 0,      // all objects of a type; of arrays of primitives, those of one order of magnitude
    kClassObject = 1,  // the class object of a type
    kThread = 2,       // the object of a thread
  };
  struct Group {
    Role role = Role::kObjects;
    uint32_t type = 0;       // of a class object, the type that it stands for
    uint32_t thread = 0;     // of the object of a thread
    uint32_t magnitude = 0;  // of arrays of primitives, 1 + the order of magnitude of their length; 0 for others
    /// 1 + its place in `collections`, or 0: these are heads where they are of its type, else its parts.
    uint32_t collection = 0;
    uint64_t objects = 0;
    uint64_t bytes = 0;
  };
  /// Of fields, `of` is the type that has them, or that a class object stands for, and `detail` their number: as JVMTI
  /// counts, and of those of class objects among what java.lang.Class declares.
  enum class Holder : uint8_t {
    kNobody = 0,  // that is known
    kField = 1,
    kStaticField = 2,
    kFieldOfClass = 3,
    kCollection = 4,  // a part of another one: `of` is its place in `collections`, which is before this one's
    kRoots = 5,       // `of` is the thread or 0, `detail` a RootTag
  };
  /// All collections of a class that are held alike.
  struct Collection {
    uint32_t type = 0;  // of their heads
    Holder holder = Holder::kNobody;
    uint32_t of = 0;
    uint64_t detail = 0;

    friend bool operator==(const Collection&, const Collection&) = default;
  };
  /// Roots of a kind, or those on the stack of a thread.
  struct Root {
    RootTag kind = RootTag::kOther;
    uint32_t thread = 0;
    uint32_t group = 0;  // its place in `groups`
    uint64_t references = 0;
  };
  struct Arc {
    uint32_t from = 0;  // places in `groups`
    uint32_t to = 0;
    uint64_t references = 0;
  };

  std::vector<Group> groups;
  std::vector<Root> roots;
  std::vector<Arc> arcs;
  std::vector<Collection> collections;  // none in recordings of Heaptrail before they were told apart

  std::vector<uint8_t> write() const;
  static CountsRecord read(PayloadReader& payload);
};

}  // namespace heaptrail::recording
