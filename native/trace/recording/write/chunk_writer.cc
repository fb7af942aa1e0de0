#include "trace/recording/write/chunk_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <span>
#include <utility>

#include "base/checksum.h"
#include "base/try.h"
#include "trace/recording/format/payload.h"
#include "trace/recording/format/write_lock.h"

namespace heaptrail::recording {

namespace {

// The fastest level: a program stands still meanwhile. Points shrink to less than half; higher levels bring a tenth
// more for twice the time.
constexpr int kLevel = 1;

std::span<const uint8_t> bytesOf(const auto& value) {
  return {reinterpret_cast<const uint8_t*>(&value), sizeof(value)};
}

}  // namespace

Result<std::unique_ptr<ChunkWriter>> ChunkWriter::create(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) {
    const char* advice = errno == EEXIST ? "; name another file, or put %p into the name for the process id" : "";
    return inputError(std::string("the recording cannot be created: ") + std::strerror(errno) + advice, {path, {}});
  }
  lockForWriting(descriptor);
  auto writer = std::unique_ptr<ChunkWriter>(new ChunkWriter(path, descriptor));
  if (writer->append(kMagic.data(), kMagic.size())) {
    writer->end_ = kMagic.size();
    return writer;
  }
  return inputError(std::string("the recording cannot be written: ") + std::strerror(writer->problem_), {path, {}});
}

ChunkWriter::ChunkWriter(std::string path, int descriptor)
    : path_(std::move(path)), descriptor_(descriptor), packer_(ZSTD_createCCtx()), thread_([this] { work(); }) {
  ZSTD_CCtx_setParameter(packer_, ZSTD_c_compressionLevel, kLevel);
}

ChunkWriter::~ChunkWriter() {
  close();
  ZSTD_freeCCtx(packer_);
}

void ChunkWriter::close() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  if (!thread_.joinable()) return;
  thread_.join();
  ::close(descriptor_);
}

void ChunkWriter::add(ChunkKind kind, uint32_t point, std::vector<uint8_t> payload) {
  if (payload.empty()) return;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.size() < kMostWaiting; });
  if (problem_ != 0 || ending_) return;
  waiting_.push_back({kind, point, std::move(payload)});
  changed_.notify_all();
}

Status ChunkWriter::flush() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.empty() && !busy_; });
  if (problem_ == 0) return {};
  return inputError(std::string("the recording cannot be written: ") + std::strerror(problem_), {path_, end_});
}

Status ChunkWriter::finish() {
  TRY(flush());
  const uint64_t indexAt = size();
  add(ChunkKind::kIndex, kNoPoint, std::exchange(index_, {}));
  TRY(flush());
  append(&indexAt, sizeof(indexAt));
  append(kTrailerMagic.data(), kTrailerMagic.size());
  close();
  if (problem_ == 0) return {};
  return inputError(std::string("the recording cannot be completed: ") + std::strerror(problem_), {path_, end_});
}

uint64_t ChunkWriter::size() {
  const std::lock_guard lock(mutex_);
  return end_;
}

void ChunkWriter::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const Chunk chunk = std::move(waiting_.front());
    waiting_.pop_front();
    busy_ = true;
    changed_.notify_all();
    if (problem_ == 0) {
      lock.unlock();
      write(chunk);
      lock.lock();
    }
    busy_ = false;
    changed_.notify_all();
  }
}

void ChunkWriter::write(const Chunk& chunk) {
  ChunkHeader header;
  header.kind = static_cast<uint8_t>(chunk.kind);
  header.point = chunk.point;
  header.number = number_++;
  header.rawBytes = static_cast<uint32_t>(chunk.payload.size());
  packed_.resize(ZSTD_compressBound(chunk.payload.size()));
  const size_t packed =
      ZSTD_compress2(packer_, packed_.data(), packed_.size(), chunk.payload.data(), chunk.payload.size());
  std::span<const uint8_t> stored(chunk.payload);
  if (ZSTD_isError(packed) == 0 && packed < chunk.payload.size()) {
    header.codec = static_cast<uint8_t>(Codec::kZstd);
    stored = std::span<const uint8_t>(packed_).first(packed);
  }
  header.storedBytes = static_cast<uint32_t>(stored.size());
  header.checksum = checksum(stored, checksum(bytesOf(header).first(kCheckedHeaderBytes)));
  PayloadWriter entry;
  entry.number(header.kind);
  entry.number(header.point + 1);  // 0 for none
  entry.number(sizeof(header) + stored.size());
  index_.insert(index_.end(), entry.bytes().begin(), entry.bytes().end());
  if (append(&header, sizeof(header)) && append(stored.data(), stored.size())) {
    const std::lock_guard lock(mutex_);
    end_ += sizeof(header) + stored.size();
  }
}

bool ChunkWriter::append(const void* bytes, size_t size) {
  const auto* from = static_cast<const uint8_t*>(bytes);
  while (size > 0) {
    const ssize_t written = ::write(descriptor_, from, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      problem_ = written == 0 ? EIO : errno;
      // What is there of the last chunk is of no use; the space may be.
      if (end_ > 0 && ::ftruncate(descriptor_, static_cast<off_t>(end_)) != 0) return false;
      return false;
    }
    from += written;
    size -= static_cast<size_t>(written);
  }
  return true;
}

}  // namespace heaptrail::recording
