#include "trace/anttracks/frame_source.h"

#include <algorithm>
#include <array>

#include "base/try.h"
#include "trace/anttracks/little_endian.h"

namespace heaptrail::anttracks {

namespace {

constexpr size_t kHeaderBytes = 12;
constexpr uint32_t kPacked = uint32_t{1} << 31;
constexpr uint32_t kLengthMask = (uint32_t{1} << 29) - 1;

// Enough that starting threads for it costs nothing against it.
constexpr uint64_t kBatchBytes = uint64_t{2} << 20;
constexpr size_t kFramesPerBlock = 16;
constexpr size_t kMostFrames = 256;  // what they unpack to stays in memory meanwhile

}  // namespace

uint64_t FrameSource::bytesFrom(TracePlace start) const {
  uint64_t bytes = 0;
  for (size_t i = start.file; i < folder_.traces.size(); ++i) bytes += folder_.traces[i].mapped.size();
  return bytes - std::min(bytes, start.offset);
}

Status FrameSource::load(TracePlace from, uint64_t to) {
  if (from.file == loaded_.file && to <= loaded_.offset) return {};
  const FoundFile& file = folder_.traces[from.file];
  const uint64_t end = std::min(file.mapped.size(), std::max(to, from.offset + kBatchBytes));
  TRY(file.mapped.load(file.path, from.offset, end));
  loaded_ = {from.file, end};
  return {};
}

Status FrameSource::fill(Batch& batch, TracePlace& at) {
  batch.count = 0;
  batch.bytes = 0;
  batch.packed.clear();
  while (batch.bytes < kBatchBytes && batch.count < kMostFrames && at.file < folder_.traces.size()) {
    const FoundFile& file = folder_.traces[at.file];
    at.offset = std::max(at.offset, file.content);
    const uint64_t left = file.mapped.size() - std::min(at.offset, file.mapped.size());
    uint64_t length = 0;
    if (left >= kHeaderBytes) {
      TRY(load(at, at.offset + kHeaderBytes));
      ByteWalk header({file.mapped.data() + at.offset, kHeaderBytes});
      const uint64_t owner = header.u64();
      const uint32_t meta = header.u32();
      length = meta & kLengthMask;
      if (length <= left - kHeaderBytes) {
        const uint64_t end = at.offset + kHeaderBytes + length;
        TRY(load(at, end));
        if (batch.count == batch.frames.size()) batch.frames.emplace_back();
        PackedFrame& frame = batch.frames[batch.count++];
        frame.packed = {file.mapped.data() + at.offset + kHeaderBytes, length};
        if ((meta & kPacked) != 0) batch.packed.push_back(batch.count - 1);
        frame.frame = {at, {at.file, end}, owner, frame.packed, true, at.offset == file.content};
        batch.bytes += kHeaderBytes + length;
        at.offset = end;
        continue;
      }
    }
    if (left > 0) cutOff_.push_back({at, left});
    at = {at.file + 1, 0};
  }
  return {};
}

Status FrameSource::forEach(TracePlace start, Progress& progress, Threads threads,
                            const std::function<bool(const EventFrame&)>& visit) {
  cutOff_.clear();
  loaded_ = {};
  std::array<Batch, 2> batches;
  std::vector<LzwDecoder> decoders;
  TracePlace at = start;
  bool going = true;
  for (unsigned turn = 0; going; ++turn) {
    Batch& ahead = batches[turn % 2];
    const Batch& ready = batches[(turn + 1) % 2];
    TRY(fill(ahead, at));
    if (ahead.count == 0 && ready.count == 0) break;
    // The first block reads what the turn before has unpacked, if there was one; the others unpack for the next turn.
    const size_t readers = ready.count > 0 ? 1 : 0;
    const Blocks unpackers{ahead.packed.size(), kFramesPerBlock};
    decoders.resize(std::max<size_t>(decoders.size(), unpackers.count()));
    forEachBlock(threads, readers + unpackers.count(), [&](uint64_t block) {
      if (block < readers) {
        for (size_t i = 0; i < ready.count && going; ++i) going = visit(ready.frames[i].frame);
        return;
      }
      const Block unpacker = unpackers[block - readers];
      for (size_t i = unpacker.from; i < unpacker.to; ++i) {
        PackedFrame& frame = ahead.frames[ahead.packed[i]];
        frame.frame.whole = decoders[unpacker.number].decode(frame.packed, frame.unpacked);
        frame.frame.bytes = frame.unpacked.bytes();
      }
    });
    if (ready.count > 0) {
      const TracePlace done = ready.frames[ready.count - 1].frame.next;
      folder_.traces[done.file].mapped.release(ready.frames[0].frame.place.offset, done.offset);
    }
    if (!progress.advance(ready.bytes)) return cancelledError();
  }
  return {};
}

}  // namespace heaptrail::anttracks
