// `heaptrail`: the engine from a terminal. Turns arguments into questions and writes the answers; it knows nothing
// itself.
#include <cstdio>
#include <new>

#include "cli/command.h"
#include "cli/program.h"

int main(int argc, char** argv) {
  try {
    return heaptrail::runProgram(argc, argv);
  } catch (const std::bad_alloc&) {
    fmt::print(
        stderr,
        "heaptrail: there is too little memory to answer this. Close other programs, or use a larger machine.\n");
    return heaptrail::kUnreadable;
  }
}
