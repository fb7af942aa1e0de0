// Encodes the heap at one point while a walk over it runs: objects when they are first met, references grouped by the
// object that has them, roots. Only appends to memory; full chunks are handed to the writer.
//
// Each chunk can be read without the others: numbers that are kept as differences begin anew in each. In a chunk, an
// object that was met by way of an event is the next one of the chunk's objects.
#pragma once

#include <cstdint>
#include <span>

#include "trace/recording/format/payload.h"
#include "trace/recording/write/chunk_writer.h"

namespace heaptrail::recording {

/// An object as it is met for the first time at a point.
struct MetObject {
  uint64_t id = 0;
  uint32_t type = 0;          // 0: its class was not known; `typeOf` tells later
  int64_t length = -1;        // of arrays
  uint64_t unusualBytes = 0;  // where its type and length do not tell its size
  uint32_t origin = 0;        // where it was allocated; 0 for unknown
};

class PointEncoder {
 public:
  PointEncoder(ChunkWriter& writer, uint32_t point) : writer_(writer), point_(point) {}

  /// A reference of `referrer` by `slot` to `target`, which was `met` by it or is known already.
  void reference(uint64_t referrer, uint64_t slot, uint64_t target, const MetObject* met) {
    if (referrer != referrer_) beginReferrer(referrer);
    if (met != nullptr) object(*met);
    group_.signedNumber(static_cast<int64_t>(slot) - expectedSlot_);
    expectedSlot_ = static_cast<int64_t>(slot) + 1;
    group_.number(met != nullptr ? 0 : zigzag(static_cast<int64_t>(target - referrer)) + 1);
    ++references_;
    if (++groupCount_ == kMostInGroup) writeGroup();
  }

  bool isReferrer(uint64_t object) const { return object == referrer_; }
  /// More references of an object follow that has so many already.
  void continueReferrer(uint64_t referrer, uint64_t references);
  /// How many the last referrer has so far.
  uint64_t referencesOfReferrer() const { return writtenOfReferrer_ + groupCount_; }

  void root(RootTag kind, uint64_t target, const MetObject* met, std::span<const uint64_t> details);
  /// The origin of an object that was met without one.
  void lateOrigin(uint64_t object, uint32_t origin);
  /// The class of an object that was met without a type, and of one whose class object was met by way of it alone.
  void typeOf(uint64_t object, uint64_t classObject, const MetObject* met);

  /// Hands over what is left.
  void finish();

  uint64_t objects() const { return objectCount_; }
  uint64_t references() const { return references_; }

 private:
  static constexpr uint32_t kMostInGroup = 4096;
  static constexpr size_t kChunkBytes = size_t{512} << 10;

  void object(const MetObject& object);
  void beginReferrer(uint64_t referrer);
  void writeGroup();
  void endChunkIfFull();
  void endChunk();
  void head(EventTag tag, uint64_t value) { events_.number(value << 2 | static_cast<uint64_t>(tag)); }

  ChunkWriter& writer_;
  uint32_t point_;
  PayloadWriter objects_;
  PayloadWriter events_;
  PayloadWriter group_;
  uint64_t expectedId_ = 0;
  uint64_t referrer_ = 0;
  uint64_t lastReferrer_ = 0;  // in this chunk
  uint64_t writtenOfReferrer_ = 0;
  uint32_t groupCount_ = 0;
  int64_t expectedSlot_ = 0;
  uint64_t objectCount_ = 0;
  uint64_t references_ = 0;
};

}  // namespace heaptrail::recording
