#include "support/temporary_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdio>
#include <stdexcept>

namespace heaptrail::test {

TemporaryFile::TemporaryFile(std::span<const uint8_t> content) : path_("/tmp/heaptrail-test-XXXXXX") {
  const int descriptor = mkstemp(path_.data());
  if (descriptor < 0) throw std::runtime_error("no temporary file");
  std::FILE* file = fdopen(descriptor, "wb");
  const bool written = content.empty() || std::fwrite(content.data(), 1, content.size(), file) == content.size();
  if (std::fclose(file) != 0 || !written) throw std::runtime_error("the temporary file cannot be written");
}

void TemporaryFile::insertHole(uint64_t offset, uint64_t zeros) const {
  const int descriptor = open(path_.c_str(), O_RDWR);
  const auto size = static_cast<uint64_t>(lseek(descriptor, 0, SEEK_END));
  std::vector<uint8_t> rest(size - offset);
  const std::vector<uint8_t> nothing(rest.size());
  const auto at = static_cast<off_t>(offset);
  const bool moved =
      pread(descriptor, rest.data(), rest.size(), at) == static_cast<ssize_t>(rest.size()) &&
      pwrite(descriptor, nothing.data(), nothing.size(), at) == static_cast<ssize_t>(rest.size()) &&
      pwrite(descriptor, rest.data(), rest.size(), at + static_cast<off_t>(zeros)) == static_cast<ssize_t>(rest.size());
  close(descriptor);
  if (!moved) throw std::runtime_error("the temporary file cannot be made larger");
}

TemporaryFile::~TemporaryFile() { unlink(path_.c_str()); }

std::vector<uint8_t> gzip(std::span<const uint8_t> content) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::vector<uint8_t> packed(deflateBound(&stream, content.size()) + 64);
  stream.next_in = const_cast<uint8_t*>(content.data());
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace heaptrail::test
