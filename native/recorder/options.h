// What the recorder is asked to do: the text after `-agentpath:…=`. Parsed strictly: a recording that is not what was
// meant is worse than none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace heaptrail::recorder {

enum class Sites { kOff, kSampled, kExact };

struct Options {
  std::string file = "heaptrail-%p.heaptrail";
  double everySeconds = 10;       // 0: not by time
  bool everyIsGiven = false;      // otherwise a large heap is walked less often
  uint32_t everyCollections = 0;  // 0: not by collections
  Sites sites = Sites::kSampled;
  uint32_t sampleInterval = 512 << 10;  // bytes between samples, on average
  uint32_t depth = 16;
  bool exitPoint = true;
};

/// `every=10s,sites=sampled,interval=512k,depth=16,exit=yes,file=/tmp/a-%p.heaptrail`, in any order; `file` comes last,
/// because its name may hold commas.
Result<Options> parseOptions(std::string_view text);

/// The same as text, all of them, without the file.
std::string describe(const Options& options);

/// `%p` becomes the process' id, `%%` a percent sign.
std::string fileName(const std::string& pattern);

}  // namespace heaptrail::recorder
