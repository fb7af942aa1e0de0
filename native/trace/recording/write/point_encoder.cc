#include "trace/recording/write/point_encoder.h"

namespace heaptrail::recording {

void PointEncoder::object(const MetObject& object) {
  const bool unusual = object.unusualBytes != 0;
  const uint64_t step = zigzag(static_cast<int64_t>(object.id - expectedId_));
  objects_.number(step << 2 | (object.origin != 0 ? 2U : 0U) | (unusual ? 1U : 0U));
  expectedId_ = object.id + 1;
  objects_.number(object.type);
  // Whether a type is one of arrays, its symbol tells; where there is none yet, the object itself must.
  if (object.type == 0) {
    objects_.number(static_cast<uint64_t>(object.length + 1));
  } else if (object.length >= 0) {
    objects_.number(static_cast<uint64_t>(object.length));
  }
  if (unusual) objects_.number(object.unusualBytes);
  if (object.origin != 0) objects_.number(object.origin);
  ++objectCount_;
}

void PointEncoder::beginReferrer(uint64_t referrer) {
  writeGroup();
  endChunkIfFull();
  referrer_ = referrer;
  writtenOfReferrer_ = 0;
  expectedSlot_ = 0;
}

void PointEncoder::continueReferrer(uint64_t referrer, uint64_t references) {
  beginReferrer(referrer);
  writtenOfReferrer_ = references;
}

void PointEncoder::writeGroup() {
  if (groupCount_ == 0) return;
  const bool more = writtenOfReferrer_ > 0;
  head(more ? EventTag::kMoreReferences : EventTag::kReferences,
       zigzag(static_cast<int64_t>(referrer_ - lastReferrer_)));
  if (more) events_.number(writtenOfReferrer_);
  events_.number(groupCount_);
  events_.append(group_);
  group_.clear();
  lastReferrer_ = referrer_;
  writtenOfReferrer_ += groupCount_;
  groupCount_ = 0;
  expectedSlot_ = 0;
  endChunkIfFull();
}

void PointEncoder::root(RootTag kind, uint64_t target, const MetObject* met, std::span<const uint64_t> details) {
  writeGroup();
  endChunkIfFull();
  if (met != nullptr) object(*met);
  head(EventTag::kRoot, static_cast<uint64_t>(kind));
  events_.number(met != nullptr ? 0 : target);
  for (const uint64_t detail : details) events_.number(detail);
}

void PointEncoder::lateOrigin(uint64_t object, uint32_t origin) {
  writeGroup();
  endChunkIfFull();
  head(EventTag::kRoot, static_cast<uint64_t>(RootTag::kLateOrigin));
  events_.number(object);
  events_.number(origin);
}

void PointEncoder::typeOf(uint64_t object, uint64_t classObject, const MetObject* met) {
  writeGroup();
  endChunkIfFull();
  if (met != nullptr) this->object(*met);
  head(EventTag::kTypeOf, object);
  events_.number(met != nullptr ? 0 : classObject);
}

void PointEncoder::endChunkIfFull() {
  if (objects_.size() + events_.size() >= kChunkBytes) endChunk();
}

void PointEncoder::endChunk() {
  if (objects_.empty() && events_.empty()) return;
  PayloadWriter chunk;
  chunk.number(objects_.size());
  chunk.append(objects_);
  chunk.append(events_);
  objects_.clear();
  events_.clear();
  expectedId_ = 0;
  lastReferrer_ = 0;
  writer_.add(ChunkKind::kHeap, point_, chunk.take());
}

void PointEncoder::finish() {
  writeGroup();
  endChunk();
}

}  // namespace heaptrail::recording
