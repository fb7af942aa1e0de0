#include "session/convert.h"

#include "trace/jsonl/json_lines_writer.h"

namespace heaptrail {

Status writeAsJsonLines(OpenedTrace& trace, const std::string& path, Progress& progress) {
  return writeJsonLines(trace.trace(), path, trace.options().threads, progress);
}

}  // namespace heaptrail
