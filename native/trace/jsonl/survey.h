// The first pass over a file: header, timeline, symbols, and where each point lies. Lines about objects and roots are
// only counted as lines; what is wrong in them comes out when their point is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/byte_input.h"
#include "model/trace.h"
#include "trace/jsonl/symbol_lines.h"

namespace heaptrail::jsonl {

struct FileHeader {
  std::string version;
  std::optional<int64_t> startMillis;
  std::optional<bool> identity;
  bool ages = false;
  std::optional<SiteCoverage> sites;  // none when the header does not tell
  uint32_t idBytes = 8;
};

/// What the line of a point says.
struct PointFacts {
  Point point;
  RuntimeInfo runtime;
  uint64_t missingObjects = 0;
};

struct PointPlace {
  uint64_t id = 0;
  uint64_t offset = 0;   // of its first line
  uint64_t end = 0;      // behind its last one
  uint64_t line = 0;     // number of its first line
  uint64_t symbols = 0;  // declared before its end
};

struct Survey {
  FileHeader header;
  Timeline timeline;
  std::vector<PointPlace> points;  // as many as in the timeline
  SymbolLines symbols;
  std::vector<Warning> warnings;
};

/// Where the file is damaged or ends within a point, what lies before is taken; an error if that is no point at all.
Result<Survey> survey(const InputFile& file, Progress& progress);

PointFacts readPoint(LineFields& fields);

}  // namespace heaptrail::jsonl
