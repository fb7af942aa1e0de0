#include "base/gzip_input.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

namespace heaptrail {

namespace {

// What is unpacked at a time. The first piece is small: a file is often opened only to see how it begins.
constexpr size_t kFirstChunkBytes = size_t{16} << 10;
constexpr size_t kChunkBytes = size_t{2} << 20;
constexpr size_t kChunksAhead = 3;
constexpr uint64_t kPackedWindow = uint64_t{1} << 20;  // what is paged in at a time

struct Chunk {
  std::vector<uint8_t> bytes;
  std::optional<Error> failure;  // what ended the file behind these bytes, when it was not its end
  bool last = false;
};

/// Unpacks one chunk after the other; used by one thread.
class Unpacker {
 public:
  Unpacker(const MappedFile& file, const std::string& path, Progress& progress, TakePlaces take)
      : file_(file), path_(path), progress_(progress), take_(std::move(take)) {
    // 15 bits of window; 16 more tell zlib to expect gzip's header and to check its checksum.
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw std::bad_alloc();
  }
  ~Unpacker() { inflateEnd(&stream_); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  /// At most so many bytes; fewer only at the end.
  Chunk next(size_t bytes) {
    Chunk chunk;
    chunk.bytes.resize(bytes);
    stream_.next_out = chunk.bytes.data();
    stream_.avail_out = static_cast<uInt>(bytes);
    while (stream_.avail_out > 0 && !chunk.last) step(chunk);
    chunk.bytes.resize(bytes - stream_.avail_out);
    unpacked_ += chunk.bytes.size();
    // Whoever gave up knows nothing of the rest.
    if (chunk.last && take_ && (!chunk.failure || chunk.failure->kind == ErrorKind::kInput)) {
      places_.end(unpacked_);
      std::exchange(take_, {})(std::move(places_));
    }
    return chunk;
  }

 private:
  // What zlib says of where it stopped, in `data_type`.
  static constexpr int kBehindBlock = 128;
  static constexpr int kLastBlock = 64;

  /// How much has been unpacked so far, with what is in the chunk.
  uint64_t unpackedOf(const Chunk& chunk) const { return unpacked_ + chunk.bytes.size() - stream_.avail_out; }

  void step(Chunk& chunk) {
    if (stream_.avail_in == 0 && !loadInput(chunk)) return;
    const int outcome = inflate(&stream_, take_ ? Z_BLOCK : Z_NO_FLUSH);
    if (take_ && outcome == Z_OK && (stream_.data_type & kBehindBlock) != 0 && (stream_.data_type & kLastBlock) == 0) {
      places_.behindBlock(stream_, loaded_ - stream_.avail_in, unpackedOf(chunk));
    }
    if (outcome == Z_STREAM_END) {
      nextMember(chunk);
    } else if (outcome != Z_OK && outcome != Z_BUF_ERROR) {
      fail(chunk, fmt::format("the gzip data is damaged ({}); what was unpacked before can still be used",
                              stream_.msg != nullptr ? stream_.msg : "no reason given"));
    }
  }

  bool loadInput(Chunk& chunk) {
    const uint64_t position = loaded_;
    if (position == file_.size()) {
      fail(chunk, "the gzip data ends in the middle; what was unpacked before can still be used");
      return false;
    }
    const uint64_t until = std::min(file_.size(), position + kPackedWindow);
    if (const Status status = file_.load(path_, position, until); !status) {
      chunk.failure = status.error();
      chunk.last = true;
      return false;
    }
    file_.release(position < kPackedWindow ? 0 : position - kPackedWindow, position);
    // zlib's interface predates const; it does not write to its input.
    stream_.next_in = const_cast<uint8_t*>(file_.data() + position);
    stream_.avail_in = static_cast<uInt>(until - position);
    loaded_ = until;
    if (!progress_.advance(until - position)) {
      chunk.failure = cancelledError().error();
      chunk.last = true;
      return false;
    }
    return true;
  }

  /// JVMs write a gzip member per block of the dump, and tools concatenate files: what follows a member is another one.
  void nextMember(Chunk& chunk) {
    const uint64_t position = loaded_ - stream_.avail_in;
    const bool more =
        position + 2 <= file_.size() && file_.data()[position] == 0x1f && file_.data()[position + 1] == 0x8b;
    if (more) {
      places_.atMember(position, unpackedOf(chunk));
      inflateReset(&stream_);
    } else {
      chunk.last = true;  // the end, or padding that gzip itself would ignore too
    }
  }

  void fail(Chunk& chunk, std::string message) {
    chunk.failure = Error{ErrorKind::kInput, std::move(message), FilePlace{path_, loaded_ - stream_.avail_in}};
    chunk.last = true;
  }

  const MappedFile& file_;
  const std::string& path_;
  Progress& progress_;
  TakePlaces take_;
  GzipPlaces places_;
  z_stream stream_{};
  uint64_t loaded_ = 0;
  uint64_t unpacked_ = 0;  // in the chunks before
};

/// The reader unpacks the first chunk itself. If that was not all, a thread unpacks the others.
class GzipInput final : public ByteInput {
 public:
  GzipInput(const MappedFile& file, const std::string& path, Progress& progress, TakePlaces take)
      : unpacker_(file, path, progress, std::move(take)) {}

