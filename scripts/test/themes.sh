#!/usr/bin/env bash
# As the part views, with every scene in every theme.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_npm_packages
need_browser

export HEAPTRAIL_ALL_THEMES=true
counted "$reports/views.json" node_modules/.bin/playwright test --config test/e2e/views.config.ts

end_part
