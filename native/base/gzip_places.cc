#include "base/gzip_places.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <utility>

#include "base/try.h"

namespace heaptrail {

namespace {

constexpr size_t kRepeatedBytes = size_t{32} << 10;  // what deflated data may repeat
constexpr uint64_t kTrailerBytes = 8;                // checksum and length behind each member
constexpr uint64_t kPackedAtOnce = uint64_t{64} << 10;
constexpr int kGzip = 15 + 16;
constexpr int kRaw = -15;

/// One run of inflate, from a place on.
class PlaceReader {
 public:
  PlaceReader(const MappedFile& file, const std::string& path, const GzipPlaces::Place& place)
      : file_(file), path_(path), place_(place), at_(place.packed), raw_(place.inMember) {
    if (inflateInit2(&stream_, raw_ ? kRaw : kGzip) != Z_OK) throw std::bad_alloc();
  }
  ~PlaceReader() { inflateEnd(&stream_); }
  PlaceReader(const PlaceReader&) = delete;
  PlaceReader& operator=(const PlaceReader&) = delete;

  /// As many bytes as there is room for.
  Status fill(std::vector<uint8_t>& bytes) {
    if (raw_) TRY(beginInMember());
    stream_.next_out = bytes.data();
    stream_.avail_out = static_cast<uInt>(bytes.size());
    while (stream_.avail_out > 0) {
      if (stream_.avail_in == 0) TRY(load());
      const int outcome = inflate(&stream_, Z_NO_FLUSH);
      if (outcome == Z_STREAM_END) {
        nextMember();
      } else if (outcome != Z_OK && outcome != Z_BUF_ERROR) {
        return changed();
      }
    }
    file_.release(place_.packed, at_);
    return {};
  }

 private:
  Status beginInMember() {
    TRY(file_.load(path_, at_ - 1, at_));
    if (place_.bits != 0) inflatePrime(&stream_, place_.bits, file_.data()[at_ - 1] >> (8 - place_.bits));
    std::vector<uint8_t> before(place_.beforeBytes);
    uLongf bytes = before.size();
    if (uncompress(before.data(), &bytes, place_.before.data(), place_.before.size()) != Z_OK) throw std::bad_alloc();
    inflateSetDictionary(&stream_, before.data(), static_cast<uInt>(bytes));
    return {};
  }

  Status load() {
    if (at_ >= file_.size()) return changed();
    const uint64_t until = std::min(file_.size(), at_ + kPackedAtOnce);
    TRY(file_.load(path_, at_, until));
    // zlib's interface predates const; it does not write to its input.
    stream_.next_in = const_cast<uint8_t*>(file_.data() + at_);
    stream_.avail_in = static_cast<uInt>(until - at_);
    at_ = until;
    return {};
  }

  /// What zlib took for data without a frame ends before the member's trailer.
  void nextMember() {
    at_ = at_ - stream_.avail_in + (std::exchange(raw_, false) ? kTrailerBytes : 0);
    stream_.avail_in = 0;
    inflateReset2(&stream_, kGzip);
  }

  std::unexpected<Error> changed() const {
    return inputError("the file was changed since it was opened; open it again", {path_, at_ - stream_.avail_in});
  }

  const MappedFile& file_;
  const std::string& path_;
  const GzipPlaces::Place& place_;
  uint64_t at_;
  bool raw_;
  z_stream stream_{};
};

/// One block after the other; what is jumped over is not unpacked.
class GzipRange final : public ByteInput {
 public:
  GzipRange(const GzipBlocks& blocks, Progress& progress, uint64_t from, uint64_t to)
      : blocks_(blocks), progress_(progress), to_(std::min(to, blocks.places().unpackedBytes())) {
    // A window without a byte: all pointers are those of its end.
    origin_ = cursor_ = end_ = joined_.data();
    originPosition_ = loaded_ = std::min(from, to_);
  }

 private:
  bool refill(size_t bytes) override {
    if (failure_ || bytes > to_ - position()) return false;
    while (available() < bytes) {
      if (!append()) return false;
    }
    return true;
  }

