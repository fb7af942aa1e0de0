#include "trace/recording/read/contents.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/try.h"
#include "trace/recording/read/chunk_table.h"

namespace heaptrail::recording {

namespace {

// Names of 100,000 classes take about 20 MiB.
constexpr uint64_t kMostSymbolBytes = uint64_t{1} << 30;

std::string points(size_t count) { return count == 1 ? "1 complete point" : fmt::format("{} complete points", count); }

class ContentsReader {
 public:
  ContentsReader(const RecordingFile& file, bool growing, Progress& progress)
      : file_(file), growing_(growing), progress_(progress), reader_(file) {}

  Result<Contents> read() {
    ChunkTable table = TRY(readChunkTable(file_, progress_));
    contents_.warnings = std::move(table.warnings);
    const std::span<const uint8_t> magic = TRY(file_.bytes(0, kMagic.size()));
    contents_.version = std::ranges::equal(magic, kMagicOfVersion1) ? "1" : "2";
    TRY(readStart(table));
    for (const ChunkPlace& chunk : table.chunks) {
      if (open_) ++open_->chunks;
      if (chunk.kind == ChunkKind::kHeap) {
        if (open_) open_->heap.push_back(chunk);
        continue;
      }
      if (chunk.kind == ChunkKind::kCounts) {
        if (open_) open_->counts = chunk;
        continue;
      }
      if (!progress_.advance(chunk.bytes)) return cancelledError();
      readChunk(chunk);
    }
    contents_.end = table.end;
    contents_.state = stateOf(table);
    if (contents_.state != RecordingState::kRunning) leaveOutUnfinished(table);
    if (!contents_.points.empty()) {
      warnAboutPools();
      return std::move(contents_);
    }
    if (contents_.state == RecordingState::kRunning) {
      return std::unexpected(
          Error{ErrorKind::kNotYet,
                "the program has only begun to be recorded: its first point is not complete yet. Try "
                "again in some seconds",
                file_.place(table.end)});
    }
    const std::string reason =
        contents_.warnings.empty() ? "none was recorded" : std::move(contents_.warnings.back().message);
    return inputError("expected a recording with a complete point, found none: " + reason, file_.place(table.end));
  }

 private:
  struct OpenPoint {
    ChunkPlace place;
    size_t number;  // as people count, from 1
    PointBeginRecord begin;
    std::vector<ChunkPlace> heap;
    std::optional<ChunkPlace> counts;
    uint32_t chunks = 0;  // since its begin, whatever they are
  };

  RecordingState stateOf(const ChunkTable& table) const {
    if (table.ended) return RecordingState::kComplete;
    return growing_ ? RecordingState::kRunning : RecordingState::kCut;
  }

  void warn(uint64_t at, std::string message) { contents_.warnings.push_back({std::move(message), at}); }

  Status readStart(const ChunkTable& table) {
    if (table.chunks.empty() || table.chunks.front().kind != ChunkKind::kStart) {
      return inputError("expected a chunk that tells which program was recorded, found none: nothing can be used",
                        file_.place(kMagic.size()));
    }
    const ChunkPlace& place = table.chunks.front();
    StartRecord start = TRY(reader_.readRecord<StartRecord>(place));
    const uint32_t referenceBytes = start.arrays.referenceBytes;
    if (referenceBytes != 4 && referenceBytes != 8) {
      return inputError(
          fmt::format("expected references of 4 or 8 bytes, found {}: nothing can be used", referenceBytes),
          file_.place(place.offset));
    }
    contents_.start = std::move(start);
    return {};
  }

  void readChunk(const ChunkPlace& chunk) {
    switch (chunk.kind) {
      case ChunkKind::kSymbols:
        readSymbols(chunk);
        break;
      case ChunkKind::kCollections:
        readCollections(chunk);
        break;
      case ChunkKind::kUses:
        readUses(chunk);
        break;
      case ChunkKind::kPointBegin:
        beginPoint(chunk);
        break;
      case ChunkKind::kPointEnd:
        endPoint(chunk);
        break;
      default:
        break;
    }
  }

  /// Symbols are numbered in the order of the file: once some are lost, the numbers of all that follow are unknown.
  void readSymbols(const ChunkPlace& chunk) {
    if (symbolsLostAt_) return;
    const Result<std::span<const uint8_t>> content = reader_.read(chunk);
    symbolBytes_ += content ? content->size() : 0;
    if (content && symbolBytes_ <= kMostSymbolBytes && contents_.symbols.add(PayloadReader(*content))) return;
    symbolsLostAt_ = chunk.offset;
    warn(chunk.offset, content ? reader_.malformed(chunk).error().message : content.error().message);
  }

