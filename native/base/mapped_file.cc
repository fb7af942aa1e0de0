#include "base/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/try.h"

namespace heaptrail {

namespace {

std::unexpected<Error> cannotOpen(const std::string& path, int reason) {
  return inputError(fmt::format("the file cannot be opened: {}", std::strerror(reason)), {path, std::nullopt});
}

uint64_t pageBytes() {
  static const auto bytes = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  // Without O_NONBLOCK, opening a FIFO would wait for a writer that may never come.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return cannotOpen(path, errno);
  struct stat status{};
  if (fstat(descriptor, &status) != 0) {
    const int reason = errno;
    close(descriptor);
    return cannotOpen(path, reason);
  }
  if (!S_ISREG(status.st_mode)) {
    close(descriptor);
    return inputError(S_ISDIR(status.st_mode) ? "this is a directory, not a file" : "this is not a regular file",
                      {path, std::nullopt});
  }
  const auto size = static_cast<uint64_t>(status.st_size);
  if (size == 0) return MappedFile(descriptor, nullptr, 0);
  void* data = mmap(nullptr, size, PROT_READ, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (data == MAP_FAILED) {
    const int reason = errno;
    close(descriptor);
    return cannotOpen(path, reason);
  }
  return MappedFile(descriptor, static_cast<const uint8_t*>(data), size);
}

MappedFile::MappedFile(int descriptor, const uint8_t* data, uint64_t size)
    : descriptor_(descriptor), data_(data), size_(size) {}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(const_cast<uint8_t*>(data_), size_);
  if (descriptor_ >= 0) close(descriptor_);
}

Status MappedFile::expectBytes(const std::string& path, uint64_t from, uint64_t to) const {
  struct stat status{};
  if (fstat(descriptor_, &status) != 0 || static_cast<uint64_t>(status.st_size) < to) {
    return inputError(fmt::format("the file became shorter while it was read: expected {} bytes, found {}", size_,
                                  static_cast<uint64_t>(status.st_size)),
                      {path, from});
  }
  return {};
}

Status MappedFile::load(const std::string& path, uint64_t from, uint64_t to) const {
  TRY(expectBytes(path, from, to));
  const uint64_t start = from / pageBytes() * pageBytes();
  // Reading a page that the disk refuses would be a signal; asking for it first makes it an answer. Kernels before 5.14
  // do not know the request, and then the pages come in one by one when they are read.
  if (madvise(const_cast<uint8_t*>(data_) + start, to - start, MADV_POPULATE_READ) != 0 &&
      (errno == EFAULT || errno == EHWPOISON)) {
    return inputError("the file cannot be read here (it was changed meanwhile, or the disk reports an error)",
                      {path, from});
  }
  return {};
}

void MappedFile::release(uint64_t from, uint64_t to) const {
  const uint64_t start = (from + pageBytes() - 1) / pageBytes() * pageBytes();
  const uint64_t end = to / pageBytes() * pageBytes();
  if (start < end) madvise(const_cast<uint8_t*>(data_) + start, end - start, MADV_DONTNEED);
}

}  // namespace heaptrail
