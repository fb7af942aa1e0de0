// A file of our own values, written once and read back as they were: columns as plain blocks, everything else in one
// stream. For caches: a file that is damaged, cut off, or made by another version or for another key is recognised
// before anything of it is used.
//
// A type says what belongs to it in one static function, for both directions:
//
//   template <typename Archive, typename Self>
//   static void archived(Archive& archive, Self& self) { archive(self.name, self.lengths); }
//
// Layout: header (magic, version, key, where the table is, checksum) · blocks, each at a multiple of 64 · stream ·
// table (of each block: offset, size, a checksum for every 4 MiB). Written under another name and renamed when
// complete. Numbers are in the machine's byte order: caches do not travel.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/array.h"
#include "base/error.h"

namespace heaptrail {

/// Whatever is its bytes and nothing more.
template <typename T>
concept Plain = std::is_trivially_copyable_v<T> && !requires(T& value) { T::archived(value, value); };

struct ArchiveBlock {
  uint64_t offset = 0;
  uint64_t size = 0;
  std::vector<uint64_t> checksums;
};

class ArchiveWriter {
 public:
  ArchiveWriter(std::string path, uint64_t key);
  ~ArchiveWriter();
  ArchiveWriter(const ArchiveWriter&) = delete;
  ArchiveWriter& operator=(const ArchiveWriter&) = delete;

  template <typename... Values>
  void operator()(const Values&... values) {
    (write(values), ...);
  }

  /// Completes the file; before that there is none. Says what went wrong on the way.
  Status finish();

 private:
  template <typename T>
  void write(const T& value) {
    if constexpr (requires { T::archived(*this, value); }) {
      T::archived(*this, value);
    } else {
      static_assert(Plain<T>);
      append(&value, sizeof(T));
    }
  }
  void write(const std::string& text) {
    write(uint64_t{text.size()});
    append(text.data(), text.size());
  }
  template <typename A, typename B>
  void write(const std::pair<A, B>& pair) {
    write(pair.first);
    write(pair.second);
  }
  template <typename T>
  void write(const std::optional<T>& value) {
    write(value.has_value());
    if (value) write(*value);
  }
  template <typename T>
  void write(const Array<T>& column) {
    writeBlock({reinterpret_cast<const uint8_t*>(column.data()), column.bytes()});
  }
  template <typename T>
  void write(const std::vector<T>& list) {
    write(uint64_t{list.size()});
    if constexpr (Plain<T>) {
      append(list.data(), list.size() * sizeof(T));
    } else {
      for (const T& value : list) write(value);
    }
  }

  void append(const void* bytes, size_t size);
  void writeBlock(std::span<const uint8_t> bytes);
  void writeAt(uint64_t offset, std::span<const uint8_t> bytes);

  std::string path_;
  std::string temporary_;
  uint64_t key_;
  int descriptor_ = -1;
  int problem_ = 0;  // errno of the first failure
  uint64_t end_ = 0;
  std::vector<uint8_t> stream_;
  std::vector<ArchiveBlock> blocks_;
};

class ArchiveReader {
 public:
  ArchiveReader(const std::string& path, uint64_t key);
  ~ArchiveReader();
  ArchiveReader(const ArchiveReader&) = delete;
  ArchiveReader& operator=(const ArchiveReader&) = delete;

  /// Reads the one value the file was written from. False if anything is not as it was written, or if the file holds
  /// more; `value` is then worth nothing.
  template <typename Value>
  bool readAll(Value& value) {
    if (good_) read(value);
    return good_ && at_ == stream_.size() && nextBlock_ == blocks_.size();
  }

  template <typename... Values>
  void operator()(Values&... values) {
    (read(values), ...);
  }

 private:
  template <typename T>
  void read(T& value) {
    if constexpr (requires { T::archived(*this, value); }) {
      T::archived(*this, value);
    } else {
      static_assert(Plain<T> && !std::same_as<T, bool>);
      take(&value, sizeof(T));
    }
  }
  void read(bool& truth) {
    uint8_t byte = 0;
    take(&byte, sizeof(byte));
    truth = byte != 0;
  }
  void read(std::string& text) {
    text.resize(readCount(1));
    take(text.data(), text.size());
  }
  template <typename A, typename B>
  void read(std::pair<A, B>& pair) {
    read(pair.first);
    read(pair.second);
  }
  template <typename T>
  void read(std::optional<T>& value) {
    bool has = false;
    read(has);
    value.reset();
    if (has) read(value.emplace());
  }
  template <typename T>
  void read(Array<T>& column) {
    const uint64_t bytes = nextBlockSize();
    column = Array<T>(bytes / sizeof(T));
    readBlock({reinterpret_cast<uint8_t*>(column.data()), column.bytes()});
  }
  template <typename T>
  void read(std::vector<T>& list) {
    list.clear();
    if constexpr (Plain<T>) {
      list.resize(readCount(sizeof(T)));
      take(list.data(), list.size() * sizeof(T));
    } else {
      const uint64_t count = readCount(0);
      for (uint64_t i = 0; i < count && good_; ++i) read(list.emplace_back());
    }
  }

  /// How many of something follow; never more than can. 0 for what may be columns only, and no bytes of the stream.
  uint64_t readCount(size_t leastBytesEach);
  uint64_t nextBlockSize() const;
  void take(void* bytes, size_t size);
  void readBlock(std::span<uint8_t> bytes);
  bool readAt(uint64_t offset, std::span<uint8_t> bytes) const;
  bool open(const std::string& path, uint64_t key);

  int descriptor_ = -1;
  bool good_ = false;
  std::vector<uint8_t> stream_;
  size_t at_ = 0;
  std::vector<ArchiveBlock> blocks_;
  size_t nextBlock_ = 0;
};

}  // namespace heaptrail
