// Feeds any bytes to the reader of AntTracks traces. The first byte says what they are (0: the three files as they are;
// 1: contents that get headers and frames here), then come, for each part, what it is and two bytes with its size.
//
// What must hold besides not crashing, not hanging and not taking unbounded memory: a heap is whole, it is the same
// with several threads and as large as the timeline says, and the plain count finds the same objects and bytes.
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "memory_file.h"
#include "trace/anttracks/format.h"
#include "trace/open.h"
#include "whole_heap.h"

namespace {

using heaptrail::fuzz::require;
using heaptrail::fuzz::requireWhole;
using namespace heaptrail;
using Bytes = std::vector<uint8_t>;

/// What a part is, besides these: the frame of a thread with this number, with its highest bit if it is packed.
constexpr uint8_t kSymbolsPart = 0;
constexpr uint8_t kClassesPart = 1;
constexpr uint8_t kNextFilePart = 2;

void append(Bytes& to, uint64_t value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) to.push_back(static_cast<uint8_t>(value >> (8 * i)));
}

Bytes header(anttracks::FileKind kind, uint32_t number) {
  Bytes bytes;
  append(bytes, anttracks::kMagic, 4);
  append(bytes, 1, 4);
  append(bytes, 4711, 4);
  append(bytes, static_cast<uint32_t>(kind), 4);
  append(bytes, number, 4);
  if (kind == anttracks::FileKind::kSymbols) append(bytes, 8, 4);
  if (kind != anttracks::FileKind::kTrace) append(bytes, 0, 1);
  return bytes;
}

/// A folder that goes when the program ends. One serves all inputs: to make a new one costs more than to read most of
/// them.
class MemoryFolder {
 public:
  MemoryFolder() {
    std::string name = "/dev/shm/fuzz-anttracks-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  ~MemoryFolder() { std::filesystem::remove_all(path_); }
  MemoryFolder(const MemoryFolder&) = delete;
  MemoryFolder& operator=(const MemoryFolder&) = delete;

  const std::string& path() const { return path_; }

  void clear() const {
    for (const auto& entry : std::filesystem::directory_iterator(path_)) std::filesystem::remove(entry.path());
  }
  void add(const std::string& name, std::span<const uint8_t> content) const {
    const int file = ::open((path_ + "/" + name).c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
    while (!content.empty()) {
      const ssize_t written = ::write(file, content.data(), content.size());
      if (written <= 0) std::abort();
      content = content.subspan(static_cast<size_t>(written));
    }
    if (::close(file) != 0) std::abort();
  }

 private:
  std::string path_;
};

void fill(const MemoryFolder& folder, std::span<const uint8_t> input) {
  folder.clear();
  if (input.empty()) return;
  const bool framed = input[0] != 0;
  const uint32_t flags = input[0];
  input = input.subspan(1);
  Bytes symbols;
  Bytes classes;
  std::vector<Bytes> traces(1);
  if (framed) {
    symbols = header(anttracks::FileKind::kSymbols, flags);
    classes = header(anttracks::FileKind::kClassDefinitions, 0);
    traces[0] = header(anttracks::FileKind::kTrace, 0);
  }
  while (input.size() >= 3) {
    const uint8_t what = input[0];
    const size_t size = std::min(size_t{input[1]} | size_t{input[2]} << 8, input.size() - 3);
    const std::span<const uint8_t> content = input.subspan(3, size);
    input = input.subspan(3 + size);
    if (what == kNextFilePart) {
      traces.emplace_back();
      if (framed) traces.back() = header(anttracks::FileKind::kTrace, static_cast<uint32_t>(traces.size() - 1));
      continue;
    }
    Bytes& file = what == kSymbolsPart ? symbols : what == kClassesPart ? classes : traces.back();
    if (framed && what > kNextFilePart) {
      append(file, what & 0x7f, 8);
      append(file, size | uint64_t{what & 0x80U} << 24, 4);
    }
    file.insert(file.end(), content.begin(), content.end());
  }
  folder.add("symbols", symbols);
  folder.add("class_definitions", classes);
  for (size_t i = 0; i < std::min<size_t>(traces.size(), 4); ++i) folder.add("trace_" + std::to_string(i), traces[i]);
}

void readPoint(Trace& trace, PointIndex point) {
  Progress progress;
  const auto heap = trace.heapAt(point, progress, Threads(1));
  const auto again = trace.heapAt(point, progress, Threads(3));
  const auto census = trace.censusAt(point, progress, Threads(2));
  require(heap.has_value() && again.has_value() && census.has_value(), "points can be read");
  const Size size = requireWhole(*heap->heap);
  require(requireWhole(*again->heap) == size && heap->heap->referenceCount() == again->heap->referenceCount(),
          "heaps are the same");
  require(trace.timeline().points[point.value()].reached->objects == size.objects, "the timeline has counted the same");
  Size counted;
  for (const Census::Row& row : census->rows) counted += {row.objects, row.bytes};
  require(counted == size, "the plain count is the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const MemoryFolder folder;
  fill(folder, {data, size});
  Progress progress;
  const auto trace = openTrace({folder.path()}, progress);
  if (!trace) {
    require(!trace.error().describe().empty(), "an error has a message");
    return 0;
  }
  const size_t points = std::min<size_t>((*trace)->timeline().points.size(), 4);
  for (uint32_t point = 0; point < points; ++point) readPoint(**trace, PointIndex(point));
  return 0;
}
