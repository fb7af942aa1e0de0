// Which objects and groups of a heap are asked about: chosen by a seed, so that a difference can be looked at again.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "model/heap.h"
#include "plain_graph.h"

namespace heaptrail::oracle {

struct Group {
  std::string name;  // for people: "half of all java.util.HashMap"
  Objects members;
};

class Samples {
 public:
  Samples(const Heap& heap, const PlainGraph& graph, uint64_t seed);

  /// Distinct live objects: of all, of those that refer to something, and of class objects (which instances keep).
  std::vector<uint32_t> objects(size_t any, size_t inner, size_t classes);

  /// Whole types, halves of types, pairs of maps, classes, random sets, neighbourhoods; nothing, and everything.
  std::vector<Group> groups();

  /// The types with the most live objects, and random others; only such that have live objects.
  std::vector<uint32_t> types(size_t largest, size_t others);

  /// A random number below `limit`.
  uint64_t below(uint64_t limit) { return std::uniform_int_distribution<uint64_t>(0, limit - 1)(random_); }

 private:
  Objects nothing() const { return Objects(graph_.objectCount()); }
  Objects ofType(uint32_t type) const;
  Group half(uint32_t type);
  Group pairOfMaps();
  Group halfOfClasses();
  Group randomSet(double share);
  Group neighbourhood(size_t most);
  std::string nameOf(uint32_t type) const;

  const Heap& heap_;
  const PlainGraph& graph_;
  std::mt19937_64 random_;
  std::vector<uint32_t> live_;
  std::vector<uint32_t> inner_;
  std::vector<uint32_t> classes_;
  std::vector<uint32_t> maps_;   // that refer to something
  std::vector<uint32_t> types_;  // that have live objects, those with most of them first
};

}  // namespace heaptrail::oracle
