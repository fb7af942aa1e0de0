#!/usr/bin/env bash
# The part fuzz with a minute for each harness, of which it otherwise has some seconds.
set -euo pipefail
export HEAPTRAIL_FUZZ_SECONDS=60
# shellcheck source=scripts/test/fuzz.sh
. "$(dirname "$0")/fuzz.sh"
