#include "trace/recording/read/counted_point.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "trace/recording/format/counts_record.h"
#include "trace/recording/read/point_roots.h"

namespace heaptrail::recording {

namespace {

TypeId typeOf(const TypeTable& types, uint32_t number) {
  const bool isKnown = number != 0 && number <= types.count();
  return isKnown ? TypeId(number - 1) : types.unknown();
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

/// The field of a holder: who declares it, and what it is called.
std::pair<TypeId, std::string> fieldOf(const TypeTable& types, const CountsRecord::Collection& collection) {
  const TypeId type = typeOf(types, collection.of);
  if (type == types.unknown()) return {TypeId::none(), ""};
  if (collection.holder == CountsRecord::Holder::kField) {
    const auto slot = static_cast<uint32_t>(types.slots().ofInstance(type.value(), collection.detail));
    const DeclaredField declared = types.symbols()->referenceField(type, slot);
    if (declared.field == nullptr) return {type, ""};
    return {declared.declaredBy, declared.field->name};
  }
  if (collection.holder == CountsRecord::Holder::kStaticField) {
    const uint32_t slot = types.slots().ofStatic(type.value(), collection.detail);
    return {type, slot == FieldSlots::kNone ? "" : types.staticNames(type)[slot]};
  }
  const TypeId classClass = types.classClass();
  if (classClass == types.unknown()) return {type, ""};
  const uint64_t index = types.slots().firstOwn(classClass.value()) + collection.detail;
  const auto slot = static_cast<uint32_t>(types.slots().ofInstance(classClass.value(), index));
  return {type, types.symbols()->referenceFieldName(classClass, slot)};
}

CountedHeap::Collection collectionOf(const TypeTable& types, const CountsRecord::Collection& recorded) {
  CountedHeap::Collection collection;
  collection.head = typeOf(types, recorded.type);
  switch (recorded.holder) {
    case CountsRecord::Holder::kNobody:
      break;
    case CountsRecord::Holder::kField:
    case CountsRecord::Holder::kStaticField:
    case CountsRecord::Holder::kFieldOfClass:
      collection.holder = CountedHeap::Holder::kField;
      std::tie(collection.type, collection.field) = fieldOf(types, recorded);
      break;
    case CountsRecord::Holder::kCollection:
      collection.holder = CountedHeap::Holder::kCollection;
      collection.above = recorded.of;
      break;
    case CountsRecord::Holder::kRoots:
      collection.holder = CountedHeap::Holder::kRoots;
      collection.roots = rootKindOf(static_cast<RootTag>(recorded.detail));
      collection.thread = threadName(types, recorded.of);
      break;
  }
  return collection;
}

}  // namespace

Result<CountedHeap> readCounts(const RecordingFile& file, const RecordedPoint& point, const TypeTable& types) {
  ChunkReader reader(file);
  const CountsRecord record = TRY(reader.readRecord<CountsRecord>(*point.counts));
  CountedHeap counts;
  counts.symbols = types.symbols();
  for (const CountsRecord::Group& group : record.groups) {
    uint64_t minimum = group.magnitude == 0 ? 0 : 1;
    for (uint32_t magnitude = 1; magnitude < group.magnitude; ++magnitude) minimum *= 10;
    counts.groups.push_back(
        {roleOf(group.role), typeOf(types, group.type), threadName(types, group.thread), group.magnitude != 0, minimum,
         group.collection == 0 ? CountedHeap::kNone : group.collection - 1, Size{group.objects, group.bytes}});
  }
  for (const CountsRecord::Collection& collection : record.collections) {
    counts.collections.push_back(collectionOf(types, collection));
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
    sizes[isClassObject ? "java.lang.Class" : (*counts.symbols)[group.type].name] += group.size;
  }
  Census census;
  for (const auto& [type, size] : sizes) {
    if (size.objects > 0) census.rows.push_back({type, size.objects, size.bytes});
  }
  return census;
}

}  // namespace heaptrail::recording
