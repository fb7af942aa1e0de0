// What is in a recording besides objects: how it began, names, collections, and which points are complete. Reads every
// chunk but those of objects.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "model/trace.h"
#include "trace/recording/format/records.h"
#include "trace/recording/read/chunk_reader.h"
#include "trace/recording/read/symbol_reader.h"

namespace heaptrail::recording {

/// A point that has an end.
struct RecordedPoint {
  PointBeginRecord begin;
  PointEndRecord end;
  std::vector<ChunkPlace> heap;      // the chunks with its objects
  std::optional<ChunkPlace> counts;  // of a light point, instead of objects
  std::optional<Error> damage;       // why it cannot be read all the same
};

struct Contents {
  std::string version;  // of the format, as the magic says
  RecordingState state = RecordingState::kComplete;
  uint64_t end = 0;  // of the last whole chunk: what has been read
  StartRecord start;
  RecordedSymbols symbols;
  std::vector<CollectionRecord> collections;
  std::vector<UsesRecord> uses;
  std::vector<RecordedPoint> points;
  std::vector<Warning> warnings;
};

/// An error when not even one point is complete. `growing`: the program was still being recorded when the file was
/// opened, so that a missing end is nothing to warn of.
Result<Contents> readContents(const RecordingFile& file, bool growing, Progress& progress);

}  // namespace heaptrail::recording
