#include "trace/jsonl/survey.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "base/try.h"
#include "trace/jsonl/line_fields.h"
#include "trace/jsonl/line_kind.h"
#include "trace/jsonl/line_parser.h"
#include "trace/jsonl/time_text.h"

namespace heaptrail::jsonl {

namespace {

constexpr uint64_t kVersion = 1;
constexpr uint32_t kLargestAlignment = 1U << 16;

class Surveyor {
 public:
  Surveyor(const InputFile& file, Progress& progress)
      : file_(file.path()), input_(file.read(progress)), lines_(*input_, file_), parser_(file_) {}

  Result<Survey> run() {
    TRY(readHeader());
    Status read;
    while (read && lines_.next()) read = readLine();
    if (read && lines_.failure()) read = std::unexpected(*lines_.failure());
    if (!read && read.error().kind != ErrorKind::kInput) return std::unexpected(read.error());
    if (survey_.points.empty()) return nothingUsable(read);
    leaveOutTheRest(read);
    return std::move(survey_);
  }

 private:
  Status readHeader() {
    while (lines_.next()) {
      if (lines_.line().view().find_first_not_of(" \t\r") == std::string_view::npos) continue;
      return readLine();
    }
    return {};
  }

  Status readLine() {
    const Line& line = lines_.line();
    if (open_ && !lines_.endless() && (startsLikeObject(line.view()) || startsLikeRoot(line.view()))) return {};
    if (line.view().find_first_not_of(" \t\r") == std::string_view::npos) return {};
    Status read = parser_.parse(line, [&](const JsonObject& object) -> Status {
      const LineKind kind = TRY(kindOf(file_, line, object));
      return readObject(kind, LineFields(file_, line, object), object);
    });
    // A line that the file's end cuts off is not what was meant.
    if (!read && lines_.endless()) {
      read = lineError(file_, line, "the rest of the line", "the end of the file");
    }
    return read;
  }

  Status readObject(LineKind kind, LineFields fields, const JsonObject& object) {
    if (!headerSeen_ && kind != LineKind::kHeader) {
      fields.complain("a header, {\"heaptrail\":1,…}, as first line", "a line of another kind");
      return fields.status();
    }
    switch (kind) {
      case LineKind::kHeader:
        readFileHeader(fields);
        break;
      case LineKind::kType:
      case LineKind::kSite:
      case LineKind::kThread:
        return survey_.symbols.add(kind, file_, lines_.line(), object);
      case LineKind::kCollection:
        readCollection(fields);
        break;
      case LineKind::kPoint:
        beginPoint(fields);
        break;
      case LineKind::kEnd:
        endPoint(fields);
        break;
      case LineKind::kRoot:
      case LineKind::kObject:
        if (!open_) fields.complain("a line {\"point\":…} before objects and roots", "none");
        break;
    }
    return fields.status();
  }

  /// What a header that is refused says does not count: least of all that of a second one, behind which the file is
  /// cut.
  void readFileHeader(LineFields& fields) {
    if (headerSeen_) {
      fields.complain("one header", "a second one");
      return;
    }
    headerSeen_ = true;
    FileHeader header;
    const uint64_t version = fields.number("heaptrail");
    if (fields.sound() && version != kVersion) {
      fields.complain(fmt::format("version {} of the format as \"heaptrail\"", kVersion), fmt::format("{}", version));
    }
    header.version = fmt::format("{}", version);
    if (const std::string producer = fields.textOr("producer", {}); !producer.empty()) {
      header.version += fmt::format(", written by {}", producer);
    }
    if (const std::string start = fields.textOr("start", {}); !start.empty()) {
      header.startMillis = millisOf(start);
      if (!header.startMillis) fields.complain("a time like 2026-01-01T00:00:00Z as \"start\"", start.substr(0, 60));
    }
    if (fields.has("identity")) header.identity = fields.truthOr("identity", true);
    header.ages = fields.truthOr("ages", false);
    if (const std::string sites = fields.textOr("sites", {}); !sites.empty()) {
      header.sites = siteCoverageOf(sites);
      if (!header.sites) fields.complain("none, sampled, auto or exact as \"sites\"", sites.substr(0, 60));
    }
    header.idBytes = fields.smallNumberOr("idBytes", header.idBytes);
    if (fields.sound()) survey_.header = std::move(header);
  }

