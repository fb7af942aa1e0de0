#!/usr/bin/env bash
# The part recorder with all JVMs of this machine, of which it otherwise takes one. What one JVM is enough for is run with another than that, and what
# is the same for any JVM is not run again.
set -euo pipefail
export HEAPTRAIL_JVMS=all
# shellcheck source=scripts/test/recorder.sh
. "$(dirname "$0")/recorder.sh"
