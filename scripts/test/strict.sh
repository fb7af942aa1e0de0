#!/usr/bin/env bash
# The engine's tests once more with the thread sanitizer, and with checks of undefined behaviour that the build of every change leaves out: those
# that guard each access to memory (CMakeLists.txt), and the sentences about what was found, for the time that they take to compile.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

build_native strict heaptrail_tests
counted "$reports/strict.xml" engine_tests strict "$reports/strict.xml"

end_part
