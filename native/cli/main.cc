// `heaptrail`: the engine from a terminal.
#include "cli/program.h"

int main(int argc, char** argv) { return heaptrail::runProgram(argc, argv); }
