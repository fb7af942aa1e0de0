// The whole program but for `main`: arguments in, answers on stdout, complaints on stderr, the exit status out. Tests
// ask the engine through it, in the words that users have.
#pragma once

namespace heaptrail {

/// `argv` as `main` gets it.
int runProgram(int argc, char** argv);

}  // namespace heaptrail
