// What a command line that may be a Java program's says about it.
#pragma once

#include <span>
#include <string>

namespace heaptrail {

/// A short name, good for a file's: of the main class, the jar, the module or the source file that `java` is to run; of
/// anything else the program's.
std::string programName(std::span<const std::string> command);

}  // namespace heaptrail
