#!/usr/bin/env bash
# The readers against real JVMs: what the engine says of a dump is compared with what the JVM itself says (vitest).
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_npm_packages
# Exactly this JDK: what may differ from the JVM's own counts is known for it.
need jdk
build_native release
counted "$reports/recorder.json" run_vitest recorder "$reports/recorder.json"

end_part
