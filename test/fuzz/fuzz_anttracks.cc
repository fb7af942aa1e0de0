// Feeds any bytes to the reader of AntTracks traces. The first byte says what they are (0: the three files as they are;
// 1: contents that get headers and frames here; a file of which there is no part stays empty), then come, for each
// part, what it is and two bytes with its size.
//
// What must hold besides not crashing, not hanging and not taking unbounded memory: a heap is whole, it is the same
// alone with several threads as read with others and as large as the timeline says, and the plain count finds the same
// objects and bytes.
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "memory_file.h"
#include "trace/anttracks/anttracks_trace.h"
#include "trace/anttracks/format.h"
#include "trace/anttracks/trace_folder.h"
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
  bytes.reserve(32);
  append(bytes, anttracks::kMagic, 4);
  append(bytes, 1, 4);
  append(bytes, 4711, 4);
  append(bytes, static_cast<uint32_t>(kind), 4);
  append(bytes, number, 4);
  if (kind == anttracks::FileKind::kSymbols) append(bytes, 8, 4);
  if (kind != anttracks::FileKind::kTrace) append(bytes, 0, 1);
  return bytes;
}

/// A file in memory that stays open: to write into one costs a fraction of making a new one.
class RewrittenFile {
 public:
  explicit RewrittenFile(const std::string& path)
      : path_(path), descriptor_(::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600)) {
    if (descriptor_ < 0) std::abort();
    content_.reserve(kLongest);
  }
  ~RewrittenFile() {
    ::close(descriptor_);
    ::unlink(path_.c_str());
  }
  RewrittenFile(const RewrittenFile&) = delete;
  RewrittenFile& operator=(const RewrittenFile&) = delete;

  const std::string& path() const { return path_; }

  void write(const Bytes& content) {
    if (content == content_) return;
    size_t written = 0;
    while (written < content.size()) {
      const ssize_t more =
          ::pwrite(descriptor_, content.data() + written, content.size() - written, static_cast<off_t>(written));
      if (more <= 0) std::abort();
      written += static_cast<size_t>(more);
    }
    if (written < content_.size() && ::ftruncate(descriptor_, static_cast<off_t>(written)) != 0) std::abort();
    content_ = content;
  }

 private:
  static constexpr size_t kLongest = 8192;  // twice what libFuzzer makes, for headers

  std::string path_;
  int descriptor_;
  Bytes content_;
};

/// The folder of a trace, which goes when the program ends. One serves all inputs, and nothing of it is allocated anew
/// for one of them: libFuzzer runs again what has allocated more than it has given back.
class ScratchFolder {
 public:
  static constexpr size_t kMostTraces = 4;

  ScratchFolder() {
    if (mkdtemp(path_.data()) == nullptr) std::abort();
    for (const char* name : {"symbols", "classes", "trace_0", "trace_1", "trace_2", "trace_3"}) {
      files_.push_back(std::make_unique<RewrittenFile>(path_ + "/" + name));
      paths_.push_back(files_.back()->path());
    }
  }
  ~ScratchFolder() {
    files_.clear();
    ::rmdir(path_.c_str());
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }
  /// Of the files that have been written. The others are empty.
  std::span<const std::string> paths() const { return std::span(paths_).first(written_); }

  void write(const Bytes& symbols, const Bytes& classes, std::span<const Bytes> traces) {
    files_[0]->write(symbols);
    files_[1]->write(classes);
    for (size_t i = 0; i < kMostTraces; ++i) files_[2 + i]->write(i < traces.size() ? traces[i] : Bytes());
    written_ = 2 + traces.size();
  }

 private:
  std::string path_ = "/dev/shm/fuzz-XXXXXX";
  std::vector<std::unique_ptr<RewrittenFile>> files_;
  std::vector<std::string> paths_;
  size_t written_ = 0;
};

