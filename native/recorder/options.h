// What the recorder is asked to do: the text after `-agentpath:…=`. Parsed strictly: a recording that is not what was
// meant is worse than none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace heaptrail::recorder {

/// Which allocations are reported: none; one every so many bytes on average; as many as a budget of the program's time
/// allows; all.
enum class Sites { kOff, kSampled, kAuto, kExact };

struct Options {
  std::string file = "heaptrail-%p.heaptrail";
  double everySeconds = 10;       // 0: not by time
  bool everyIsGiven = false;      // otherwise a large heap is walked less often, and the first points come early
  uint32_t everyCollections = 0;  // 0: not by collections
  Sites sites = Sites::kAuto;
  uint32_t sampleInterval = 512 << 10;  // bytes between samples, on average, where sites are kSampled
  double budget = 0.01;                 // the share of the program's time that samples may take, where they are kAuto
  uint32_t depth = 64;
  bool exitPoint = true;
  bool lightPoints = false;  // counts instead of objects
};

/// `every=10s,sites=auto,budget=1%,depth=64,exit=yes,file=/tmp/a-%p.heaptrail`, in any order; `file` comes last,
/// because its name may hold commas. An interval without sites is one of samples: `interval=64k`.
Result<Options> parseOptions(std::string_view text);

/// The same as text, all of them, without the file.
std::string describe(const Options& options);

/// `%p` becomes the process' id, `%%` a percent sign.
std::string fileName(const std::string& pattern);

}  // namespace heaptrail::recorder
