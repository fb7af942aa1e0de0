// A whole file as one stretch of read-only memory, for as long as this object lives.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"

namespace heaptrail {

class MappedFile {
 public:
  /// Refuses directories, devices and whatever else is not a regular file.
  static Result<MappedFile> open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  const uint8_t* data() const { return data_; }
  uint64_t size() const { return size_; }

  /// An error when the file no longer has the bytes of [from, to).
  Status expectBytes(const std::string& path, uint64_t from, uint64_t to) const;

  /// Pages [from, to) in; an error when the file no longer has these bytes or the disk does not give them.
  Status load(const std::string& path, uint64_t from, uint64_t to) const;

  /// Lets the pages of [from, to) go; reading them again brings them back.
  void release(uint64_t from, uint64_t to) const;

 private:
  MappedFile(int descriptor, const uint8_t* data, uint64_t size);

  int descriptor_ = -1;
  const uint8_t* data_ = nullptr;
  uint64_t size_ = 0;
};

}  // namespace heaptrail
