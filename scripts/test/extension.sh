#!/usr/bin/env bash
# Unit tests of extension/ (vitest); some of them talk to the real engine.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_npm_packages
build_native release shipped instruments
counted "$reports/extension.json" run_vitest extension "$reports/extension.json"

end_part
