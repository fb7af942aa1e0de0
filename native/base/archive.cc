#include "base/archive.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/checksum.h"
#include "base/parallel.h"

namespace heaptrail {

namespace {

// Changes whenever the layout of anything that is archived changes.
constexpr uint64_t kLayout = 7;

constexpr uint64_t kMagic = 0x315f6c6961727448;  // "Htrail_1"
constexpr uint64_t kAlignment = 64;
constexpr uint64_t kPiece = uint64_t{4} << 20;  // what one checksum covers

struct Header {
  uint64_t magic = kMagic;
  uint64_t layout = kLayout;
  uint64_t key = 0;
  uint64_t tableOffset = 0;
  uint64_t tableSize = 0;
  uint64_t tableChecksum = 0;
  uint64_t checksum = 0;  // of what stands before

  uint64_t computeChecksum() const {
    return heaptrail::checksum({reinterpret_cast<const uint8_t*>(this), offsetof(Header, checksum)});
  }
};

std::vector<uint64_t> checksumsOf(std::span<const uint8_t> bytes) {
  std::vector<uint64_t> result((bytes.size() + kPiece - 1) / kPiece);
  forEachBlock(Threads(), result.size(), [&](uint64_t piece) {
    const uint64_t from = piece * kPiece;
    result[piece] = checksum(bytes.subspan(from, std::min(kPiece, bytes.size() - from)));
  });
  return result;
}

/// Of this writer alone, among all processes and threads.
std::string temporaryName(const std::string& path) {
  static std::atomic<uint64_t> writers = 0;
  return fmt::format("{}.{}-{}.part", path, getpid(), writers.fetch_add(1));
}

}  // namespace

ArchiveWriter::ArchiveWriter(std::string path, uint64_t key)
    : path_(std::move(path)), temporary_(temporaryName(path_)), key_(key) {
  descriptor_ = ::open(temporary_.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor_ < 0) problem_ = errno;
  end_ = kAlignment;
}

ArchiveWriter::~ArchiveWriter() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

void ArchiveWriter::append(const void* bytes, size_t size) {
  const auto* from = static_cast<const uint8_t*>(bytes);
  stream_.insert(stream_.end(), from, from + size);
}

void ArchiveWriter::writeBlock(std::span<const uint8_t> bytes) {
  blocks_.push_back({end_, bytes.size(), checksumsOf(bytes)});
  writeAt(end_, bytes);
  end_ += (bytes.size() + kAlignment - 1) / kAlignment * kAlignment;
}

void ArchiveWriter::writeAt(uint64_t offset, std::span<const uint8_t> bytes) {
  while (!bytes.empty() && problem_ == 0) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      problem_ = written < 0 ? errno : ENOSPC;
      return;
    }
    bytes = bytes.subspan(static_cast<size_t>(written));
    offset += static_cast<uint64_t>(written);
  }
}

Status ArchiveWriter::finish() {
  writeBlock(stream_);
  std::vector<uint64_t> table{blocks_.size()};
  for (const ArchiveBlock& block : blocks_) {
    table.insert(table.end(), {block.offset, block.size});
    table.insert(table.end(), block.checksums.begin(), block.checksums.end());
  }
  const std::span<const uint8_t> tableBytes(reinterpret_cast<const uint8_t*>(table.data()), table.size() * 8);
  Header header;
  header.key = key_;
  header.tableOffset = end_;
  header.tableSize = tableBytes.size();
  header.tableChecksum = checksum(tableBytes);
  header.checksum = header.computeChecksum();
  writeAt(end_, tableBytes);
  writeAt(0, {reinterpret_cast<const uint8_t*>(&header), sizeof(header)});
  if (problem_ == 0 && ::rename(temporary_.c_str(), path_.c_str()) != 0) problem_ = errno;
  if (problem_ != 0) {
    return inputError(fmt::format("the cache cannot be written: {}", std::strerror(problem_)), {path_, {}});
  }
  ::close(descriptor_);
  descriptor_ = -1;
  return {};
}

ArchiveReader::ArchiveReader(const std::string& path, uint64_t key) { good_ = open(path, key); }

ArchiveReader::~ArchiveReader() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool ArchiveReader::open(const std::string& path, uint64_t key) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status{};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const auto fileSize = static_cast<uint64_t>(status.st_size);
  Header header;
  if (!readAt(0, {reinterpret_cast<uint8_t*>(&header), sizeof(header)})) return false;
  if (header.magic != kMagic || header.layout != kLayout || header.key != key) return false;
  if (header.checksum != header.computeChecksum()) return false;
  if (header.tableOffset > fileSize || header.tableSize != fileSize - header.tableOffset) return false;
  std::vector<uint64_t> table(header.tableSize / 8);
  const std::span<uint8_t> tableBytes(reinterpret_cast<uint8_t*>(table.data()), table.size() * 8);
  if (!readAt(header.tableOffset, tableBytes) || checksum(tableBytes) != header.tableChecksum) return false;
  // From here on the table is what was written.
  size_t at = 1;
  for (uint64_t b = 0; b < table[0]; ++b) {
    ArchiveBlock block{table[at], table[at + 1], {}};
    at += 2;
    const uint64_t pieces = (block.size + kPiece - 1) / kPiece;
    const auto first = table.begin() + static_cast<std::ptrdiff_t>(at);
    block.checksums.assign(first, first + static_cast<std::ptrdiff_t>(pieces));
    at += pieces;
    blocks_.push_back(std::move(block));
  }
  nextBlock_ = blocks_.size() - 1;  // the stream
  stream_.resize(blocks_.back().size);
  good_ = true;
  readBlock(stream_);
  nextBlock_ = 0;
  blocks_.pop_back();
  return good_;
}

bool ArchiveReader::readAt(uint64_t offset, std::span<uint8_t> bytes) const {
  while (!bytes.empty()) {
    const ssize_t found = ::pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (found < 0 && errno == EINTR) continue;
    if (found <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(found));
    offset += static_cast<uint64_t>(found);
  }
  return true;
}

uint64_t ArchiveReader::readCount(size_t leastBytesEach) {
  uint64_t count = 0;
  take(&count, sizeof(count));
  const uint64_t most =
      leastBytesEach > 0 ? (stream_.size() - at_) / leastBytesEach : stream_.size() - at_ + blocks_.size() - nextBlock_;
  if (good_ && count <= most) return count;
  good_ = false;
  return 0;
}

void ArchiveReader::take(void* bytes, size_t size) {
  if (size > stream_.size() - at_) good_ = false;
  if (!good_ || size == 0) return;
  std::memcpy(bytes, stream_.data() + at_, size);
  at_ += size;
}

uint64_t ArchiveReader::nextBlockSize() const {
  return good_ && nextBlock_ < blocks_.size() ? blocks_[nextBlock_].size : 0;
}

void ArchiveReader::readBlock(std::span<uint8_t> bytes) {
  if (nextBlock_ >= blocks_.size() || bytes.size() != blocks_[nextBlock_].size) good_ = false;
  if (!good_) return;
  const ArchiveBlock& block = blocks_[nextBlock_++];
  std::atomic<bool> intact = true;
  forEachBlock(Threads(), block.checksums.size(), [&](uint64_t piece) {
    const uint64_t from = piece * kPiece;
    const std::span<uint8_t> part = bytes.subspan(from, std::min(kPiece, bytes.size() - from));
    if (!readAt(block.offset + from, part) || checksum(part) != block.checksums[piece]) intact.store(false);
  });
  good_ = intact.load();
}

}  // namespace heaptrail
