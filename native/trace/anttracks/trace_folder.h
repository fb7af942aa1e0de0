// The files of one run, found from their folder or from any one of them: which belong together, their headers say.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/byte_input.h"
#include "base/error.h"
#include "base/mapped_file.h"
#include "model/trace.h"
#include "trace/anttracks/format.h"

namespace heaptrail::anttracks {

/// A file with the header that all of them have.
struct FoundFile {
  std::string path;
  MappedFile mapped;
  FileKind kind = FileKind::kTrace;
  std::vector<uint32_t> run;  // random words that the files of a run share
  uint32_t number = 0;        // of a trace file: its place among those of the run; of others: flags
  uint64_t content = 0;       // where it begins

  /// All bytes behind the header; an error when the file has shrunk meanwhile.
  Result<std::span<const uint8_t>> bytes() const;
};

struct TraceFolder {
  FoundFile symbols;
  std::optional<FoundFile> classDefinitions;
  std::vector<FoundFile> traces;  // in the order in which they were written
  std::vector<Warning> warnings;

  std::vector<std::string> paths() const;
  uint64_t fileBytes() const;
};

/// `path` is the folder, or a file in it.
Result<TraceFolder> findFolder(const std::string& path);

/// Which of these files, all that are in the folder, are the run with these words; without words, the only one there.
Result<TraceFolder> chooseFiles(const std::string& folder, std::span<const std::string> paths,
                                const std::vector<uint32_t>* picked = nullptr);

}  // namespace heaptrail::anttracks
