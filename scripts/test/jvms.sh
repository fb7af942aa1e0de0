#!/usr/bin/env bash
# The part recorder with all JVMs of this machine, of which it otherwise takes one. Tests that are the same for every JVM are not run with that one again.
set -euo pipefail
export HEAPTRAIL_JVMS=all
# shellcheck source=scripts/test/recorder.sh
. "$(dirname "$0")/recorder.sh"
