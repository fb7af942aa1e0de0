// Takes chunks out of a recording: checks them against their checksum and unpacks them. What it hands out is what was
// written, or there is an error that names the place.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/try.h"
#include "trace/recording/format/format.h"
#include "trace/recording/format/payload.h"
#include "trace/recording/read/recording_file.h"

struct ZSTD_DCtx_s;

namespace heaptrail::recording {

/// Where a chunk is, and what it should be.
struct ChunkPlace {
  uint64_t offset = 0;
  uint64_t bytes = 0;  // with its header
  ChunkKind kind{};
  uint32_t point = kNoPoint;
  uint32_t number = 0;  // in the file
};

/// The checksum that a chunk should have.
uint64_t checksumOf(const ChunkHeader& header, std::span<const uint8_t> stored);

/// The header at the beginning of `bytes`, if it can be one.
std::optional<ChunkHeader> plausibleHeader(std::span<const uint8_t> bytes);

/// For one thread.
class ChunkReader {
 public:
  explicit ChunkReader(const RecordingFile& file);
  ~ChunkReader();
  ChunkReader(const ChunkReader&) = delete;
  ChunkReader& operator=(const ChunkReader&) = delete;

  /// The unpacked content, good until the next call.
  Result<std::span<const uint8_t>> read(const ChunkPlace& place);

  /// The same for a chunk of one record: `Record::read` must like it.
  template <typename Record>
  Result<Record> readRecord(const ChunkPlace& place) {
    const std::span<const uint8_t> content = TRY(read(place));
    PayloadReader payload(content);
    Record record = Record::read(payload);
    if (!payload.good()) return malformed(place);
    return record;
  }

  /// What to say of a chunk whose content makes no sense though it is what was written.
  std::unexpected<Error> malformed(const ChunkPlace& place) const;

 private:
  Result<std::span<const uint8_t>> unpack(const ChunkPlace& place, const ChunkHeader& header,
                                          std::span<const uint8_t> stored);

  const RecordingFile& file_;
  ZSTD_DCtx_s* unpacker_;
  std::vector<uint8_t> unpacked_;
};

/// Calls `worker(i, payload)` for each of the chunks, on several threads; each thread makes one worker for itself.
/// Workers answer whether they understood the chunk. Progress advances by bytes in the file. Of several failures that
/// of the first chunk is told, whatever the number of threads.
template <typename MakeWorker>
Status forEachChunk(const RecordingFile& file, std::span<const ChunkPlace> chunks, Progress& progress, Threads threads,
                    MakeWorker&& makeWorker) {
  std::atomic<size_t> next = 0;
  std::atomic<size_t> firstFailed = chunks.size();
  std::mutex mutex;
  std::optional<Error> failure;
  const auto fail = [&](size_t i, Error error) {
    const std::lock_guard lock(mutex);
    if (i >= firstFailed.load()) return;
    firstFailed.store(i);
    failure = std::move(error);
  };
  forEachBlock(threads, std::min<uint64_t>(threads.count(), chunks.size()), [&](uint64_t) {
    ChunkReader reader(file);
    auto worker = makeWorker();
    // A failure stops what comes after it, not what comes before: that may have an earlier one.
    for (size_t i = next.fetch_add(1); i < firstFailed.load(); i = next.fetch_add(1)) {
      if (!progress.advance(chunks[i].bytes)) return;
      const Result<std::span<const uint8_t>> content = reader.read(chunks[i]);
      if (!content) {
        fail(i, content.error());
      } else if (!worker(i, PayloadReader(*content))) {
        fail(i, reader.malformed(chunks[i]).error());
      }
    }
  });
  if (progress.cancelled()) return cancelledError();
  if (failure) return std::unexpected(*failure);
  return {};
}

}  // namespace heaptrail::recording
