#!/usr/bin/env bash
# The packaged extension in a real VS Code workbench (code-server), driven through Chromium by Playwright (test/e2e).
# Arguments after `--` go to Playwright: bash scripts/test/e2e.sh -- -g cancel
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_packaged_workbench

[[ "${1:-}" != -- ]] || shift
counted "$reports/e2e.json" node_modules/.bin/playwright test --config test/e2e "$@"

end_part
