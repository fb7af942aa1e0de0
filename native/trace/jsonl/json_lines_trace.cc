#include "trace/jsonl/json_lines_trace.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "trace/jsonl/heap_builder.h"
#include "trace/jsonl/survey.h"

namespace heaptrail::jsonl {

namespace {

// What share of the work of building a heap reading its lines is.
constexpr double kReadingDone = 0.75;

constexpr std::string_view kMagic = "{\"heaptrail\":";
constexpr size_t kFarthestMagic = 256;

/// Counts objects and bytes by type, and forgets everything else.
class Counter final : public PointSink {
 public:
  explicit Counter(SymbolTable& table) : table_(table), tallies_(table.details.size()) {}

  void point(const PointFacts& facts) override { alignment_ = facts.runtime.objectAlignment; }
  void begin(const ObjectHead& head) override { type_ = head.type; }
  void reference(uint32_t, uint64_t) override {}
  void namedReference(std::string_view, uint64_t) override {}
  void root(RootLine) override {}

  void end(std::optional<uint32_t> extent) override {
    Type& type = table_.symbols->types[type_.value()];
    Tally& tally = tallies_[type_.value()];
    ++tally.objects;
    if (type.shape != TypeShape::kInstance) {
      const uint64_t mask = alignment_ - 1;
      tally.bytes += (type.bytes + uint64_t{type.elementBytes} * *extent + mask) & ~mask;
    } else if (extent) {
      if (!std::exchange(table_.details[type_.value()].sizeKnown, true)) type.bytes = *extent;
      tally.bytes += *extent;
    } else {
      ++tally.ofUsualSize;
    }
  }

  std::vector<Census::Row> rows() const {
    std::vector<Census::Row> rows;
    for (size_t t = 0; t < tallies_.size(); ++t) {
      const Type& type = table_.symbols->types[t];
      const Tally& tally = tallies_[t];
      if (tally.objects > 0) {
        rows.push_back({type.name, tally.objects, tally.bytes + tally.ofUsualSize * type.bytes});
      }
    }
    return rows;
  }

 private:
  struct Tally {
    uint64_t objects = 0;
    uint64_t bytes = 0;        // of those that say so, or are arrays
    uint64_t ofUsualSize = 0;  // objects that have the size of their type
  };

  SymbolTable& table_;
  std::vector<Tally> tallies_;
  TypeId type_;
  uint32_t alignment_ = 8;
};

class JsonLinesTrace final : public Trace {
 public:
  JsonLinesTrace(InputFile file, Survey survey) : file_(std::move(file)), survey_(std::move(survey)) {
    const FileHeader& header = survey_.header;
    info_.paths = {file_.path()};
    info_.format = "jsonl";
    info_.formatVersion = header.version;
    info_.identity = header.identity.value_or(true);
    info_.ages = header.ages;
    info_.sites = header.sites.value_or(survey_.symbols.haveSites() ? SiteCoverage::kExact : SiteCoverage::kNone);
    info_.startMillis = header.startMillis;
    info_.fileBytes = file_.bytesOnDisk();
    info_.compressed = file_.compressed();
    info_.idBytes = header.idBytes;
  }

  const TraceInfo& info() const override { return info_; }
  const Timeline& timeline() const override { return survey_.timeline; }
  std::vector<Warning> warnings() const override { return survey_.warnings; }

  Result<RebuiltHeap> heapAt(PointIndex point, Progress& progress, Threads) override {
    progress.begin("Reading objects", 0, kReadingDone, bytesToRead(point));
    SymbolTable table = TRY(survey_.symbols.build(file_.path(), place(point).symbols));
    ObjectRecords records;
    PointReading reading = TRY(readPointLines(file_, place(point), table, progress, records));
    RebuiltHeap result;
    result.runtime = reading.facts.runtime;
    result.warnings = std::move(table.warnings);
    std::ranges::move(reading.warnings, std::back_inserter(result.warnings));
    HeapParts parts = TRY(buildHeap(std::move(records), table, reading.facts, file_.path(), progress, result.warnings));
    result.heap = std::make_shared<Heap>(std::move(parts));
    return result;
  }

  Result<Census> censusAt(PointIndex point, Progress& progress, Threads) override {
    progress.begin("Counting objects", 0, 1, bytesToRead(point));
    SymbolTable table = TRY(survey_.symbols.build(file_.path(), place(point).symbols));
    Counter counter(table);
    PointReading reading = TRY(readPointLines(file_, place(point), table, progress, counter));
    return Census{counter.rows(), std::move(reading.warnings)};
  }

 private:
  const PointPlace& place(PointIndex point) const { return survey_.points[point.value()]; }

  uint64_t bytesToRead(PointIndex point) const {
    return file_.compressed() ? file_.bytesOnDisk() : place(point).end - place(point).offset;
  }

  InputFile file_;
  Survey survey_;
  TraceInfo info_;
};

}  // namespace

bool recognises(ByteInput& start) {
  // Hand-written files may have spaces here.
  std::string text;
  for (size_t i = 0; text.size() < kMagic.size() && i < kFarthestMagic && start.ensure(i + 1); ++i) {
    const char c = static_cast<char>(start.cursor()[i]);
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') text += c;
  }
  return text == kMagic;
}

Result<std::unique_ptr<Trace>> open(InputFile file, Progress& progress) {
  progress.begin("Looking through the trace", 0, 1, file.bytesOnDisk());
  Survey found = TRY(survey(file, progress));
  return std::make_unique<JsonLinesTrace>(std::move(file), std::move(found));
}

}  // namespace heaptrail::jsonl
