// What generate_dump is asked for.
#pragma once

#include <cstdint>
#include <string>

#include "heap_shapes.h"

namespace heaptrail::bench {

struct DumpArguments {
  HeapOptions heap;
  uint32_t idBytes = 8;
  std::string out;
  std::string truth;  // empty: to standard output
};

/// Says what is wrong, or how to ask, and ends the program where there is nothing to write.
DumpArguments dumpArguments(int argc, char** argv);

}  // namespace heaptrail::bench
