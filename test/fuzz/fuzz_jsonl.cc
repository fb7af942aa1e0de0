// Feeds any bytes to the reader of JSON Lines, as a file like the users', and asks for every point.
//
// What must hold besides not crashing, not hanging and not taking unbounded memory: an error has a message and a place;
// references lead to objects; and what is read, written and read again is the same.
#include <cstdint>
#include <string>

#include "memory_file.h"
#include "trace/jsonl/json_lines_trace.h"
#include "trace/jsonl/json_lines_writer.h"

namespace {

using heaptrail::Heap;
using heaptrail::InputFile;
using heaptrail::ObjectIndex;
using heaptrail::PointIndex;
using heaptrail::Progress;
using heaptrail::Result;
using heaptrail::Threads;
using heaptrail::Trace;
using heaptrail::fuzz::MemoryFile;
using heaptrail::fuzz::require;

Result<std::unique_ptr<Trace>> open(const std::string& path) {
  Progress progress;
  Result<InputFile> file = InputFile::open(path);
  if (!file) return std::unexpected(file.error());
  return heaptrail::jsonl::open(std::move(*file), progress);
}

/// Objects, references, slots and names, added up; the same for the same heap.
uint64_t walk(const Heap& heap) {
  uint64_t sum = heap.objectCount() + heap.roots().size() * 31;
  for (uint32_t o = 0; o < heap.objectCount(); ++o) {
    sum = sum * 17 + heap.shallowBytes(ObjectIndex(o));
    heap.forEachSlot(ObjectIndex(o), [&](ObjectIndex target, uint32_t slot) {
      require(target.value() < heap.objectCount(), "references lead to objects");
      sum = sum * 17 + target.value() * 7 + slot + heap.slotName(ObjectIndex(o), slot).size();
    });
  }
  return sum;
}

/// Written and read again; only for traces of which every heap can be built.
void goRound(Trace& trace, const std::vector<uint64_t>& sums) {
  const std::string path = "/dev/shm/fuzz_jsonl." + std::to_string(getpid());
  Progress progress;
  require(heaptrail::writeJsonLines(trace, path, Threads(1), progress).has_value(), "what was read can be written");
  const auto again = open(path);
  unlink(path.c_str());
  require(again.has_value(), "what was written can be read");
  require((*again)->timeline().points.size() == sums.size(), "all points are written");
  for (uint32_t point = 0; point < sums.size(); ++point) {
    const auto rebuilt = (*again)->heapAt(PointIndex(point), progress, Threads(1));
    require(rebuilt.has_value(), "every point that was written can be read");
    require(walk(*rebuilt->heap) == sums[point], "heaps stay the same");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const MemoryFile file({data, size});
  const auto trace = open(file.path());
  if (!trace) {
    require(!trace.error().message.empty(), "an error has a message");
    return 0;
  }
  std::vector<uint64_t> sums;
  const size_t points = (*trace)->timeline().points.size();
  for (uint32_t point = 0; point < points; ++point) {
    Progress progress;
    const auto rebuilt = (*trace)->heapAt(PointIndex(point), progress, Threads(1));
    if (rebuilt) {
      sums.push_back(walk(*rebuilt->heap));
    } else {
      require(rebuilt.error().where.has_value(), "an error of a heap has a place");
    }
    const auto census = (*trace)->censusAt(PointIndex(point), progress, Threads(1));
    require(!rebuilt || census.has_value(), "what can be built can be counted");
  }
  if (sums.size() == points) goRound(**trace, sums);
  return 0;
}
