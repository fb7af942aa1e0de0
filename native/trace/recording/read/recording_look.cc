#include "trace/recording/read/recording_look.h"

#include <algorithm>

#include "base/try.h"
#include "trace/recording/format/records.h"
#include "trace/recording/format/write_lock.h"
#include "trace/recording/read/chunk_reader.h"

namespace heaptrail::recording {

Result<RecordingLook> lookAtRecording(const std::string& path, uint64_t from) {
  RecordingLook look;
  // Asked first: what was written until then is seen below.
  look.running = isBeingWritten(path);
  const RecordingFile file = TRY(RecordingFile::open(path));
  look.end = std::max<uint64_t>(from, kMagic.size());
  while (look.end + sizeof(ChunkHeader) <= file.size()) {
    const auto bytes = TRY(file.bytes(look.end, sizeof(ChunkHeader)));
    const std::optional<ChunkHeader> header = plausibleHeader(bytes);
    const uint64_t size = header ? sizeof(*header) + header->storedBytes : 0;
    if (!header || size > file.size() - look.end) break;
    const auto kind = static_cast<ChunkKind>(header->kind);
    if (kind == ChunkKind::kPointEnd) ++look.points;
    if (kind == ChunkKind::kCollections || kind == ChunkKind::kUses) ++look.others;
    if (kind == ChunkKind::kStart) {
      ChunkReader reader(file);
      const auto start = reader.readRecord<StartRecord>({look.end, size, kind, header->point, header->number});
      if (start) {
        look.startMillis = static_cast<int64_t>(start->startMillis);
        look.program = start->program;
      }
    }
    look.end += size;
  }
  return look;
}

}  // namespace heaptrail::recording