void fill(ScratchFolder& folder, std::span<const uint8_t> input) {
  const bool framed = input[0] != 0;
  const uint32_t flags = input[0];
  input = input.subspan(1);
  Bytes symbols;
  Bytes classes;
  std::vector<Bytes> traces(1);
  const auto begin = [framed](Bytes& file, anttracks::FileKind kind, uint32_t number) {
    if (framed && file.empty()) file = header(kind, number);
  };
  begin(traces[0], anttracks::FileKind::kTrace, 0);
  while (input.size() >= 3) {
    const uint8_t what = input[0];
    const size_t size = std::min(size_t{input[1]} | size_t{input[2]} << 8, input.size() - 3);
    const std::span<const uint8_t> content = input.subspan(3, size);
    input = input.subspan(3 + size);
    if (what == kNextFilePart) {
      if (traces.size() == ScratchFolder::kMostTraces) continue;
      traces.emplace_back();
      begin(traces.back(), anttracks::FileKind::kTrace, static_cast<uint32_t>(traces.size() - 1));
      continue;
    }
    if (what == kSymbolsPart) begin(symbols, anttracks::FileKind::kSymbols, flags);
    if (what == kClassesPart) begin(classes, anttracks::FileKind::kClassDefinitions, 0);
    Bytes& file = what == kSymbolsPart ? symbols : what == kClassesPart ? classes : traces.back();
    if (framed && what > kNextFilePart) {
      append(file, what & 0x7f, 8);
      append(file, size | uint64_t{what & 0x80U} << 24, 4);
    }
    file.insert(file.end(), content.begin(), content.end());
  }
  folder.write(symbols, classes, traces);
}

struct Reached {
  PointIndex point;
  Size size;
  uint64_t references = 0;
};

Result<std::unique_ptr<Trace>> openFiles(const ScratchFolder& folder, Progress& progress) {
  auto found = anttracks::chooseFiles(folder.path(), folder.paths());
  if (!found) return std::unexpected(std::move(found.error()));
  return anttracks::open(std::move(*found), progress);
}

/// The heaps of the first points, read in one go as trends read them.
std::vector<Reached> readFirstPoints(Trace& trace) {
  std::vector<PointIndex> points;
  const size_t count = std::min<size_t>(trace.timeline().points.size(), 4);
  for (uint32_t point = 0; point < count; ++point) points.emplace_back(point);
  std::vector<Reached> reached;
  Progress progress;
  const Status visited = trace.visitPoints(
      points, progress, Threads(1), [&](PointIndex point, const RebuiltHeap& rebuilt, Progress&) -> Result<bool> {
        const Heap& heap = *rebuilt.heap;
        reached.push_back({point, requireWhole(heap), heap.referenceCount()});
        return true;
      });
  require(visited.has_value() && reached.size() == count, "points can be read");
  for (const Reached& of : reached) {
    require(trace.timeline().points[of.point.value()].reached->objects == of.size.objects,
            "the timeline has counted the same");
  }
  return reached;
}

/// One point again, alone and with more threads.
void readAlone(Trace& trace, const Reached& expected) {
  Progress progress;
  const auto heap = trace.heapAt(expected.point, progress, Threads(3));
  require(heap.has_value(), "points can be read");
  require(requireWhole(*heap->heap) == expected.size && heap->heap->referenceCount() == expected.references,
          "heaps are the same");
}

void countAlone(Trace& trace, const Reached& expected) {
  Progress progress;
  const auto census = trace.censusAt(expected.point, progress, Threads(2));
  require(census.has_value(), "points can be counted");
  Size counted;
  for (const Census::Row& row : census->rows) counted += {row.objects, row.bytes};
  require(counted == expected.size, "the plain count is the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  static ScratchFolder folder;
  fill(folder, {data, size});
  Progress progress;
  // To look into the folder takes a tenth of the time.
  const auto trace = size % 16 < 2 ? openTrace({folder.path()}, progress) : openFiles(folder, progress);
  if (!trace) {
    require(!trace.error().describe().empty(), "an error has a message");
    return 0;
  }
  const std::vector<Reached> reached = readFirstPoints(**trace);
  // Which point is asked for again, and how, the input decides: each of them in each way would be most of the time.
  const auto again = size % 2 == 0 ? readAlone : countAlone;
  again(**trace, reached[size / 2 % reached.size()]);
  return 0;
}
