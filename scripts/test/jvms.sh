#!/usr/bin/env bash
# The part recorder with all JVMs of this machine, of which it otherwise takes one, and with that one what it otherwise leaves out.
set -euo pipefail
export HEAPTRAIL_JVMS=all
# shellcheck source=scripts/test/recorder.sh
. "$(dirname "$0")/recorder.sh"
