#include "trace/anttracks/class_objects.h"

#include <algorithm>

namespace heaptrail::anttracks {

namespace {

// Threads that load classes at the same time exchange neighbours only.
constexpr size_t kFarthestNeighbour = 64;

}  // namespace

std::vector<ClassObject> findClassObjects(std::span<const Replay::ClassBirth> births,
                                          std::span<const TypeTable::Mirror> mirrors) {
  std::vector<ClassObject> result;
  std::vector<bool> taken(mirrors.size());
  size_t first = 0;  // the first mirror without an object
  for (const Replay::ClassBirth& birth : births) {
    while (first < mirrors.size() && taken[first]) ++first;
    const size_t end = std::min(mirrors.size(), first + kFarthestNeighbour);
    for (size_t i = first; i < end; ++i) {
      if (taken[i] || mirrors[i].bytes != birth.bytes) continue;
      taken[i] = true;
      result.push_back({birth.id, static_cast<uint32_t>(i)});
      break;
    }
  }
  std::ranges::sort(result, {}, &ClassObject::id);
  return result;
}

}  // namespace heaptrail::anttracks