  ~GzipInput() override {
    thread_.request_stop();
    changed_.notify_all();
  }

 private:
  bool refill(size_t bytes) override {
    while (available() < bytes) {
      if (!takeChunk()) return false;
    }
    return true;
  }

  bool skipFar(uint64_t bytes) override {
    while (available() < bytes) {
      bytes -= available();
      cursor_ = end_;
      if (!takeChunk()) return false;
    }
    cursor_ += bytes;
    return true;
  }

  /// Appends the next chunk behind what is not yet read; false at the end.
  bool takeChunk() {
    if (ended_) return false;
    Chunk chunk = nextChunk();
    const size_t rest = available();
    originPosition_ = position();
    if (rest > 0) chunk.bytes.insert(chunk.bytes.begin(), cursor_, end_);
    window_ = std::move(chunk.bytes);
    origin_ = cursor_ = window_.data();
    end_ = origin_ + window_.size();
    failure_ = std::move(chunk.failure);
    ended_ = chunk.last;
    return true;
  }

  Chunk nextChunk() {
    if (!begun_) {
      begun_ = true;
      return unpacker_.next(kFirstChunkBytes);
    }
    if (!thread_.joinable()) {
      thread_ = std::jthread([this](const std::stop_token& stop) { unpackAhead(stop); });
    }
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !ready_.empty(); });
    Chunk chunk = std::move(ready_.front());
    ready_.pop_front();
    lock.unlock();
    changed_.notify_all();
    return chunk;
  }

  void unpackAhead(const std::stop_token& stop) {
    try {
      for (bool last = false; !last;) {
        Chunk chunk = unpacker_.next(kChunkBytes);
        last = chunk.last;
        if (!hand(std::move(chunk), stop)) return;
      }
    } catch (const std::bad_alloc&) {
      hand({{}, Error{ErrorKind::kMemory, "There is too little memory to unpack the file."}, true}, stop);
    }
  }

  bool hand(Chunk chunk, const std::stop_token& stop) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, stop, [this] { return ready_.size() < kChunksAhead; });
      if (stop.stop_requested()) return false;
      ready_.push_back(std::move(chunk));
    }
    changed_.notify_all();
    return true;
  }

  Unpacker unpacker_;  // the thread's, once there is one
  std::vector<uint8_t> window_;
  bool begun_ = false;
  bool ended_ = false;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Chunk> ready_;
  std::jthread thread_;  // last: it uses all of the above and ends first
};

}  // namespace

std::unique_ptr<ByteInput> makeGzipInput(const MappedFile& file, const std::string& path, Progress& progress,
                                         TakePlaces take) {
  return std::make_unique<GzipInput>(file, path, progress, std::move(take));
}

}  // namespace heaptrail
