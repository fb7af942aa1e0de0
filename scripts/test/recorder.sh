#!/usr/bin/env bash
# The readers against real JVMs: what the engine says of dumps and traces is compared with what the JVM itself says (vitest).
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_npm_packages
# Exactly this JDK: what may differ from the JVM's own counts is known for it.
need jdk
need oracle
# Real AntTracks traces are compared with where they are (docs/testing.md); otherwise those tests say that they are skipped.
[[ ! -d "${HEAPTRAIL_ANTTRACKS:-../shared/data/anttracks}" ]] || need traces
build_native release shipped instruments
counted "$reports/recorder.json" run_vitest recorder "$reports/recorder.json"

end_part
