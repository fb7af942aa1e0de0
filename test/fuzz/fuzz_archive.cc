// Feeds any bytes to the reader of cache files, in three ways: as a file as it is; as the content of a file that is
// itself intact (written by our own writer), such as one of another version that forgot to say so; and the latter with
// a byte changed.
//
// What must hold besides not crashing and not taking more memory than a multiple of the file's size: what was read can
// be written, and then reads as the same; a file with a changed byte is refused, or reads as without.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "base/bit_set.h"
#include "memory_file.h"
#include "model/columns.h"
#include "model/object_ids.h"
#include "model/symbols.h"

namespace {

using heaptrail::Array;
using heaptrail::fuzz::MemoryFile;
using heaptrail::fuzz::require;

constexpr uint64_t kKey = 0x4141414141414141;

/// Something of every kind that caches have.
struct Value {
  uint64_t number = 0;
  std::string text;
  std::vector<uint32_t> numbers;
  std::vector<std::pair<uint64_t, uint32_t>> pairs;
  std::vector<std::vector<std::string>> lists;
  std::optional<std::string> maybe;
  Array<uint32_t> column;
  heaptrail::BitSet bits;
  heaptrail::NarrowColumn narrow;
  heaptrail::ObjectIds ids;
  heaptrail::Symbols symbols;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.number, self.text, self.numbers, self.pairs, self.lists, self.maybe, self.column, self.bits);
    archive(self.narrow, self.ids, self.symbols);
  }
};

/// An intact file whose stream is `stream` and whose blocks are `columns`.
struct Content {
  std::span<const uint8_t> stream;
  std::vector<Array<uint8_t>> columns;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    for (const Array<uint8_t>& column : self.columns) archive(column);
    for (const uint8_t byte : self.stream) archive(byte);
  }
};

template <typename T>
std::string stored(const T& value, const char* name) {
  const std::string path = "/dev/shm/heaptrail-fuzz-" + std::to_string(getpid()) + '-' + name;
  heaptrail::ArchiveWriter writer(path, kKey);
  writer(value);
  require(writer.finish().has_value(), "a file can be written");
  return path;
}

std::string contentOf(const std::string& path) {
  std::string content;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  char buffer[4096];
  for (size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, file)) > 0;) content.append(buffer, got);
  std::fclose(file);
  return content;
}

/// What a file holds, as our own writer writes it; empty where it is refused.
std::string readAll(const std::string& path) {
  Value value;
  if (!heaptrail::ArchiveReader(path, kKey).readAll(value)) return {};
  const std::string once = stored(value, "once");
  Value again;
  require(heaptrail::ArchiveReader(once, kKey).readAll(again), "what was written can be read");
  const std::string twice = stored(again, "twice");
  std::string content = contentOf(once);
  require(content == contentOf(twice), "and is the same");
  unlink(once.c_str());
  unlink(twice.c_str());
  return content;
}

/// The first byte says how many columns there are, the next ones how many bytes are in each; the rest is the stream.
Content divided(std::span<const uint8_t> bytes) {
  Content content;
  if (bytes.empty()) return content;
  const size_t columns = std::min<size_t>(bytes[0] % 16, bytes.size() - 1);
  std::span<const uint8_t> rest = bytes.subspan(1 + columns);
  for (size_t c = 0; c < columns; ++c) {
    const size_t size = std::min<size_t>(bytes[1 + c], rest.size());
    std::ranges::copy(rest.first(size), content.columns.emplace_back(size).begin());
    rest = rest.subspan(size);
  }
  content.stream = rest;
  return content;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  readAll(MemoryFile({data, size}).path());
  const std::string intact = stored(divided({data, size}), "intact");
  const std::string value = readAll(intact);
  std::string changed = contentOf(intact);
  unlink(intact.c_str());
  if (size < 3) return 0;
  const size_t place = (size_t{data[0]} << 8 | data[size - 1]) % changed.size();
  changed[place] = static_cast<char>(changed[place] ^ std::max<uint8_t>(1, data[size / 2]));
  const MemoryFile file({reinterpret_cast<const uint8_t*>(changed.data()), changed.size()});
  const std::string found = readAll(file.path());
  require(found.empty() || found == value, "a changed byte is noticed, or stands in no value");
  return 0;
}
