// A recording on disk, mapped: any part of it can be looked at without reading the others.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/mapped_file.h"
#include "base/try.h"

namespace heaptrail::recording {

class RecordingFile {
 public:
  static Result<RecordingFile> open(const std::string& path) {
    MappedFile mapped = TRY(MappedFile::open(path));
    return RecordingFile(path, std::move(mapped));
  }

  const std::string& path() const { return path_; }
  uint64_t size() const { return mapped_.size(); }

  /// `count` bytes from `from`, which must lie in the file as it was when it was opened; an error when they are not
  /// there any more.
  Result<std::span<const uint8_t>> bytes(uint64_t from, uint64_t count) const {
    if (count == 0) return std::span<const uint8_t>();
    TRY(mapped_.load(path_, from, from + count));
    return std::span(mapped_.data() + from, count);
  }

  /// Says that these bytes will not be needed soon.
  void release(uint64_t from, uint64_t count) const { mapped_.release(from, from + count); }

  FilePlace place(uint64_t offset) const { return {path_, offset}; }

 private:
  RecordingFile(std::string path, MappedFile mapped) : path_(std::move(path)), mapped_(std::move(mapped)) {}

  std::string path_;
  MappedFile mapped_;
};

}  // namespace heaptrail::recording
