// A file that exists as long as a test needs it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heaptrail::test {

class TemporaryFile {
 public:
  explicit TemporaryFile(std::span<const uint8_t> content);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

  /// Inserts `zeros` zero bytes at `offset`, without writing them where the file system knows holes.
  void insertHole(uint64_t offset, uint64_t zeros) const;

 private:
  std::string path_;
};

/// The same bytes as a gzip member.
std::vector<uint8_t> gzip(std::span<const uint8_t> content);

}  // namespace heaptrail::test
