#!/usr/bin/env bash
# The engine's tests once more with the thread sanitizer, and with the checks of undefined behaviour that the build of every change leaves out:
# those that guard each access to memory (CMakeLists.txt).
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

build_native strict heaptrail_tests
counted "$reports/strict.xml" engine_tests strict "$reports/strict.xml"

end_part
