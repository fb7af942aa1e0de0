// Goes through the pieces of a dump once more: all at the same time where the file is mapped, in one stream where it is
// compressed. What the survey could read can be read again, so there is nothing to report but failures of the input.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/byte_input.h"
#include "base/parallel.h"
#include "trace/hprof/segment_walker.h"
#include "trace/hprof/survey.h"

namespace heaptrail::hprof {

/// Reads [piece.from, piece.to) from an input that stands at piece.from: heap records, and what lies between segments.
/// False when the file no longer holds what the survey found.
template <uint32_t kIdBytes, typename Visitor>
bool readPiece(ByteInput& input, const Piece& piece, Visitor& visitor) {
  SegmentWalker<kIdBytes, Visitor> walker(input, visitor);
  uint64_t segmentEnd = piece.segmentEnd;
  while (true) {
    const WalkEnd end = walker.walk(piece.to, std::min(segmentEnd, piece.to));
    if (end.how != WalkEnd::How::kDone) return false;
    if (input.position() >= piece.to) return true;
    if (!input.ensure(kRecordHeaderBytes)) return false;
    const auto tag = static_cast<Tag>(*input.cursor());
    const uint64_t length = loadBig32(input.cursor() + 5);
    input.advance(kRecordHeaderBytes);
    if (tag == Tag::kHeapDump || tag == Tag::kHeapDumpSegment) {
      segmentEnd = input.position() + length;
    } else {
      if (!input.skip(length)) return false;
      segmentEnd = input.position();
    }
  }
}

/// Walks the pieces for which `wanted(piece)` holds, each with a visitor of its own from `makeVisitor()`. With one
/// thread (or a compressed file) they come in the order of the file.
template <uint32_t kIdBytes, typename MakeVisitor, typename Wanted>
Status readPieces(const InputFile& file, const std::vector<Piece>& pieces, Progress& progress, Threads threads,
                  MakeVisitor&& makeVisitor, Wanted&& wanted) {
  std::mutex mutex;
  std::optional<Error> failure;
  const auto readOne = [&](ByteInput& input, const Piece& piece) {
    auto visitor = makeVisitor();
    if (readPiece<kIdBytes>(input, piece, visitor)) return;
    const std::lock_guard lock(mutex);
    if (failure) return;
    failure = input.failure().value_or(Error{ErrorKind::kInput, "the file was changed while it was read; open it again",
                                             FilePlace{file.path(), piece.from}});
  };
  if (file.compressed()) {
    const std::unique_ptr<ByteInput> input = file.read(progress);
    for (const Piece& piece : pieces) {
      if (failure) break;
      if (wanted(piece) && input->skip(piece.from - input->position())) readOne(*input, piece);
    }
  } else {
    forEachBlock(threads, pieces.size(), [&](uint64_t i) {
      if (progress.cancelled() || !wanted(pieces[i])) return;
      readOne(*file.readRange(progress, pieces[i].from, pieces[i].to), pieces[i]);
    });
  }
  if (progress.cancelled()) return cancelledError();
  if (failure) return std::unexpected(*failure);
  return {};
}

}  // namespace heaptrail::hprof
