#!/usr/bin/env bash
# What the part e2e leaves out (test/e2e/support/tiers.ts): more ways in the workbench, and views in all kinds of themes.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_packaged_workbench

[[ "${1:-}" != -- ]] || shift
export HEAPTRAIL_E2E_MORE=true
counted "$reports/e2e.json" node_modules/.bin/playwright test --config test/e2e "$@"

end_part
