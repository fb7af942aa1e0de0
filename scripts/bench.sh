#!/usr/bin/env bash
# `./run bench [PART] [OPTIONS]`, the part being one of those below: whole runs of the program on generated dumps (test/bench/bench.mjs,
# test/bench/shop.mjs), what exploring a heap that is open takes (test/bench/explore.mjs), what recording costs the recorded program
# (test/bench/recorder.mjs, test/bench/sampling_turns.mjs, test/bench/sampling_profile.mjs, test/bench/light_points.mjs), what detecting data structures costs
# (test/bench/structures.mjs), what growth and trends cost (test/bench/growth.mjs, test/bench/trends.mjs), how fast AntTracks traces are read
# (test/bench/anttracks.mjs), and how fast charts of trends and the ownership picture are drawn (test/bench/trend_picture.mjs,
# test/bench/ownership_picture.mjs); all when none is named. The files say which options they take.
set -euo pipefail
# shellcheck source=scripts/build.sh
. "$(dirname "$0")/build.sh"

parts=(dumps explore shop recorder sampling-turns sampling-profile light-points structures growth trends trend-picture anttracks ownership-picture)
declare -A files=([dumps]=bench.mjs [explore]=explore.mjs [shop]=shop.mjs [recorder]=recorder.mjs [structures]=structures.mjs [growth]=growth.mjs
  [trends]=trends.mjs [trend-picture]=trend_picture.mjs [anttracks]=anttracks.mjs [ownership-picture]=ownership_picture.mjs
  [light-points]=light_points.mjs [sampling-turns]=sampling_turns.mjs [sampling-profile]=sampling_profile.mjs)
if [[ -n "${1:-}" && -n "${files[${1:-}]:-}" ]]; then
  parts=("$1")
  shift
fi
((${#parts[@]} == 1 || $# == 0)) || die 'options belong to one of the benchmarks: ./run bench dumps … and so on'

[[ "${parts[*]}" =~ ^(dumps|shop|anttracks|(trend|ownership)-picture)$ ]] || need jdk
[[ "${parts[*]}" != *sampling-profile* ]] || need profile
# Real traces are read where they are (docs/testing.md).
[[ "${parts[*]}" != *anttracks* || ! -d "${HEAPTRAIL_ANTTRACKS:-../shared/data/anttracks}" ]] || need traces
[[ ! "${parts[*]}" =~ (trend|picture) ]] || need_browser
# A picture is drawn without the engine.
[[ "${parts[*]}" =~ ^(trend|ownership)-picture$ ]] || build_native release
failed=0
for part in "${parts[@]}"; do
  node "test/bench/${files[$part]}" "$@" || failed=1
done
exit "$failed"
