#include "trace/recording/read/chunk_reader.h"

#include <fmt/format.h>
#include <zstd.h>

#include <cstring>
#include <string_view>

#include "base/checksum.h"
#include "base/try.h"

namespace heaptrail::recording {

namespace {

std::string_view nameOf(ChunkKind kind) {
  switch (kind) {
    case ChunkKind::kStart:
      return "the start of the recording";
    case ChunkKind::kSymbols:
      return "names";
    case ChunkKind::kCollections:
      return "garbage collections";
    case ChunkKind::kPointBegin:
      return "the begin of a point";
    case ChunkKind::kHeap:
      return "objects";
    case ChunkKind::kPointEnd:
      return "the end of a point";
    case ChunkKind::kIndex:
      return "the index";
    case ChunkKind::kCounts:
      return "counts";
    case ChunkKind::kUses:
      return "how full the pools were";
  }
  return "something";
}

bool isKind(uint8_t kind) {
  return kind >= static_cast<uint8_t>(ChunkKind::kStart) && kind <= static_cast<uint8_t>(kLastChunkKind);
}

}  // namespace

uint64_t checksumOf(const ChunkHeader& header, std::span<const uint8_t> stored) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(&header);
  return checksum(stored, checksum({bytes, kCheckedHeaderBytes}));
}

std::optional<ChunkHeader> plausibleHeader(std::span<const uint8_t> bytes) {
  ChunkHeader header;
  if (bytes.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof header);
  const bool plausible = header.marker == kChunkMarker && isKind(header.kind) &&
                         header.codec <= static_cast<uint8_t>(Codec::kZstd) && header.storedBytes > 0 &&
                         header.storedBytes <= kMostChunkBytes && header.rawBytes > 0 &&
                         header.rawBytes <= kMostChunkBytes;
  return plausible ? std::optional(header) : std::nullopt;
}

ChunkReader::ChunkReader(const RecordingFile& file) : file_(file), unpacker_(ZSTD_createDCtx()) {}
ChunkReader::~ChunkReader() { ZSTD_freeDCtx(unpacker_); }

Result<std::span<const uint8_t>> ChunkReader::read(const ChunkPlace& place) {
  const std::span<const uint8_t> bytes = TRY(file_.bytes(place.offset, place.bytes));
  const std::optional<ChunkHeader> header = plausibleHeader(bytes);
  const bool expected = header && header->kind == static_cast<uint8_t>(place.kind) && header->point == place.point &&
                        header->number == place.number && sizeof(*header) + header->storedBytes == place.bytes;
  if (!expected) {
    return inputError(
        fmt::format("expected a chunk of {} bytes with {}, found something else: the file is damaged here", place.bytes,
                    nameOf(place.kind)),
        file_.place(place.offset));
  }
  const std::span<const uint8_t> stored = bytes.subspan(sizeof(*header));
  if (const uint64_t found = checksumOf(*header, stored); found != header->checksum) {
    return inputError(fmt::format("expected a chunk with {} and the checksum {:016x}, found {:016x}: the file is "
                                  "damaged here",
                                  nameOf(place.kind), header->checksum, found),
                      file_.place(place.offset));
  }
  Result<std::span<const uint8_t>> content = unpack(place, *header, stored);
  file_.release(place.offset, place.bytes);
  return content;
}

Result<std::span<const uint8_t>> ChunkReader::unpack(const ChunkPlace& place, const ChunkHeader& header,
                                                     std::span<const uint8_t> stored) {
  const bool packed = header.codec == static_cast<uint8_t>(Codec::kZstd);
  if (!packed && stored.size() != header.rawBytes) return malformed(place);
  if (unpacked_.size() < header.rawBytes) unpacked_.resize(header.rawBytes);
  if (!packed) {
    std::memcpy(unpacked_.data(), stored.data(), stored.size());
  } else {
    const size_t size = ZSTD_decompressDCtx(unpacker_, unpacked_.data(), header.rawBytes, stored.data(), stored.size());
    if (ZSTD_isError(size) != 0 || size != header.rawBytes) return malformed(place);
  }
  return std::span<const uint8_t>(unpacked_).first(header.rawBytes);
}

std::unexpected<Error> ChunkReader::malformed(const ChunkPlace& place) const {
  return inputError(
      fmt::format("expected a chunk with {}, found content that makes no sense: the recording was written "
                  "wrongly, or by a newer version of Heaptrail",
                  nameOf(place.kind)),
      file_.place(place.offset));
}

}  // namespace heaptrail::recording
