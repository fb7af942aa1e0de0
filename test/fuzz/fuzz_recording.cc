// Feeds any bytes to the reader of recordings, as a file or, so that checksums do not turn everything away, as contents
// of chunks that are framed here: a byte says which (0: a file; 1: chunks; 2: chunks with an index), then come, for
// each chunk, its kind, its point and two bytes with the size of its content.
//
// What must hold besides not crashing, not hanging and not taking unbounded memory: a heap is whole, it is the same
// with several threads, and the plain count finds the same objects and bytes.
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "memory_file.h"
#include "model/counted_heap.h"
#include "ownership/counted_groups.h"
#include "trace/open.h"
#include "trace/recording/format/format.h"
#include "trace/recording/format/payload.h"
#include "trace/recording/read/chunk_reader.h"
#include "whole_heap.h"

namespace {

using heaptrail::fuzz::MemoryFile;
using heaptrail::fuzz::require;
using heaptrail::fuzz::requireWhole;
using namespace heaptrail;
using namespace heaptrail::recording;

class Framing {
 public:
  Framing() { append(kMagic.data(), kMagic.size()); }

  void chunk(uint8_t kind, uint32_t point, std::span<const uint8_t> content) {
    ChunkHeader header;
    header.kind = kind;
    header.storedBytes = header.rawBytes = static_cast<uint32_t>(content.size());
    header.point = point;
    header.number = number_++;
    header.checksum = checksumOf(header, content);
    append(&header, sizeof header);
    append(content.data(), content.size());
    index_.number(kind);
    index_.number(point + 1);
    index_.number(sizeof header + content.size());
  }

  std::vector<uint8_t> finish(bool withIndex) {
    if (withIndex) {
      const uint64_t at = file_.size();
      const std::vector<uint8_t> index = index_.take();
      chunk(static_cast<uint8_t>(ChunkKind::kIndex), kNoPoint, index);
      append(&at, sizeof at);
      append(kTrailerMagic.data(), kTrailerMagic.size());
    }
    return std::move(file_);
  }

 private:
  void append(const void* bytes, size_t size) {
    const auto* from = static_cast<const uint8_t*>(bytes);
    file_.insert(file_.end(), from, from + size);
  }

  std::vector<uint8_t> file_;
  PayloadWriter index_;
  uint32_t number_ = 0;
};

std::vector<uint8_t> fileOf(std::span<const uint8_t> input) {
  if (input.empty()) return {};
  const uint8_t how = input[0];
  input = input.subspan(1);
  if (how == 0) return {input.begin(), input.end()};
  Framing framing;
  while (input.size() >= 4) {
    const uint8_t kind = input[0];
    const uint32_t point = input[1] == 0 ? kNoPoint : input[1];
    const size_t size = std::min(size_t{input[2]} | size_t{input[3]} << 8, input.size() - 4);
    framing.chunk(kind, point, input.subspan(4, size));
    input = input.subspan(4 + size);
  }
  return framing.finish(how == 2);
}

/// What was counted has no reference to a group that is not there, and sums up to what the plain count says.
void readCounts(Trace& trace, PointIndex point) {
  Progress progress;
  const auto counts = trace.countsAt(point);
  const auto census = trace.censusAt(point, progress, Threads(1));
  require(counts.has_value() == census.has_value(), "what can be read can be counted");
  require(!trace.heapAt(point, progress, Threads(1)), "a light point has no heap");
  if (!counts) return;
  Size counted;
  Size summed;
  for (const Census::Row& row : census->rows) counted += {row.objects, row.bytes};
  for (const CountedHeap::Group& group : counts->groups) summed += group.size.objects > 0 ? group.size : Size{};
  require(counted.objects == summed.objects, "the plain count is the same");
  for (const CountedHeap::References& arc : counts->references) {
    require(arc.from < counts->groups.size() && arc.to < counts->groups.size(), "references are between groups");
  }
  for (const CountedHeap::Group& group : counts->groups) {
    require(group.collection == CountedHeap::kNone || group.collection < counts->collections.size(),
            "groups are of collections that there are");
  }
  for (size_t place = 0; place < counts->collections.size(); ++place) {
    const CountedHeap::Collection& collection = counts->collections[place];
    require(collection.holder != CountedHeap::Holder::kCollection || collection.above < place,
            "collections come behind those that hold them");
  }
  ownershipOfCounts(*counts);
  for (const CountedHeap::HoldingRoots& roots : counts->roots) {
    require(roots.group < counts->groups.size(), "roots lead to groups");
  }
}

void readPoint(Trace& trace, PointIndex point) {
  if (trace.timeline().points[point.value()].isLight) return readCounts(trace, point);
  Progress progress;
  const auto heap = trace.heapAt(point, progress, Threads(1));
  const auto again = trace.heapAt(point, progress, Threads(3));
  const auto census = trace.censusAt(point, progress, Threads(2));
  require(heap.has_value() == again.has_value(), "the number of threads does not decide");
  if (!heap) {
    require(!heap.error().describe().empty() && heap.error().message == again.error().message, "errors are the same");
    return;
  }
  const Size size = requireWhole(*heap->heap);
  require(requireWhole(*again->heap) == size && heap->heap->referenceCount() == again->heap->referenceCount(),
          "heaps are the same");
  require(census.has_value(), "what can be read can be counted");
  Size counted;
  for (const Census::Row& row : census->rows) counted += {row.objects, row.bytes};
  require(counted == size, "the plain count is the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const MemoryFile file(fileOf({data, size}));
  Progress progress;
  const auto trace = openTrace({file.path()}, progress);
  if (!trace) {
    require(!trace.error().describe().empty(), "an error has a message");
    return 0;
  }
  const size_t points = std::min<size_t>((*trace)->timeline().points.size(), 4);
  for (uint32_t point = 0; point < points; ++point) readPoint(**trace, PointIndex(point));
  return 0;
}
