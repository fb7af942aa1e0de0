// Which kinds of objects there are, and of which kind each is: what groups are made of.
//
// Outside of collections a kind is a type, with the order of magnitude of the length where its arrays are split by
// that. In collections it is a type and the text that tells who holds it. Kinds are numbered by type and magnitude
// first, then by the first object of each, so they are the same with any number of threads.
//
// One pass over the objects tells them apart, each block of objects with numbers of its own; another one replaces these
// by groups. It takes over what collections keep by object, and needs no more memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/array.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "ownership/collections.h"

namespace heaptrail {

/// The texts behind the class of a collection, and behind the classes of its parts.
struct HolderTexts {
  uint32_t own = ~uint32_t{0};
  uint32_t parts = ~uint32_t{0};
};

struct ObjectKind {
  TypeId type;
  uint32_t magnitude = 0;        // of the length of arrays of numbers, outside of collections
  TypeId head = TypeId::none();  // the type of the first collection where such an object is met; none() outside of them
  bool isPart = false;           // and whether it is a part there, or the head itself
  uint32_t text = 0;             // in collections
};

class ObjectKinds {
 public:
  /// `holders`: by collection. Progress advances by the objects of the heap.
  static Result<ObjectKinds> find(const LiveGraph& graph, Collections collections, std::span<const HolderTexts> holders,
                                  Threads threads, Progress& progress);

  const std::vector<ObjectKind>& kinds() const { return kinds_; }

  /// The group of each object, where this is the group of each kind; `ofDead` of those that are not live. Progress
  /// advances by half of the objects of the heap.
  Array<uint32_t> takeGroups(std::span<const uint32_t> groupOfKind, uint32_t ofDead, Threads threads,
                             Progress& progress) &&;

 private:
  friend class KindFinder;

  Array<uint32_t> numbers_;  // by object: 0 of those that are not live, then by type and magnitude, then by block
  std::vector<uint32_t> kindOfNumber_;               // outside of collections
  std::vector<std::vector<uint32_t>> kindsOfBlock_;  // by block of objects: of its numbers behind these
  std::vector<ObjectKind> kinds_;
};

}  // namespace heaptrail
