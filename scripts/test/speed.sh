#!/usr/bin/env bash
# How long a stranger waits in a real workbench: first paint and verdict of a recording with three million objects, and that nothing moves.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_packaged_workbench

[[ "${1:-}" != -- ]] || shift
counted "$reports/speed.json" node_modules/.bin/playwright test --config test/e2e/speed.config.ts "$@"

end_part
