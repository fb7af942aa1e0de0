#include "trace/anttracks/trace_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/try.h"
#include "trace/anttracks/anttracks_trace.h"
#include "trace/anttracks/little_endian.h"

namespace heaptrail::anttracks {

namespace {

namespace fs = std::filesystem;

constexpr size_t kLongestHeader = 64 << 10;
constexpr uint32_t kMostRunWords = 1024;  // there are 42

std::string_view nameOf(FileKind kind) {
  switch (kind) {
    case FileKind::kSymbols:
      return "symbols";
    case FileKind::kClassDefinitions:
      return "class_definitions";
    case FileKind::kTrace:
      break;
  }
  return "trace";
}

/// Nothing where this is no file of AntTracks at all.
std::optional<FoundFile> readHeader(const std::string& path) {
  Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped || mapped->size() < sizeof kMagic) return std::nullopt;
  const uint64_t readable = std::min<uint64_t>(mapped->size(), kLongestHeader);
  if (!mapped->load(path, 0, readable)) return std::nullopt;
  ByteWalk walk({mapped->data(), readable});
  if (walk.u32() != kMagic) return std::nullopt;
  const uint32_t words = walk.u32();
  if (words == 0 || words > kMostRunWords) return std::nullopt;
  FoundFile file{path, std::move(*mapped), FileKind::kTrace, {}, 0, 0};
  file.run.reserve(words);
  for (uint32_t i = 0; i < words; ++i) file.run.push_back(walk.u32());
  const uint32_t kind = walk.u32();
  file.number = walk.u32();
  if (kind == static_cast<uint32_t>(FileKind::kSymbols)) walk.u32();  // bytes of a machine word
  if (kind != static_cast<uint32_t>(FileKind::kTrace)) walk.textUntil('\0');
  if (!walk.good() || kind > static_cast<uint32_t>(FileKind::kClassDefinitions)) return std::nullopt;
  file.kind = static_cast<FileKind>(kind);
  file.content = walk.position();
  return file;
}

std::vector<std::string> filesIn(const std::string& folder, std::error_code& failure) {
  std::vector<std::string> paths;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
    std::error_code unreadable;
    if (entry->is_regular_file(unreadable)) paths.push_back(entry->path().string());
  }
  std::ranges::sort(paths);
  return paths;
}

std::string folderOf(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

/// Which of the runs in a folder is meant, where no file was picked: the one whose symbols are there.
Result<std::vector<uint32_t>> onlyRun(const std::vector<FoundFile>& files, const std::string& folder) {
  std::vector<const FoundFile*> symbols;
  for (const FoundFile& file : files) {
    if (file.kind == FileKind::kSymbols) symbols.push_back(&file);
  }
  if (symbols.size() > 1) {
    return inputError(fmt::format("the folder has the traces of {} runs: open one by a file of it, such as {}",
                                  symbols.size(), symbols.front()->path),
                      {folder, std::nullopt});
  }
  return symbols.empty() ? files.front().run : symbols.front()->run;
}

std::unexpected<Error> missing(FileKind kind, const std::vector<FoundFile>& strangers, const std::string& folder) {
  const std::string_view what = kind == FileKind::kSymbols ? "a symbols file" : "a trace file";
  const std::string_view why =
      kind == FileKind::kSymbols ? "it names the classes and allocation sites" : "it holds the events";
  const auto other = std::ranges::find(strangers, kind, &FoundFile::kind);
  if (other != strangers.end()) {
    return inputError(fmt::format("this belongs to another run than the files beside it: expected {} of the same run "
                                  "({}); copy the files of one run into a folder of their own",
                                  what, why),
                      {other->path, 8});
  }
  return inputError(fmt::format("the AntTracks trace is not complete: expected {} ({}), found none; copy the one of "
                                "this run, usually called \"{}\", into the folder",
                                what, why, nameOf(kind)),
                    {folder, std::nullopt});
}

void checkOrder(TraceFolder& folder) {
  std::ranges::sort(folder.traces, {}, &FoundFile::number);
  for (size_t i = 1; i < folder.traces.size(); ++i) {
    const FoundFile& file = folder.traces[i];
    const uint32_t before = folder.traces[i - 1].number;
    if (file.number == before + 1) continue;
    folder.warnings.push_back(
        {fmt::format("{} has number {} of the trace's files and the one before it {}: files are missing in between, "
                     "objects get new numbers there",
                     file.path, file.number, before)});
  }
}

}  // namespace

