#!/usr/bin/env bash
# The views alone, with made-up data, in Chromium (test/e2e/views): accessibility and layout of each in each of its states.
# Arguments after `--` go to Playwright: bash scripts/test/views.sh -- -g Growth
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_npm_packages
need_browser

[[ "${1:-}" != -- ]] || shift
counted "$reports/views.json" node_modules/.bin/playwright test --config test/e2e/views.config.ts "$@"

end_part
