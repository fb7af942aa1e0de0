#!/usr/bin/env bash
# The engine's own tests as it is shipped: optimised, without sanitizers, with all random cases, of which sanitizers see a part.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

build_native release heaptrail_tests
counted "$reports/release.xml" engine_tests release "$reports/release.xml"

end_part
