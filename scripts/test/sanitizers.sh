#!/usr/bin/env bash
# The engine's own tests again, under the address and undefined-behaviour sanitizers.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

build_native checked heaptrail_tests
counted "$reports/sanitizers.xml" run_ctest checked "$reports/sanitizers.xml"

end_part