  void readCollections(const ChunkPlace& chunk) {
    const Result<std::span<const uint8_t>> content = reader_.read(chunk);
    if (!content) {
      warn(chunk.offset, content.error().message + "; some garbage collections are left out");
      return;
    }
    PayloadReader payload(*content);
    while (!payload.atEnd()) {
      CollectionRecord record = CollectionRecord::read(payload);
      if (payload.good()) contents_.collections.push_back(std::move(record));
    }
    if (!payload.good()) warn(chunk.offset, reader_.malformed(chunk).error().message);
  }

  void readUses(const ChunkPlace& chunk) {
    Result<UsesRecord> record = reader_.readRecord<UsesRecord>(chunk);
    if (record) {
      contents_.uses.push_back(std::move(*record));
    } else {
      warn(chunk.offset, record.error().message + "; how full the pools were is not told for a while");
    }
  }

  void warnAboutPools() {
    const bool someAreKnown = std::ranges::any_of(contents_.collections,
                                                  [](const CollectionRecord& record) { return !record.pools.empty(); });
    if (contents_.collections.empty() || someAreKnown) return;
    contents_.warnings.push_back(
        {"the JVM did not tell how full its memory pools were: of collections only the times are known; with "
         "-XX:+UsePerfData it tells"});
  }

  void beginPoint(const ChunkPlace& chunk) {
    leaveOutOpenPoint("its end is missing");
    ++begun_;
    const Result<PointBeginRecord> begin = reader_.readRecord<PointBeginRecord>(chunk);
    if (begin) {
      open_ = OpenPoint{chunk, begun_, *begin, {}, {}, 0};
    } else {
      warn(chunk.offset, fmt::format("point {} is left out: {}", begun_, begin.error().message));
    }
  }

  void endPoint(const ChunkPlace& chunk) {
    if (!open_) return;  // what became of its begin was told
    Result<PointEndRecord> end = reader_.readRecord<PointEndRecord>(chunk);
    if (!end || chunk.point != open_->place.point) {
      leaveOutOpenPoint(end ? "its end is missing" : end.error().message);
      return;
    }
    if (symbolsLostAt_) {
      leaveOutOpenPoint(fmt::format("it needs the names at byte {}, which are damaged", *symbolsLostAt_));
      return;
    }
    std::optional<Error> damage = findGap(*open_, chunk);
    contents_.points.push_back(
        {open_->begin, std::move(*end), std::move(open_->heap), open_->counts, std::move(damage)});
    open_.reset();
  }

  /// Chunks are numbered: those of a point must all be there, and be its own.
  std::optional<Error> findGap(const OpenPoint& point, const ChunkPlace& end) const {
    std::vector<ChunkPlace> own = point.heap;
    if (point.counts) own.push_back(*point.counts);
    for (const ChunkPlace& chunk : own) {
      if (chunk.point == point.place.point) continue;
      return Error{ErrorKind::kInput,
                   fmt::format("expected objects of point {}, found objects of another one: the point cannot be read, "
                               "others can",
                               point.number),
                   file_.place(chunk.offset)};
    }
    if (end.number - point.place.number == point.chunks) return std::nullopt;
    return Error{ErrorKind::kInput,
                 fmt::format("parts of point {} are damaged: it cannot be read, others can", point.number),
                 file_.place(point.place.offset)};
  }

  void leaveOutOpenPoint(const std::string& reason) {
    if (!open_) return;
    warn(open_->place.offset,
         fmt::format("point {}, at {:.1f} s, is left out: {}", open_->number, secondsOf(open_->begin.at), reason));
    open_.reset();
  }

  /// What the file's end tells about how the recording ended.
  void leaveOutUnfinished(const ChunkTable& table) {
    if (open_ && !table.ended) {
      warn(table.end,
           fmt::format("the recording ends in the middle of a point, at {:.1f} s: the program was killed, the disk was "
                       "full, or this is a copy made while it ran; {} before it can be used",
                       secondsOf(open_->begin.at), points(contents_.points.size())));
    } else if (open_) {
      leaveOutOpenPoint("its end is missing");
    } else if (table.cut) {
      warn(table.end, fmt::format("the file ends in the middle of a chunk, or what follows is damaged; {} can be used",
                                  points(contents_.points.size())));
    } else if (!table.ended) {
      warn(table.end,
           fmt::format("the recording was not completed: the program was killed, the disk was full, or this is a copy "
                       "made while it ran; {} can be used",
                       points(contents_.points.size())));
    }
  }

  const RecordingFile& file_;
  bool growing_;
  Progress& progress_;
  ChunkReader reader_;
  Contents contents_;
  std::optional<OpenPoint> open_;
  size_t begun_ = 0;
  uint64_t symbolBytes_ = 0;
  std::optional<uint64_t> symbolsLostAt_;
};

}  // namespace

Result<Contents> readContents(const RecordingFile& file, bool growing, Progress& progress) {
  return ContentsReader(file, growing, progress).read();
}

}  // namespace heaptrail::recording
