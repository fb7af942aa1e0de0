// How a trace is to be opened: whatever holds for all questions about it.
#pragma once

#include <cstdint>
#include <string>

#include "base/parallel.h"
#include "graph/strong_references.h"

namespace heaptrail {

struct OpenOptions {
  WeakReferences weak = WeakReferences::kDoNotKeepAlive;
  Threads threads;
  std::string cacheFolder;  // empty for none
  uint64_t mostCacheBytes = kMostCacheBytes;

  static constexpr uint64_t kMostCacheBytes = uint64_t{20} << 30;
};

}  // namespace heaptrail
