// Times the reading of a recording: writes one with the recorder's encoders, unless it is there, and opens its last
// point. The floor is how fast the same bytes can be checked and unpacked without looking at them.
//
//   time_recording FILE OBJECTS THREADS      prints JSON
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <string>

#include "trace/open.h"
#include "trace/recording/format/records.h"
#include "trace/recording/write/chunk_writer.h"
#include "trace/recording/write/point_encoder.h"
#include "trace/recording/write/symbol_encoder.h"

namespace {

using namespace heaptrail;
using namespace heaptrail::recording;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// A leak as programs have them: a large table of entries (`key`, `value`, `next`), each with an object and an array;
/// of 20 million objects, 44 million references. Numbered in the order of a walk that goes through tables first.
class LeakWriter {
 public:
  explicit LeakWriter(ChunkWriter& writer) : writer_(writer) {
    StartRecord start;
    start.jvm = "synthetic";
    start.arrays.base.fill(16);
    writer_.add(ChunkKind::kStart, kNoPoint, start.write());
    object_ = symbols_.type({1, "Ljava/lang/Object;", 0, {}, {}, {}});
    entry_ = symbols_.type(
        {2, "Ljava/util/HashMap$Node;", 1, {}, {}, {{"hash", "I"}, {"key", "LK;"}, {"value", "LV;"}, {"next", "LN;"}}});
    value_ = symbols_.type({3, "Lapp/Value;", 1, {}, {}, {{"owner", "LV;"}, {"bytes", "[B"}, {"n", "J"}}});
    table_ = symbols_.type({4, "[Ljava/util/HashMap$Node;", 1, {}, {}, {}});
    bytes_ = symbols_.type({5, "[B", 1, {}, {}, {}});
    for (const uint32_t type : {object_, entry_, value_}) symbols_.instanceBytes(type, 24);
  }

  void write(uint64_t objects) {
    PointBeginRecord begin;
    writer_.add(ChunkKind::kPointBegin, 1, begin.write());
    PointEncoder point(writer_, 1);
    std::mt19937_64 random(7);
    const uint64_t entries = objects / 4;
    const uint64_t table = 100;
    const MetObject tableObject{table, table_, static_cast<int64_t>(2 * entries), 0, 0};
    point.root(RootTag::kSystemClass, table, &tableObject, {});
    const uint64_t firstEntry = table + 1;
    const uint64_t firstOther = firstEntry + entries;
    uint64_t slot = 0;
    for (uint64_t i = 0; i < entries; ++i) {
      const MetObject entry{firstEntry + i, entry_, -1, 0, 0};
      point.reference(table, slot += 1 + random() % 3, entry.id, &entry);
    }
    uint64_t id = firstOther;
    for (uint64_t i = 0; i < entries; ++i) {
      const uint64_t entry = firstEntry + i;
      const MetObject key{id++, object_, -1, 0, 0};
      const MetObject value{id++, value_, -1, 0, 0};
      point.reference(entry, 1, key.id, &key);
      point.reference(entry, 2, value.id, &value);
      point.reference(entry, 3, firstEntry + random() % entries, nullptr);
      const MetObject bytes{id++, bytes_, static_cast<int64_t>(random() % 100), 0, 0};
      point.reference(value.id, 0, firstOther + random() % (id - firstOther), nullptr);
      point.reference(value.id, 1, bytes.id, &bytes);
      // What else objects have: about nine references for four of them.
      point.reference(key.id, 1, entry, nullptr);
      point.reference(key.id, 2, firstEntry + random() % entries, nullptr);
      if (i % 5 < 4) point.reference(key.id, 3, value.id, nullptr);
    }
    point.finish();
    writer_.add(ChunkKind::kSymbols, kNoPoint, symbols_.take());
    PointEndRecord end;
    end.objects = point.objects();
    end.references = point.references();
    writer_.add(ChunkKind::kPointEnd, 1, end.write());
  }

 private:
  ChunkWriter& writer_;
  SymbolEncoder symbols_;
  uint32_t object_ = 0, entry_ = 0, value_ = 0, table_ = 0, bytes_ = 0;
};

bool writeLeak(const std::string& path, uint64_t objects) {
  auto writer = ChunkWriter::create(path);
  if (!writer) return false;
  LeakWriter(**writer).write(objects);
  return (*writer)->finish().has_value();
}

rusage usage() {
  rusage result{};
  getrusage(RUSAGE_SELF, &result);
  return result;
}

/// Of all threads: what counts where others use the machine too.
double cpuSeconds() {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  const rusage used = usage();
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: time_recording FILE OBJECTS THREADS\n");
    return 2;
  }
  const std::string path = argv[1];
  if (!std::filesystem::exists(path) && !writeLeak(path, std::strtoull(argv[2], nullptr, 10))) return 1;

  double started = now();
  double startedCpu = cpuSeconds();
  std::string phase;
  const auto end = [&](const std::string& next) {
    if (!phase.empty()) {
      fmt::print(R"(  {{"phase": "{}", "wall": {:.3f}, "cpu": {:.3f}}},)", phase, now() - started,
                 cpuSeconds() - startedCpu);
      fmt::print("\n");
    }
    phase = next;
    started = now();
    startedCpu = cpuSeconds();
  };
  fmt::print("[\n");
  const double begun = now();
  const double begunCpu = cpuSeconds();
  Progress opening;
  const auto trace = openTrace({path}, opening);
  if (!trace) return 1;
  Progress progress([&](const ProgressReport& report) {
    if (report.phase != phase) end(report.phase);
  });
  const auto last = static_cast<uint32_t>((*trace)->timeline().points.size() - 1);
  const auto result = (*trace)->heapAt(PointIndex(last), progress, Threads(static_cast<unsigned>(std::atoi(argv[3]))));
  if (!result) return 1;
  end({});
  fmt::print(R"(  {{"objects": {}, "references": {}, "fileBytes": {}, "threads": {}, )", result->heap->objectCount(),
             result->heap->referenceCount(), (*trace)->info().fileBytes, argv[3]);
  fmt::print(R"("wall": {:.3f}, "cpu": {:.3f}, "peakBytes": {}}})", now() - begun, cpuSeconds() - begunCpu,
             static_cast<uint64_t>(usage().ru_maxrss) * 1024);
  fmt::print("\n]\n");
  return 0;
}
