#include "trace/open.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <filesystem>
#include <span>
#include <system_error>

#include "base/byte_input.h"
#include "base/try.h"
#include "trace/anttracks/anttracks_trace.h"
#include "trace/hprof/hprof_trace.h"
#include "trace/joined_dumps.h"
#include "trace/jsonl/json_lines_trace.h"
#include "trace/recording/read/recording_trace.h"

namespace heaptrail {

namespace {

struct Format {
  std::string_view start;  // what its files begin with, for people
  bool (*recognises)(ByteInput& start);
  Result<std::unique_ptr<Trace>> (*open)(InputFile file, Progress& progress);
};

constexpr std::array kFormats{
    Format{"a heap dump that starts with \"JAVA PROFILE\"", hprof::recognises, hprof::open},
    Format{"a recording that starts with \"HEAPTRAIL RECORDING\"", recording::recognises, recording::open},
    Format{"a file of an AntTracks trace (or its folder)", anttracks::recognises,
           [](InputFile file, Progress& progress) { return anttracks::open(file.path(), progress); }},
    Format{"JSON Lines that start with {\"heaptrail\":", jsonl::recognises, jsonl::open},
};

std::string expectedStarts() {
  std::string text;
  for (size_t i = 0; i < kFormats.size(); ++i) {
    if (i > 0) text += i + 1 == kFormats.size() ? " or " : ", ";
    text += kFormats[i].start;
  }
  return text;
}

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

Result<std::unique_ptr<Trace>> openOne(const std::string& path, Progress& progress) {
  if (std::error_code unknown; std::filesystem::is_directory(path, unknown)) return anttracks::open(path, progress);
  InputFile file = TRY(InputFile::open(path));
  if (file.bytesOnDisk() == 0) {
    return inputError(fmt::format("the file is empty; expected {}", expectedStarts()), {path, 0});
  }
  Progress looking;
  const std::unique_ptr<ByteInput> start = file.read(looking);
  for (const Format& format : kFormats) {
    if (format.recognises(*start)) return format.open(std::move(file), progress);
  }
  const std::string shown = describeStart(*start);
  if (start->failure()) return std::unexpected(*start->failure());
  return inputError(
      fmt::format("this is no trace that Heaptrail can open: expected {}, found \"{}\"", expectedStarts(), shown),
      {path, 0});
}

}  // namespace

Result<std::unique_ptr<Trace>> openTrace(const std::vector<std::string>& paths, Progress& progress) {
  if (paths.empty()) return usageError("expected the path of a trace");
  if (paths.size() == 1) return openOne(paths.front(), progress);
  std::vector<std::unique_ptr<Trace>> dumps;
  for (const std::string& path : paths) {
    std::unique_ptr<Trace> dump = TRY(openOne(path, progress));
    if (dump->info().identity || dump->timeline().points.size() != 1) {
      return usageError(
          fmt::format("{} holds several points already: open it alone. Only heap dumps can be opened "
                      "together",
                      path));
    }
    dumps.push_back(std::move(dump));
  }
  return joinDumps(std::move(dumps));
}

}  // namespace heaptrail
