#!/usr/bin/env bash
# Includes point downwards only: the house stands (scripts/check-includes.mjs), and the check itself is checked first.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

check "the include check finds bad includes" node scripts/check-includes.mjs --self-test
check "includes point downwards only" node scripts/check-includes.mjs native

end_part