  void readCollection(LineFields& fields) {
    Collection collection;
    collection.start = fields.seconds("t");
    collection.end = fields.has("end") ? fields.seconds("end") : collection.start;
    if (fields.has("kind")) {
      const Result<CollectionKind> kind = parseCollectionKind(fields.text("kind"));
      if (kind) {
        collection.kind = *kind;
      } else {
        fields.complainOf("kind", "minor, major or concurrent", *fields.find("kind"));
      }
    }
    collection.collector = fields.textOr("collector", {});
    collection.cause = fields.textOr("cause", {});
    collection.usedBefore = fields.numbersByName("before");
    collection.usedAfter = fields.numbersByName("after");
    if (fields.sound()) survey_.timeline.collections.push_back(std::move(collection));
  }

  void beginPoint(LineFields& fields) {
    const uint64_t id = fields.number("point");
    if (open_) {
      fields.complain(fmt::format("the line {{\"end\":{}}} of point {} before the next point", place_.id, place_.id),
                      fmt::format("point {}", id));
      return;
    }
    point_ = readPoint(fields).point;
    place_ = {id, lines_.line().offset, 0, lines_.line().number, 0};
    open_ = true;
  }

  void endPoint(LineFields& fields) {
    const uint64_t id = fields.number("end");
    if (!open_) {
      fields.complain("a point to end", fmt::format("the end of point {} outside of it", id));
    } else if (id != place_.id) {
      fields.complain(fmt::format("the end of point {}", place_.id), fmt::format("the end of point {}", id));
    }
    if (!fields.sound()) return;
    place_.end = lines_.line().offset + lines_.line().text.size();
    place_.symbols = survey_.symbols.count();
    survey_.points.push_back(place_);
    survey_.timeline.points.push_back(point_);
    open_ = false;
  }

  std::unexpected<Error> nothingUsable(const Status& read) const {
    if (!read) return std::unexpected(read.error());
    const Line& line = lines_.line();
    if (open_) {
      return lineError(file_, line, fmt::format("the line {{\"end\":{}}} of the only point", place_.id),
                       "the end of the file");
    }
    return lineError(file_, line, "a point: {\"point\":…}, its objects and roots, and {\"end\":…}",
                     "the end of the file");
  }

  void leaveOutTheRest(const Status& read) {
    if (!read) {
      const Error& error = read.error();
      survey_.warnings.push_back({fmt::format("{}; the file is used up to the end of point {}, the last whole one",
                                              error.message, survey_.points.back().id),
                                  error.where ? error.where->offset : std::nullopt});
    } else if (open_) {
      survey_.warnings.push_back(
          {fmt::format("point {}, which begins in line {}, is left out: the file ends before its line {{\"end\":{}}}",
                       place_.id, place_.line, place_.id),
           place_.offset});
    }
  }

  std::string file_;
  std::unique_ptr<ByteInput> input_;
  LineReader lines_;
  LineParser parser_;
  Survey survey_;
  bool headerSeen_ = false;
  bool open_ = false;  // between the lines of a point's beginning and end
  Point point_;
  PointPlace place_;
};

}  // namespace

PointFacts readPoint(LineFields& fields) {
  PointFacts facts;
  facts.point.seconds = fields.seconds("t");
  if (const std::optional<Json> value = fields.find("reached")) {
    if (std::optional<LineFields> reached = fields.inside("reached", *value)) {
      facts.point.reached = Size{reached->number("objects"), reached->number("bytes")};
      fields.absorb(*reached);
    }
  }
  facts.point.atExit = fields.truthOr("atExit", false);
  facts.point.used = fields.numbersByName("used");
  facts.missingObjects = fields.maybeNumber("missingObjects").value_or(0);
  if (const std::optional<Json> value = fields.find("runtime")) {
    if (std::optional<LineFields> runtime = fields.inside("runtime", *value)) {
      RuntimeInfo& info = facts.runtime;
      info.name = runtime->textOr("name", {});
      info.version = runtime->textOr("version", {});
      info.compressedReferences = runtime->truthOr("compressedReferences", info.compressedReferences);
      info.headerBytes = runtime->smallNumberOr("headerBytes", info.headerBytes);
      info.objectAlignment = runtime->smallNumberOr("objectAlignment", info.objectAlignment);
      if (!std::has_single_bit(info.objectAlignment) || info.objectAlignment > kLargestAlignment) {
        runtime->complain(fmt::format("a power of two up to {} as \"objectAlignment\"", kLargestAlignment),
                          fmt::format("{}", info.objectAlignment));
      }
      fields.absorb(*runtime);
    }
  }
  return facts;
}

Result<Survey> survey(const InputFile& file, Progress& progress) { return Surveyor(file, progress).run(); }

}  // namespace heaptrail::jsonl
