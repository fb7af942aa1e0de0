#include "trace/jsonl/json_lines_writer.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/try.h"
#include "text/json_writer.h"
#include "trace/jsonl/output_file.h"
#include "trace/jsonl/point_writer.h"
#include "trace/jsonl/symbol_writer.h"
#include "trace/jsonl/time_text.h"

namespace heaptrail {

namespace {

using namespace jsonl;

bool sameFile(const std::string& a, const std::string& b) {
  struct stat first{};
  struct stat second{};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

void writeHeader(const TraceInfo& info, JsonWriter& out) {
  out.beginObject().member("heaptrail", uint32_t{1}).member("producer", std::string_view("heaptrail"));
  if (info.startMillis) out.memberIfAny("start", timeOf(*info.startMillis).value_or(""));
  out.member("identity", info.identity).member("sites", siteCoverageWord(info.sites));
  if (info.ages) out.member("ages", true);
  out.member("idBytes", info.idBytes);
  out.endObject().endLine();
}

void writePools(std::string_view key, const std::map<std::string, uint64_t>& pools, JsonWriter& out) {
  if (pools.empty()) return;
  out.key(key).beginObject();
  for (const auto& [pool, bytes] : pools) out.member(pool, bytes);
  out.endObject();
}

void writeCollection(uint64_t id, const Collection& collection, JsonWriter& out) {
  out.beginObject().member("gc", id).member("t", collection.start).member("end", collection.end);
  out.member("kind", toString(collection.kind)).memberIfAny("collector", collection.collector);
  out.memberIfAny("cause", collection.cause);
  writePools("before", collection.usedBefore, out);
  writePools("after", collection.usedAfter, out);
  out.endObject().endLine();
}

class Conversion {
 public:
  Conversion(Trace& trace, OutputFile& out, Threads threads, Progress& progress)
      : trace_(trace), out_(out), threads_(threads), progress_(progress) {}

  Status run() {
    JsonWriter text;
    writeHeader(trace_.info(), text);
    TRY(out_.write(text.text()));
    std::vector<PointIndex> points;
    const std::vector<Point>& all = trace_.timeline().points;
    for (uint32_t i = 0; i < all.size(); ++i) {
      if (!all[i].isLight) points.emplace_back(i);
    }
    if (points.empty() && !all.empty()) {
      return usageError(
          "all points of this trace are light ones: they have counts by class, and no objects that could "
          "be written");
    }
    const auto write = [this](PointIndex point, const RebuiltHeap& heap, Progress& writing) -> Result<bool> {
      TRY(writeOne(point, heap, writing));
      return true;
    };
    TRY(trace_.visitPoints(points, progress_, threads_, write));
    return writeCollectionsUntil(nullptr);
  }

 private:
  Status writeOne(PointIndex index, const RebuiltHeap& rebuilt, Progress& progress) {
    const Point& point = trace_.timeline().points[index.value()];
    TRY(writeCollectionsUntil(&point));
    JsonWriter text;
    symbols_.write(*rebuilt.heap, text);
    TRY(out_.write(text.text()));
    return writePoint(index.value(), point, rebuilt, symbols_, out_, threads_, progress);
  }

  /// Those that began before a point, or all that are left: the order of the trace stays.
  Status writeCollectionsUntil(const Point* point) {
    const std::vector<Collection>& collections = trace_.timeline().collections;
    JsonWriter text;
    for (; next_ < collections.size() && (point == nullptr || collections[next_].start <= point->seconds); ++next_) {
      writeCollection(next_, collections[next_], text);
    }
    return out_.write(text.text());
  }

  Trace& trace_;
  OutputFile& out_;
  Threads threads_;
  Progress& progress_;
  SymbolWriter symbols_;
  size_t next_ = 0;
};

}  // namespace

Status writeJsonLines(Trace& trace, const std::string& path, Threads threads, Progress& progress) {
  for (const std::string& input : trace.info().paths) {
    if (sameFile(input, path)) {
      return usageError(fmt::format("{} is what is read: give the JSON Lines another name", path));
    }
  }
  struct stat there{};
  if (::stat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode)) {
    return usageError(fmt::format("{} is no file: give the name of a file to write", path));
  }
  OutputFile out = TRY(OutputFile::create(path));
  TRY(Conversion(trace, out, threads, progress).run());
  return out.finish();
}

}  // namespace heaptrail
