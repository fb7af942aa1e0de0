#!/usr/bin/env bash
# The engine's own tests (GoogleTest through ctest), as it is shipped.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

# Their answers are computed a second time.
need golden
build_native release
counted "$reports/native.xml" run_ctest release "$reports/native.xml"

end_part
