#include "trace/recording/read/id_lookup.h"

namespace heaptrail::recording {

namespace {
// At most 24 bytes for each id there is: less than what the heap itself takes.
constexpr uint64_t kMostIdsPerObject = 128;
}  // namespace

IdLookup::IdLookup(const ObjectIds& ids) : ids_(ids) {
  if (ids.size() == 0) return;
  const uint64_t last = ids[ObjectIndex(static_cast<uint32_t>(ids.size() - 1))].value();
  if (last / kMostIdsPerObject > ids.size()) return;
  lines_ = Array<Line>(last / 64 + 1);
  ids.forEach([this](ObjectIndex, ObjectId id) {
    Line& line = lines_[id.value() / 64];
    const uint64_t bits = line.bits() | uint64_t{1} << (id.value() % 64);
    line.low = static_cast<uint32_t>(bits);
    line.high = static_cast<uint32_t>(bits >> 32);
  });
  uint32_t before = 0;
  for (Line& line : lines_) {
    line.before = before;
    before += countBits(line.bits());
  }
}

}  // namespace heaptrail::recording
