#include "trace/recording/format/counts_record.h"

namespace heaptrail::recording {

std::vector<uint8_t> CountsRecord::write() const {
  PayloadWriter payload;
  payload.number(groups.size());
  for (const Group& group : groups) {
    payload.number(static_cast<uint64_t>(group.role));
    payload.number(group.type);
    payload.number(group.thread);
    payload.number(group.magnitude);
    payload.number(group.objects);
    payload.number(group.bytes);
  }
  payload.number(roots.size());
  for (const Root& root : roots) {
    payload.number(static_cast<uint64_t>(root.kind));
    payload.number(root.thread);
    payload.number(root.group);
    payload.number(root.references);
  }
  payload.number(arcs.size());
  for (const Arc& arc : arcs) {
    payload.number(arc.from);
    payload.number(arc.to);
    payload.number(arc.references);
  }
  payload.number(collections.size());
  for (const Collection& collection : collections) {
    payload.number(collection.type);
    payload.number(static_cast<uint64_t>(collection.holder));
    payload.number(collection.of);
    payload.number(collection.detail);
  }
  if (!collections.empty()) {
    for (const Group& group : groups) payload.number(group.collection);
  }
  return payload.take();
}

CountsRecord CountsRecord::read(PayloadReader& payload) {
  // An array has no more elements than an int counts.
  constexpr uint32_t kMaxMagnitude = 10;
  CountsRecord record;
  record.groups.resize(payload.count());
  for (Group& group : record.groups) {
    group.role = payload.upTo(Role::kThread);
    group.type = payload.number32();
    group.thread = payload.number32();
    group.magnitude = payload.number32();
    group.objects = payload.number();
    group.bytes = payload.number();
    if (group.magnitude > kMaxMagnitude) payload.fail();
  }
  const auto readPlace = [&] {
    const uint32_t place = payload.number32();
    if (place < record.groups.size()) return place;
    payload.fail();
    return uint32_t{0};
  };
  record.roots.resize(payload.count());
  for (Root& root : record.roots) {
    root.kind = payload.upTo(RootTag::kThread);
    root.thread = payload.number32();
    root.group = readPlace();
    root.references = payload.number();
  }
  record.arcs.resize(payload.count());
  for (Arc& arc : record.arcs) {
    arc.from = readPlace();
    arc.to = readPlace();
    arc.references = payload.number();
  }
  if (payload.left() == 0) return record;
  record.collections.resize(payload.count());
  for (size_t place = 0; place < record.collections.size(); ++place) {
    Collection& collection = record.collections[place];
    collection.type = payload.number32();
    collection.holder = payload.upTo(Holder::kRoots);
    collection.of = payload.number32();
    collection.detail = payload.number();
    if (collection.holder == Holder::kCollection && collection.of >= place) payload.fail();
    if (collection.holder == Holder::kRoots && collection.detail > static_cast<uint64_t>(RootTag::kThread))
      payload.fail();
  }
  if (record.collections.empty()) return record;
  for (Group& group : record.groups) {
    group.collection = payload.number32();
    if (group.collection > record.collections.size()) payload.fail();
  }
  return record;
}

}  // namespace heaptrail::recording
