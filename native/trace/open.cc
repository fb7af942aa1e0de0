#include "trace/open.h"

#include <fmt/format.h>

#include <cctype>

#include "base/byte_input.h"
#include "trace/hprof/hprof_trace.h"

namespace heaptrail {

namespace {

/// The first bytes of a file as a person would want to see them in an error message.
std::string describeStart(ByteInput& input) {
  std::string shown;
  for (int i = 0; i < 16 && input.ensure(1); ++i) {
    const uint8_t byte = *input.cursor();
    shown += std::isprint(byte) != 0 && byte != '"' ? std::string(1, static_cast<char>(byte))
                                                    : fmt::format("\\x{:02x}", byte);
    input.advance(1);
  }
  return shown;
}

}  // namespace

Result<std::unique_ptr<Trace>> openTrace(const std::string& path) {
  Result<InputFile> file = InputFile::open(path);
  if (!file) return std::unexpected(file.error());
  if (file->bytesOnDisk() == 0) return inputError("the file is empty; expected a heap dump (HPROF)", {path, 0});
  Progress progress;
  const std::unique_ptr<ByteInput> start = file->read(progress);
  if (hprof::recognises(*start)) return hprof::open(std::move(*file));
  const std::string shown = describeStart(*start);
  if (start->failure()) return std::unexpected(*start->failure());
  return inputError(fmt::format("this is no trace that Heaptrail can open: expected a heap dump that starts with "
                                "\"JAVA PROFILE\", found \"{}\"",
                                shown),
                    {path, 0});
}

}  // namespace heaptrail
