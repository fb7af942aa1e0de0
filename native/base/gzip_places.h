// Gzip data that can be read from many places: what a reader of ranges needs, who would otherwise unpack all that lies
// before. While the data is unpacked once from front to back, a place is noted about every megabyte: where it is in
// both, and the 32 KiB before it, which later data may repeat. JVMs write a gzip member per block, of which nothing
// before is needed.
//
// Packed as they are, the noted bytes come to about one in a hundred of the unpacked data. They are parts of it, so
// they stay in memory.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/byte_input.h"
#include "base/error.h"
#include "base/mapped_file.h"

namespace heaptrail {

class GzipPlaces {
 public:
  static constexpr uint64_t kDistance = uint64_t{1} << 20;

  struct Place {
    uint64_t packed = 0;
    uint64_t unpacked = 0;
    int bits = 0;                 // of the byte before that belong to what follows
    bool inMember = false;        // else a member begins here
    std::vector<uint8_t> before;  // packed; what lies before it
    uint64_t beforeBytes = 0;
  };

  /// Data that begins a member at its first byte.
  GzipPlaces() { places_.emplace_back(); }

  /// To be called behind every block of the deflate format. @param packed where the next byte of input is
  void behindBlock(z_stream& stream, uint64_t packed, uint64_t unpacked);
  void atMember(uint64_t packed, uint64_t unpacked);
  void end(uint64_t unpacked) { end_ = unpacked; }

  const std::vector<Place>& places() const { return places_; }
  uint64_t unpackedBytes() const { return end_; }
  /// What it takes in memory.
  uint64_t bytes() const;

  /// The place at or before a byte of the unpacked data.
  size_t before(uint64_t unpacked) const;
  uint64_t endOf(size_t place) const { return place + 1 < places_.size() ? places_[place + 1].unpacked : end_; }

 private:
  bool isFar(uint64_t unpacked) const { return unpacked - places_.back().unpacked >= kDistance; }

  std::vector<Place> places_;
  uint64_t end_ = 0;
};

/// Unpacks what lies between two places, and keeps what was asked for last. For any number of threads.
class GzipBlocks {
 public:
  using Block = std::shared_ptr<const std::vector<uint8_t>>;

  /// The file and its path outlive this.
  GzipBlocks(const MappedFile& file, const std::string& path, GzipPlaces places)
      : file_(file), path_(path), places_(std::move(places)) {}

  const GzipPlaces& places() const { return places_; }
  Result<Block> block(size_t place) const;

 private:
  // Who looks at one object and what it refers to goes back and forth between few blocks.
  static constexpr size_t kKept = 16;
  struct Kept {
    size_t place;
    Block block;
  };

  Result<Block> unpacked(size_t place) const;

  const MappedFile& file_;
  const std::string& path_;
  const GzipPlaces places_;
  mutable std::mutex mutex_;
  mutable std::vector<Kept> kept_;  // the one that was asked for last stands last
};

/// Reads [from, to) of the unpacked data, or up to its end. The blocks outlive the input.
std::unique_ptr<ByteInput> makeGzipRange(const GzipBlocks& blocks, Progress& progress, uint64_t from, uint64_t to);

}  // namespace heaptrail
