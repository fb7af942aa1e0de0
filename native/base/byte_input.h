// Reading a file from front to back, whatever it is stored as: mapped into memory, or unpacked from gzip on the way.
//
// A parser asks `ensure(n)` before it looks at the next n bytes, looks at them through `cursor()`, and moves on. When
// `ensure` or `skip` answers false, `failure()` tells why; no failure means that the file simply ends here.
//
// Plain files are mapped and paged in window by window; the pages behind the cursor are let go again, so a file of any
// size costs a few megabytes. A file that shrinks or cannot be read underneath us is an error, not a signal. Gzip (also
// many members in one file, as JVMs write it) is unpacked by a thread of its own, ahead of the parser; a stretch of it
// can be read where all of it was read once (gzip_places.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/progress.h"

namespace heaptrail {

class GzipBlocks;

class ByteInput {
 public:
  /// The most that may be asked of `ensure` at once.
  static constexpr size_t kLongestLookahead = size_t{1} << 20;

  virtual ~ByteInput() = default;
  ByteInput(const ByteInput&) = delete;
  ByteInput& operator=(const ByteInput&) = delete;

  /// Makes the next `bytes` readable at `cursor()`.
  bool ensure(size_t bytes) { return bytes <= available() || refill(bytes); }

  const uint8_t* cursor() const { return cursor_; }
  void advance(size_t bytes) { cursor_ += bytes; }

  /// Moves on by any number of bytes; false when the file ends before.
  bool skip(uint64_t bytes) {
    if (bytes <= available()) {
      cursor_ += bytes;
      return true;
    }
    return skipFar(bytes);
  }

  /// How many (unpacked) bytes lie before the cursor.
  uint64_t position() const { return originPosition_ + static_cast<uint64_t>(cursor_ - origin_); }

  const std::optional<Error>& failure() const { return failure_; }

 protected:
  ByteInput() = default;

  size_t available() const { return static_cast<size_t>(end_ - cursor_); }
  virtual bool refill(size_t bytes) = 0;
  virtual bool skipFar(uint64_t bytes) = 0;

  const uint8_t* origin_ = nullptr;  // the window's first byte …
  const uint8_t* cursor_ = nullptr;
  const uint8_t* end_ = nullptr;
  uint64_t originPosition_ = 0;  // … and where in the file it lies
  std::optional<Error> failure_;

 private:
  friend class InputFile;
  std::shared_ptr<const void> file_;  // what is read stays open as long as somebody reads it
};

/// A file on disk, told by its first bytes to be gzip or not. May be read by several ByteInputs at once.
class InputFile {
 public:
  static Result<InputFile> open(const std::string& path);
  InputFile(InputFile&&) noexcept;
  InputFile& operator=(InputFile&&) noexcept;
  ~InputFile();

  const std::string& path() const;
  uint64_t bytesOnDisk() const;
  bool compressed() const;

  /// Reads all of it. Progress advances by bytes on disk; a cancelled progress ends the input with a failure.
  std::unique_ptr<ByteInput> read(Progress& progress) const;

  /// The same, and notes on the way what `readRange` needs of a compressed file.
  std::unique_ptr<ByteInput> readForRanges(Progress& progress) const;

  /// Reads [from, to) of the unpacked bytes. A compressed file that was never read for ranges is unpacked before, by
  /// whoever comes first.
  std::unique_ptr<ByteInput> readRange(Progress& progress, uint64_t from, uint64_t to) const;

  struct Content;

 private:
  explicit InputFile(std::shared_ptr<const Content> content);
  std::unique_ptr<ByteInput> readPacked(Progress& progress, bool notePlaces) const;
  const GzipBlocks* blocks(Progress& progress, std::optional<Error>& failure) const;

  std::shared_ptr<const Content> content_;
};

}  // namespace heaptrail
