#!/usr/bin/env bash
# The engine's own tests (GoogleTest), under the address and undefined-behaviour sanitizers.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

# Their answers are computed a second time.
need golden
build_native checked heaptrail_tests
counted "$reports/native.xml" engine_tests checked "$reports/native.xml"
check "golden answers, computed a second time" python3 test/oracle/golden_by_hand.py test/native/answer/golden

end_part
