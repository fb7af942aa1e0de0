// Goes through all records of objects once, and says what is in them in short (ContentsWanted, model/values.h): a
// checksum of each array, and whether a field is 0. Several threads; nothing is kept.
#pragma once

#include <algorithm>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/byte_input.h"
#include "base/checksum.h"
#include "base/parallel.h"
#include "model/heap.h"
#include "model/values.h"
#include "trace/hprof/segment_walker.h"

namespace heaptrail::hprof {

template <uint32_t kIdBytes>
class ContentVisitor {
 public:
  static constexpr bool kWantsClasses = false;
  static constexpr bool kLooksAtBodies = true;

  ContentVisitor(const Heap& heap, const ContentsWanted& wanted) : heap_(heap), wanted_(wanted) {
    if (!wanted.type.exists() || !heap.classObjectOf(wanted.type).exists()) return;
    classId_ = heap.idOf(heap.classObjectOf(wanted.type)).value();
    size_t left = wanted.field;
    const Symbols& symbols = heap.symbols();
    for (TypeId type = wanted.type; type.exists(); type = symbols[type].superclass) {
      for (const Field& field : symbols[type].fields) {
        if (left-- == 0) return;
        offset_ += fileBytes(field.kind, kIdBytes);
      }
    }
  }

  void root(const RootRecord&) {}
  void androidHeap() {}
  void objectArray(const ObjectArrayRecord&, ByteInput&) {}

  void instance(const InstanceRecord& record, ByteInput& input) {
    if (record.classId != classId_ || offset_ >= record.bodyBytes || !input.ensure(offset_ + 1)) return;
    if (input.cursor()[offset_] == 0) return;
    if (const auto object = heap_.find(ObjectId(record.id))) wanted_.flagged(*object);
  }

  void primitiveArray(const PrimitiveArrayRecord& record, ByteInput& input) {
    if (!record.hasData) return;
    const auto array = heap_.find(ObjectId(record.id));
    if (!array || !wanted_.arrays->test(array->value())) return;
    uint64_t left = uint64_t{record.length} * primitiveBytes(record.element);
    // Arrays of different types or lengths are different, whatever their bytes.
    uint64_t sum = (uint64_t{record.length} << 8) | static_cast<uint8_t>(record.element);
    while (left > 0) {
      const size_t now = std::min<uint64_t>(left, ByteInput::kLongestLookahead / 2);
      if (!input.ensure(now)) return;
      sum = checksum(std::span(input.cursor(), now), sum);
      input.advance(now);
      left -= now;
    }
    wanted_.array(*array, sum);
  }

 private:
  const Heap& heap_;
  const ContentsWanted& wanted_;
  uint64_t classId_ = 0;
  uint32_t offset_ = 0;
};

template <uint32_t kIdBytes>
Status readContents(const InputFile& file, const Heap& heap, const ContentsWanted& wanted, Threads threads,
                    Progress& progress) {
  // Stretches follow each other nearly always: so many bytes at once are worth to be mapped.
  constexpr uint64_t kMostBytesAtOnce = uint64_t{4} << 20;
  std::vector<std::pair<uint64_t, uint64_t>> parts;
  for (const RecordPositions::Stretch& stretch : heap.parts().records.stretches) {
    if (!parts.empty() && parts.back().second == stretch.from && stretch.to - parts.back().first <= kMostBytesAtOnce) {
      parts.back().second = stretch.to;
    } else {
      parts.emplace_back(stretch.from, stretch.to);
    }
  }
  std::mutex mutex;
  std::optional<Error> failure;
  forEachBlock(threads, parts.size(), [&](uint64_t i) {
    const auto [from, to] = parts[i];
    if (progress.cancelled()) return;
    Progress unheard;
    const std::unique_ptr<ByteInput> input = file.readRange(unheard, from, to);
    ContentVisitor<kIdBytes> visitor(heap, wanted);
    SegmentWalker<kIdBytes, ContentVisitor<kIdBytes>> walker(*input, visitor);
    const WalkEnd end = walker.walk(to, to);
    progress.advance(to - from);
    if (end.how == WalkEnd::How::kDone) return;
    const std::lock_guard lock(mutex);
    if (failure) return;
    failure = input->failure().value_or(Error{
        ErrorKind::kInput, "the file was changed since it was opened; open it again", FilePlace{file.path(), from}});
  });
  if (progress.cancelled()) return cancelledError();
  if (failure) return std::unexpected(*failure);
  return {};
}

}  // namespace heaptrail::hprof
