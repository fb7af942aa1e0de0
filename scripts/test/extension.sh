#!/usr/bin/env bash
# Unit tests of extension/ (vitest).
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_npm_packages
counted "$reports/extension.json" run_vitest extension "$reports/extension.json"

end_part
