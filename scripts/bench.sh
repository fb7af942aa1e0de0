#!/usr/bin/env bash
# `./run bench [--objects 1,10,40] [--rounds N] [--keep]`: whole runs of the program on generated dumps (test/bench/bench.mjs says more).
set -euo pipefail
# shellcheck source=scripts/build.sh
. "$(dirname "$0")/build.sh"

build_native release
exec node test/bench/bench.mjs "$@"
