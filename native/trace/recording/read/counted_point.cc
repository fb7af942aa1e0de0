#include "trace/recording/read/counted_point.h"

#include <map>
#include <string>
#include <utility>

#include "base/try.h"
#include "trace/recording/format/counts_record.h"
#include "trace/recording/read/point_roots.h"

namespace heaptrail::recording {

namespace {

std::string typeName(const TypeTable& types, uint32_t number) {
  const bool isKnown = number != 0 && number <= types.count();
  return types[isKnown ? TypeId(number - 1) : types.unknown()].name;
}

std::string threadName(const TypeTable& types, uint32_t number) {
  const auto& threads = types.symbols()->threads;
  return number == 0 || number > threads.size() ? std::string() : threads[number - 1].name;
}

CountedHeap::Role roleOf(CountsRecord::Role role) {
  switch (role) {
    case CountsRecord::Role::kClassObject:
      return CountedHeap::Role::kClassObject;
    case CountsRecord::Role::kThread:
      return CountedHeap::Role::kThread;
    case CountsRecord::Role::kObjects:
      break;
  }
  return CountedHeap::Role::kObjects;
}

}  // namespace

Result<CountedHeap> readCounts(const RecordingFile& file, const RecordedPoint& point, const TypeTable& types) {
  ChunkReader reader(file);
  const CountsRecord record = TRY(reader.readRecord<CountsRecord>(*point.counts));
  CountedHeap counts;
  for (const CountsRecord::Group& group : record.groups) {
    uint64_t minimum = group.magnitude == 0 ? 0 : 1;
    for (uint32_t magnitude = 1; magnitude < group.magnitude; ++magnitude) minimum *= 10;
    counts.groups.push_back({roleOf(group.role), typeName(types, group.type), threadName(types, group.thread),
                             group.magnitude != 0, minimum, Size{group.objects, group.bytes}});
  }
  for (const CountsRecord::Root& root : record.roots) {
    counts.roots.push_back({rootKindOf(root.kind), threadName(types, root.thread), root.group, root.references});
  }
  for (const CountsRecord::Arc& arc : record.arcs) counts.references.push_back({arc.from, arc.to, arc.references});
  return counts;
}

Census censusOf(const CountedHeap& counts) {
  std::map<std::string, Size> sizes;
  for (const CountedHeap::Group& group : counts.groups) {
    const bool isClassObject = group.role == CountedHeap::Role::kClassObject;
    sizes[isClassObject ? "java.lang.Class" : group.type] += group.size;
  }
  Census census;
  for (const auto& [type, size] : sizes) {
    if (size.objects > 0) census.rows.push_back({type, size.objects, size.bytes});
  }
  return census;
}

}  // namespace heaptrail::recording