Result<std::span<const uint8_t>> FoundFile::bytes() const {
  TRY(mapped.load(path, 0, mapped.size()));
  return std::span(mapped.data(), mapped.size()).subspan(content);
}

std::vector<std::string> TraceFolder::paths() const {
  std::vector<std::string> result;
  for (const FoundFile& file : traces) result.push_back(file.path);
  result.push_back(symbols.path);
  if (classDefinitions) result.push_back(classDefinitions->path);
  return result;
}

uint64_t TraceFolder::fileBytes() const {
  uint64_t bytes = symbols.mapped.size() + (classDefinitions ? classDefinitions->mapped.size() : 0);
  for (const FoundFile& file : traces) bytes += file.mapped.size();
  return bytes;
}

bool recognises(ByteInput& start) {
  uint32_t magic = 0;
  if (!start.ensure(sizeof magic)) return false;
  std::memcpy(&magic, start.cursor(), sizeof magic);
  return magic == kMagic;
}

Result<TraceFolder> findFolder(const std::string& path) {
  std::error_code failure;
  const bool isFolder = fs::is_directory(path, failure);
  std::optional<FoundFile> picked;
  if (!isFolder) {
    picked = readHeader(path);
    if (!picked) return inputError("the header of this file of an AntTracks trace is damaged or cut off", {path, 0});
  }
  const std::string folder = isFolder ? path : folderOf(path);
  const std::vector<std::string> paths = filesIn(folder, failure);
  if (failure) {
    return inputError(fmt::format("the folder cannot be read: {}", failure.message()), {folder, std::nullopt});
  }
  return chooseFiles(folder, paths, picked ? &picked->run : nullptr);
}

Result<TraceFolder> chooseFiles(const std::string& folder, std::span<const std::string> paths,
                                const std::vector<uint32_t>* picked) {
  std::vector<FoundFile> files;
  files.reserve(paths.size());
  for (const std::string& path : paths) {
    if (std::optional<FoundFile> file = readHeader(path)) files.push_back(std::move(*file));
  }
  if (files.empty()) {
    return inputError(
        "the folder holds no trace that Heaptrail can open: expected the files of an AntTracks trace "
        "(symbols, trace, class_definitions); open heap dumps and recordings by their files",
        {folder, std::nullopt});
  }
  const std::vector<uint32_t> run = TRY(picked != nullptr ? *picked : onlyRun(files, folder));

  std::vector<FoundFile> symbols;
  std::vector<FoundFile> traces;
  std::vector<FoundFile> strangers;
  std::optional<FoundFile> classDefinitions;
  for (FoundFile& file : files) {
    if (file.run != run) {
      strangers.push_back(std::move(file));
    } else if (file.kind == FileKind::kSymbols) {
      symbols.push_back(std::move(file));
    } else if (file.kind == FileKind::kTrace) {
      traces.push_back(std::move(file));
    } else {
      classDefinitions = std::move(file);
    }
  }
  if (symbols.empty()) return missing(FileKind::kSymbols, strangers, folder);
  if (traces.empty()) return missing(FileKind::kTrace, strangers, folder);
  TraceFolder found{std::move(symbols.front()), std::move(classDefinitions), std::move(traces), {}};
  checkOrder(found);
  if (!found.classDefinitions) {
    found.warnings.push_back(
        {"the class definitions of this trace are not beside it: lines of allocation sites and "
         "some superclasses are unknown"});
  }
  return found;
}

}  // namespace heaptrail::anttracks
