// Which chunks a recording has: by the index at its end, or, where that is missing or damaged, by going from header to
// header. After damage the search goes on at the next chunk that is whole.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "model/trace.h"
#include "trace/recording/read/chunk_reader.h"

namespace heaptrail::recording {

struct ChunkTable {
  std::vector<ChunkPlace> chunks;  // in the order of the file, without the index
  bool ended = false;              // the recorder has completed the file
  bool cut = false;                // the file ends in the middle of a chunk
  uint64_t end = 0;                // of the last whole chunk
  std::vector<Warning> warnings;   // what is damaged
};

/// Reads headers only, unless there is damage to be got over. The file must begin with the recording's magic.
Result<ChunkTable> readChunkTable(const RecordingFile& file, Progress& progress);

}  // namespace heaptrail::recording
