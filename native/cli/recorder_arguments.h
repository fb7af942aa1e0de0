// What `record` and `attach` tell the recorder: checked with the recorder's own eyes before any program is touched.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "base/error.h"

namespace heaptrail {

constexpr const char* kRecorderLibrary = "libheaptrail-recorder.so";

struct RecorderArguments {
  std::string every;
  std::string points;
  std::string sites;
  std::string budget;
  std::string interval;
  uint32_t depth = 0;
  bool noExitPoint = false;
  std::string file;  // a pattern (launch/file_pattern.h); where it is empty, a name is chosen
  bool quiet = false;

  /// All that were given, as the recorder takes them: `every=10s,sites=exact`. It chooses the others itself.
  Result<std::string> options() const;
};

void addRecorderArguments(CLI::App& command, RecorderArguments& arguments);

/// The recorder's options with the file at their end.
std::string withFile(const std::string& options, const std::string& pattern);

/// The agent, beside this program.
Result<std::string> recorderLibrary();

/// The pattern from the root folder on. A relative one begins in the current folder.
std::string absolutePattern(const std::string& pattern);

/// An argument as a shell reads it.
std::string shellWord(const std::string& text);

}  // namespace heaptrail
