#!/usr/bin/env bash
# `./run bench [dumps|recorder] [OPTIONS]`: whole runs of the program on generated dumps (test/bench/bench.mjs), and what recording costs
# the recorded program (test/bench/recorder.mjs); both when none is named. The files say which options they take.
set -euo pipefail
# shellcheck source=scripts/build.sh
. "$(dirname "$0")/build.sh"

part=all
case "${1:-}" in
  dumps | recorder)
    part="$1"
    shift
    ;;
esac
[[ "$part" != all || $# == 0 ]] || die 'options belong to one of the benchmarks: ./run bench dumps … or ./run bench recorder …'

[[ "$part" == dumps ]] || need jdk
build_native release
failed=0
[[ "$part" == recorder ]] || node test/bench/bench.mjs "$@" || failed=1
[[ "$part" == dumps ]] || node test/bench/recorder.mjs "$@" || failed=1
exit "$failed"
