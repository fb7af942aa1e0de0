// The shape of a generated heap: what a large Java program's heap looks like from afar. Hash maps with strings as keys,
// maps that share their values, lists, a chain of a million links, trees with parent pointers, weak references, objects
// of very many types, and islands that nothing reaches any more. Everything depends on the seed only.
//
// Or that of a web shop: millions of small collections, maps of 1 to 16 entries above all, and short texts.
#pragma once

#include <cstdint>
#include <vector>

#include "dump_writer.h"
#include "heap_plan.h"

namespace heaptrail::bench {

enum class HeapShape : uint8_t { kMixed, kShop };

struct HeapOptions {
  uint64_t objects = 1'000'000;
  uint64_t seed = 1;
  uint32_t types = 400;
  HeapShape shape = HeapShape::kMixed;
  bool shuffledRegions = false;
};

class HeapShapes {
 public:
  HeapShapes(DumpWriter& writer, const HeapOptions& options);

  /// Writes the whole dump but for its end.
  void write();

 private:
  void primitiveTypes();
  void threads();
  void structures();
  void registries();
  /// Keeps a structure alive: through the registry, or through a local variable of a thread.
  void keep(Address head);

  // Each writes one structure and returns its head.
  Address oneOfMany(bool live);
  Address oneOfShop(bool live);
  Address map(uint32_t entries, bool live);
  Address list(uint32_t elements, bool live);
  Address chain(uint32_t links, bool live);
  Address tree(uint32_t nodes, bool live);
  Address weakReferences(uint32_t references);
  Address generated(uint32_t objects);
  void mapsThatShare(uint32_t entries);
  void island(uint32_t members);

  // Parts of structures.
  Address planMap(uint32_t entries);
  void mapHead(uint32_t entries, const std::vector<Address>& nodes, bool live);
  void node(Address key, Address value, uint32_t i, bool live);
  Address planList(uint32_t elements);
  void listHead(uint32_t elements, bool live);
  Address planCity();
  void city(bool live);
  Address recentCity();
  uint32_t letters() {
    return static_cast<uint32_t>(options_.shape == HeapShape::kShop ? 24 + random(48) : 32 + random(80));
  }
  uint64_t random(uint64_t below);

  DumpWriter& writer_;
  HeapPlan plan_;
  HeapOptions options_;
  uint64_t randomState_;
  std::vector<Address> recentCities_;
  std::vector<Address> structures_;  // alive, not yet in a registry
  std::vector<Address> registries_;
  std::vector<Address> nextInBucket_;  // of the map being written
  uint32_t nextType_ = 0;
  uint32_t frames_ = 0;
};

}  // namespace heaptrail::bench
