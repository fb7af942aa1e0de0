#!/usr/bin/env bash
# Unit tests of webviews/ (vitest).
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_npm_packages
counted "$reports/webviews.json" run_vitest webviews "$reports/webviews.json"

end_part
