#!/usr/bin/env bash
# The engine and its tests are read by g++, which warns of other things than clang, by which they are compiled: warnings are errors. Nothing is
# built (build/gcc is configured only), so what g++ sees only where it optimises is not told.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need build
need_npm_packages
cmake --preset release -B build/gcc -D CMAKE_C_COMPILER=gcc -D CMAKE_CXX_COMPILER=g++ >"$(log_of cmake-gcc)" 2>&1 || {
  tail -n 30 "$(log_of cmake-gcc)" >&2
  die "CMake could not configure for g++"
}
# What is generated must be there to be read.
quietly generate-gcc cmake --build build/gcc --target native/shipped_texts.cc

# commands: a line each, of all that would be compiled.
commands() {
  node -p '
    JSON.parse(fs.readFileSync("build/gcc/compile_commands.json", "utf8"))
      .map(({ command }) => command.replace(/ -o \S+ -c /, " -fsyntax-only "))
      .join("\n")'
}

read_by_gcc() {
  commands | xargs -P "$jobs" -d '\n' -I COMMAND bash -c COMMAND
}

check "C++ is clean (g++)" read_by_gcc

end_part
