#include "growth/infrastructure.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace heaptrail {

namespace {

constexpr std::array<std::string_view, 4> kInfrastructure{"java.lang.Class", "java.lang.ClassLoader",
                                                          "java.lang.Module", "java.lang.Thread"};

bool isInfrastructureType(const Symbols& symbols, TypeId type) {
  for (; type.exists(); type = symbols[type].superclass) {
    const std::string_view name = symbols[type].name;
    if (std::ranges::find(kInfrastructure, name) != kInfrastructure.end()) return true;
  }
  return false;
}

/// A bit for each such object.
BitSet allInfrastructure(const Heap& heap, Threads threads) {
  const Symbols& symbols = heap.symbols();
  std::vector<bool> types(symbols.types.size());
  BitSet found(heap.objectCount());
  for (uint32_t t = 0; t < types.size(); ++t) {
    types[t] = isInfrastructureType(symbols, TypeId(t));
    if (const ObjectIndex object = heap.classObjectOf(TypeId(t)); object.exists()) found.set(object.value());
  }
  // Blocks begin at words of the bits.
  forEachBlock(threads, Blocks{heap.objectCount(), kLiveObjectsPerBlock}, [&](const Block& block) {
    for (uint64_t i = block.from; i < block.to; ++i) {
      if (types[heap.typeOf(ObjectIndex(static_cast<uint32_t>(i))).value()]) found.set(i);
    }
  });
  return found;
}

}  // namespace

bool isInfrastructure(const Heap& heap, ObjectIndex object) {
  return heap.typeOfClassObject(object).exists() || isInfrastructureType(heap.symbols(), heap.typeOf(object));
}

DataGraph::DataGraph(const LiveGraph& whole, Threads threads)
    : whole_(&whole), graph_(whole.endingAt(allInfrastructure(whole.heap(), threads))) {}

Result<std::vector<Size>> DataGraph::deepSizes(std::span<const ObjectIndex> objects, Progress& progress) const {
  const bool isData =
      std::ranges::none_of(objects, [&](ObjectIndex object) { return graph_.ends().test(object.value()); });
  if (isData) return heaptrail::deepSizes(graph_, objects, progress);
  std::vector<Members> members;
  for (const ObjectIndex object : objects) members.push_back({{object}, {static_cast<uint32_t>(members.size())}});
  return deepSizes(std::move(members), static_cast<uint32_t>(objects.size()), progress);
}

Result<std::vector<Size>> DataGraph::deepSizes(std::vector<Members> members, uint32_t groups,
                                               Progress& progress) const {
  for (Members& each : members) {
    const size_t count = each.objects.size();
    for (size_t i = 0; i < count; ++i) {
      const ObjectIndex object = each.objects[i];
      if (!graph_.ends().test(object.value())) continue;
      whole_->forEachReference(object, [&](ObjectIndex target) { each.objects.push_back(target); });
    }
  }
  return heaptrail::deepSizes(graph_, members, groups, progress);
}

}  // namespace heaptrail