  bool skipFar(uint64_t bytes) override {
    if (failure_) return false;
    const bool inside = bytes <= to_ - position();
    const uint64_t target = inside ? position() + bytes : to_;
    block_.reset();
    origin_ = cursor_ = end_ = joined_.data();
    originPosition_ = loaded_ = target;
    return inside;
  }

  /// Puts the block that goes on where the window ends behind what is not yet read.
  bool append() {
    const size_t place = blocks_.places().before(loaded_);
    const uint64_t begin = blocks_.places().places()[place].unpacked;
    const uint64_t end = std::min(to_, blocks_.places().endOf(place));
    Result<GzipBlocks::Block> block = blocks_.block(place);
    if (!block) {
      failure_ = block.error();
      return false;
    }
    if (!progress_.advance(end - loaded_)) {
      failure_ = cancelledError().error();
      return false;
    }
    const uint8_t* const from = (*block)->data() + (loaded_ - begin);
    const uint64_t bytes = end - loaded_;
    originPosition_ = position();
    if (const size_t rest = available(); rest == 0) {
      block_ = *block;
      origin_ = cursor_ = from;
      end_ = from + bytes;
    } else {
      std::vector<uint8_t> joined(cursor_, end_);
      joined.insert(joined.end(), from, from + bytes);
      joined_ = std::move(joined);
      block_.reset();
      origin_ = cursor_ = joined_.data();
      end_ = origin_ + joined_.size();
    }
    loaded_ = end;
    return true;
  }

  const GzipBlocks& blocks_;
  Progress& progress_;
  uint64_t to_;
  uint64_t loaded_ = 0;          // where the window ends
  GzipBlocks::Block block_;      // that the window is of,
  std::vector<uint8_t> joined_;  // or what was put together
};

}  // namespace

void GzipPlaces::behindBlock(z_stream& stream, uint64_t packed, uint64_t unpacked) {
  if (!isFar(unpacked)) return;
  std::array<uint8_t, kRepeatedBytes> window;
  uInt bytes = 0;
  if (inflateGetDictionary(&stream, window.data(), &bytes) != Z_OK) return;
  uLongf packedBytes = compressBound(bytes);
  std::vector<uint8_t> before(packedBytes);
  if (compress2(before.data(), &packedBytes, window.data(), bytes, Z_BEST_SPEED) != Z_OK) return;
  places_.push_back({packed, unpacked, stream.data_type & 7, true,
                     std::vector<uint8_t>(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(packedBytes)),
                     bytes});
}

void GzipPlaces::atMember(uint64_t packed, uint64_t unpacked) {
  if (isFar(unpacked)) places_.push_back({packed, unpacked, 0, false, {}, 0});
}

uint64_t GzipPlaces::bytes() const {
  uint64_t bytes = places_.capacity() * sizeof(Place);
  for (const Place& place : places_) bytes += place.before.capacity();
  return bytes;
}

size_t GzipPlaces::before(uint64_t unpacked) const {
  const auto behind = std::ranges::upper_bound(places_, unpacked, {}, &Place::unpacked);
  return static_cast<size_t>(behind - places_.begin()) - 1;
}

Result<GzipBlocks::Block> GzipBlocks::block(size_t place) const {
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(kept_, place, &Kept::place);
    if (found != kept_.end()) {
      std::rotate(found, found + 1, kept_.end());
      return kept_.back().block;
    }
  }
  Block block = TRY(unpacked(place));
  const std::lock_guard lock(mutex_);
  if (kept_.size() == kKept) kept_.erase(kept_.begin());
  kept_.push_back({place, block});
  return block;
}

Result<GzipBlocks::Block> GzipBlocks::unpacked(size_t place) const {
  auto bytes = std::make_shared<std::vector<uint8_t>>(places_.endOf(place) - places_.places()[place].unpacked);
  TRY(PlaceReader(file_, path_, places_.places()[place]).fill(*bytes));
  return bytes;
}

std::unique_ptr<ByteInput> makeGzipRange(const GzipBlocks& blocks, Progress& progress, uint64_t from, uint64_t to) {
  return std::make_unique<GzipRange>(blocks, progress, from, to);
}

}  // namespace heaptrail
