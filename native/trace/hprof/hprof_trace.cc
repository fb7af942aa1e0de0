#include "trace/hprof/hprof_trace.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "base/try.h"
#include "model/java_names.h"
#include "trace/hprof/heap_reader.h"
#include "trace/hprof/record_values.h"
#include "trace/hprof/survey.h"
#include "trace/hprof/symbol_table.h"
#include "trace/hprof/text_values.h"
#include "trace/hprof/vm_layout.h"

namespace heaptrail::hprof {

namespace {

constexpr std::string_view kMagic = "JAVA PROFILE ";

// How the work of opening divides, measured on a dump of 40 million objects.
constexpr double kSurveyDone = 0.3;
constexpr double kReadingDone = 0.98;

class HprofTrace final : public Trace {
 public:
  HprofTrace(InputFile file, const Header& header) : file_(std::move(file)) {
    info_.paths = {file_.path()};
    info_.format = "hprof";
    info_.formatVersion = header.version;
    info_.startMillis = header.startMillis;
    info_.fileBytes = file_.bytesOnDisk();
    info_.compressed = file_.compressed();
    info_.idBytes = header.idBytes;
    timeline_.points.emplace_back();
  }

  const TraceInfo& info() const override { return info_; }
  const Timeline& timeline() const override { return timeline_; }

  Result<RebuiltHeap> heapAt(PointIndex, Progress& progress, Threads threads) override {
    progress.begin("Looking through the dump", 0, kSurveyDone, file_.bytesOnDisk());
    Survey survey = TRY(hprof::survey(file_, Detail::kEverything, progress));
    const ClassSizes sizes = inferSizes(survey);
    const SymbolTable table = buildSymbols(survey, sizes);
    RebuiltHeap result;
    result.warnings = survey.warnings;
    HeapParts parts =
        TRY(readHeap(file_, survey, table, sizes, progress, threads, kSurveyDone, kReadingDone, result.warnings));
    auto heap = std::make_shared<Heap>(std::move(parts));
    progress.begin("Reading names", kReadingDone, 1, file_.bytesOnDisk());
    result.runtime = {{}, {}, sizes.layout.referenceBytes == 4, sizes.layout.alignment, sizes.layout.headerBytes};
    TRY(readNames(survey, table, *heap, result.runtime, progress, threads));
    result.heap = std::move(heap);
    return result;
  }

  Result<std::unique_ptr<const StoredValues>> valuesAt(PointIndex, const Heap& heap) const override {
    return makeValues(file_, info_.idBytes, heap);
  }

  Result<Census> censusAt(PointIndex, Progress& progress, Threads) override {
    progress.begin("Counting objects", 0, 1, file_.bytesOnDisk());
    const Survey survey = TRY(hprof::survey(file_, Detail::kCountsOnly, progress));
    return countByType(survey, inferSizes(survey));
  }

 private:
  static Census countByType(const Survey& survey, const ClassSizes& sizes) {
    Census census;
    census.warnings = survey.warnings;
    for (const ValueKind kind : {ValueKind::kBoolean, ValueKind::kChar, ValueKind::kFloat, ValueKind::kDouble,
                                 ValueKind::kByte, ValueKind::kShort, ValueKind::kInt, ValueKind::kLong}) {
      const ArrayTally& tally = survey.primitiveArrays[static_cast<size_t>(kind)];
      if (tally.arrays == 0) continue;
      census.rows.push_back(
          {std::string(primitiveName(kind)) + "[]", tally.arrays, bytesOf(tally, kind, sizes.layout)});
    }
    Census::Row classObjects{"java.lang.Class", 0, 0};
    for (size_t place = 0; place < survey.classes.size(); ++place) {
      const ClassRecord& record = survey.classes[place];
      if (record.dumped) {
        ++classObjects.objects;
        classObjects.bytes += sizes.classObjectBytes[place];
      }
      if (record.instances == 0) continue;
      census.rows.push_back({record.name.empty() ? fmt::format("(unnamed class 0x{:x})", record.id) : record.name,
                             record.instances, bytesOfInstances(survey, place, sizes)});
    }
    if (classObjects.objects > 0) census.rows.push_back(classObjects);
    return census;
  }

  /// Names of threads and the version of the JVM are strings in the heap.
  Status readNames(const Survey& survey, const SymbolTable& table, const Heap& heap, RuntimeInfo& runtime,
                   Progress& progress, Threads threads) const {
    std::vector<ObjectIndex> strings{staticOfVersion(heap, {"static java_runtime_name", "static java_vm_name"}),
                                     staticOfVersion(heap, {"static java_runtime_version", "static java_version"})};
    std::vector<ThreadId> named;
    for (const Root& root : heap.roots()) {
      if (root.kind != RootKind::kThread || !root.thread.exists()) continue;
      strings.push_back(follow(heap, root.object, "name"));
      named.push_back(root.thread);
    }
    const std::vector<std::string> texts = TRY(readStrings(file_, survey, heap, strings, progress, threads));
    runtime.name = texts[0];
    runtime.version = texts[1];
    for (size_t i = 0; i < named.size(); ++i) {
      const std::string& text = texts[i + 2];
      if (!text.empty()) table.symbols->threads[named[i].value()].name = text;
    }
    return {};
  }

  /// The JDK keeps its version in static fields of one class; its name changed with JDK 9.
  static ObjectIndex staticOfVersion(const Heap& heap, const std::array<std::string, 2>& fields) {
    const std::vector<Type>& types = heap.symbols().types;
    for (uint32_t t = 0; t < types.size(); ++t) {
      if (types[t].name != "java.lang.VersionProps" && types[t].name != "sun.misc.Version") continue;
      const ObjectIndex classObject = heap.classObjectOf(TypeId(t));
      if (!classObject.exists()) continue;
      for (const std::string& field : fields) {
        if (const ObjectIndex text = follow(heap, classObject, field); text.exists()) return text;
      }
    }
    return ObjectIndex::none();
  }

  InputFile file_;
  TraceInfo info_;
  Timeline timeline_;
};

}  // namespace

bool recognises(ByteInput& start) {
  return start.ensure(kMagic.size()) && std::memcmp(start.cursor(), kMagic.data(), kMagic.size()) == 0;
}

Result<std::unique_ptr<Trace>> open(InputFile file, Progress&) {
  // A header is read in no time: nobody is told, and there is no phase yet that could be told.
  Progress unheard;
  const std::unique_ptr<ByteInput> input = file.read(unheard);
  const Header header = TRY(readHeader(*input, file.path()));
  return std::make_unique<HprofTrace>(std::move(file), header);
}

}  // namespace heaptrail::hprof
