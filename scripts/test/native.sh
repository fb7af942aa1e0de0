#!/usr/bin/env bash
# The engine's own tests (GoogleTest through ctest), under the address and undefined-behaviour sanitizers.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

# Their answers are computed a second time.
need golden
build_native checked heaptrail_tests
counted "$reports/native.xml" run_ctest checked "$reports/native.xml"

end_part
