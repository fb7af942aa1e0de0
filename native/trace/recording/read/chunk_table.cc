#include "trace/recording/read/chunk_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/try.h"

namespace heaptrail::recording {

namespace {

// Steps in which damage is searched for the next chunk.
constexpr uint64_t kSearchBytes = uint64_t{4} << 20;

// What looking whether a chunk is whole costs besides its bytes.
constexpr uint64_t kLookBytes = 4096;

std::optional<ChunkTable> readIndex(const RecordingFile& file) {
  const uint64_t size = file.size();
  if (size < kMagic.size() + sizeof(ChunkHeader) + kTrailerBytes) return std::nullopt;
  const auto trailer = file.bytes(size - kTrailerBytes, kTrailerBytes);
  if (!trailer) return std::nullopt;
  uint64_t indexAt = 0;
  std::memcpy(&indexAt, trailer->data(), sizeof indexAt);
  if (std::memcmp(trailer->data() + sizeof indexAt, kTrailerMagic.data(), kTrailerMagic.size()) != 0) {
    return std::nullopt;
  }
  const uint64_t indexEnd = size - kTrailerBytes;
  if (indexAt < kMagic.size() || indexAt > indexEnd - sizeof(ChunkHeader)) return std::nullopt;
  const auto start = file.bytes(indexAt, sizeof(ChunkHeader));
  if (!start) return std::nullopt;
  const std::optional<ChunkHeader> header = plausibleHeader(*start);
  if (!header || header->storedBytes != indexEnd - indexAt - sizeof(ChunkHeader)) return std::nullopt;
  ChunkReader reader(file);
  const auto content = reader.read({indexAt, indexEnd - indexAt, ChunkKind::kIndex, kNoPoint, header->number});
  if (!content) return std::nullopt;

  ChunkTable table;
  table.ended = true;
  table.end = size;
  uint64_t at = kMagic.size();
  for (PayloadReader payload(*content); !payload.atEnd();) {
    const uint64_t kind = payload.number();
    const uint64_t point = payload.number();
    const uint64_t bytes = payload.number();
    const bool isKind =
        kind >= 1 && kind <= static_cast<uint64_t>(kLastChunkKind) && kind != static_cast<uint64_t>(ChunkKind::kIndex);
    if (!payload.good() || !isKind || point > kNoPoint || bytes <= sizeof(ChunkHeader) || bytes > indexAt - at) {
      return std::nullopt;
    }
    table.chunks.push_back({at, bytes, static_cast<ChunkKind>(kind), static_cast<uint32_t>(point) - 1,
                            static_cast<uint32_t>(table.chunks.size())});
    at += bytes;
  }
  if (at != indexAt) return std::nullopt;
  return table;
}

/// Goes from chunk to chunk.
class ChunkScan {
 public:
  ChunkScan(const RecordingFile& file, Progress& progress) : file_(file), progress_(progress) {
    // A file made up of nothing but false markers would be summed up again and again.
    toBeSummed_ = (uint64_t{64} << 20) + 4 * file.size();
  }

  Result<ChunkTable> scan() {
    uint64_t at = kMagic.size();
    while (at < file_.size() && !indexSeen_) {
      const std::optional<ChunkPlace> chunk = TRY(chunkAt(at));
      if (chunk) {
        if (!progress_.advance(chunk->bytes)) return cancelledError();
        accept(*chunk);
        at = table_.end;
        continue;
      }
      const bool found = TRY(resynchronise(at));
      if (!found) break;
    }
    return std::move(table_);
  }

 private:
  void accept(const ChunkPlace& chunk) {
    table_.end = chunk.offset + chunk.bytes;
    indexSeen_ = chunk.kind == ChunkKind::kIndex;
    table_.ended = table_.ended || indexSeen_;
    if (!indexSeen_) table_.chunks.push_back(chunk);
  }

  /// A whole chunk, as far as its header tells.
  Result<std::optional<ChunkPlace>> chunkAt(uint64_t at) const {
    const auto start = TRY(file_.bytes(at, std::min<uint64_t>(sizeof(ChunkHeader), file_.size() - at)));
    const std::optional<ChunkHeader> header = plausibleHeader(start);
    if (!header || header->storedBytes > file_.size() - at - sizeof(*header)) return std::nullopt;
    return ChunkPlace{at, sizeof(*header) + header->storedBytes, static_cast<ChunkKind>(header->kind), header->point,
                      header->number};
  }

  bool whole(const ChunkPlace& chunk) {
    if (chunk.bytes + kLookBytes > toBeSummed_) return false;
    toBeSummed_ -= chunk.bytes + kLookBytes;
    const auto bytes = file_.bytes(chunk.offset, chunk.bytes);
    if (!bytes) return false;
    ChunkHeader header;
    std::memcpy(&header, bytes->data(), sizeof header);
    return checksumOf(header, bytes->subspan(sizeof header)) == header.checksum;
  }

  /// There is no chunk at `at`: moves it to the next whole one. False when there is none.
  Result<bool> resynchronise(uint64_t& at) {
    // The chunk before may have said a wrong size.
    if (!table_.chunks.empty() && table_.end == at && !whole(table_.chunks.back())) {
      at = table_.chunks.back().offset;
      table_.chunks.pop_back();
    }
    const uint64_t from = at;
    table_.end = from;
    const std::optional<uint64_t> next = TRY(findChunk(from + 1));
    if (!next) {
      table_.cut = true;
      return false;
    }
    at = *next;
    table_.warnings.push_back(
        {fmt::format("expected a chunk, found damage: {} bytes from here are left out", at - from), from});
    return true;
  }

  Result<std::optional<uint64_t>> findChunk(uint64_t from) {
    static constexpr uint64_t kMarkerBytes = sizeof kChunkMarker;
    for (uint64_t at = from; at + sizeof(ChunkHeader) <= file_.size();) {
      const uint64_t count = std::min(kSearchBytes, file_.size() - at);
      const auto bytes = TRY(file_.bytes(at, count));
      if (!progress_.advance(0)) return cancelledError();
      const uint8_t* const end = bytes.data() + bytes.size();
      for (const uint8_t* p = bytes.data(); p < end; ++p) {
        p = static_cast<const uint8_t*>(memmem(p, static_cast<size_t>(end - p), &kChunkMarker, kMarkerBytes));
        if (p == nullptr) break;
        const auto rest = static_cast<size_t>(end - p);
        if (rest >= sizeof(ChunkHeader) && !plausibleHeader({p, rest})) continue;
        const uint64_t place = at + static_cast<uint64_t>(p - bytes.data());
        const std::optional<ChunkPlace> chunk = TRY(chunkAt(place));
        if (chunk && whole(*chunk)) return place;
      }
      if (count <= kMarkerBytes) break;
      at += count - (kMarkerBytes - 1);  // a marker may lie across the border
    }
    return std::nullopt;
  }

  const RecordingFile& file_;
  Progress& progress_;
  ChunkTable table_;
  uint64_t toBeSummed_ = 0;
  bool indexSeen_ = false;
};

}  // namespace

Result<ChunkTable> readChunkTable(const RecordingFile& file, Progress& progress) {
  if (std::optional<ChunkTable> table = readIndex(file)) return std::move(*table);
  return ChunkScan(file, progress).scan();
}

}  // namespace heaptrail::recording
