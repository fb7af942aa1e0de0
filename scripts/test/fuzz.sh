#!/usr/bin/env bash
# Every parser on damaged input for some seconds (libFuzzer with sanitizers). Each harness is one test, and there are as many at once as
# there are cores. What one finds stays in build/fuzz/found, and what makes it reach new code in build/fuzz/corpus, so that the next run
# starts further on.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

seconds="${HEAPTRAIL_FUZZ_SECONDS:-2}"
outputs="$logs/fuzz"
# Where memory was allocated is not told: even two frames take a tenth of the time of an input. Run again alone, what was found is told with
# thirty. And what was freed stays out of use for 16 MB instead of 256, many times what an input frees: memory that comes
# back while the processor's caches still have it is another fifth.
export ASAN_OPTIONS="malloc_context_size=0:quarantine_size_mb=16${ASAN_OPTIONS:+:$ASAN_OPTIONS}"

# fuzz_harness NAME: build/checked/fuzz_NAME, from the seeds that test/fuzz/seeds_NAME.mjs writes. Its output and, where it ended well, a
# mark stay in $outputs.
fuzz_harness() {
  local corpus="build/fuzz/corpus/$1" seeds="build/fuzz/seeds/$1" found="build/fuzz/found/$1-"
  mkdir -p "$corpus" "$seeds"
  node "test/fuzz/seeds_$1.mjs" "$seeds" &&
    "build/checked/fuzz_$1" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 -verbosity=0 \
      -artifact_prefix="$found" "$corpus" "$seeds" &&
    touch "$outputs/$1.passed"
} >"$outputs/$1.log" 2>&1
export -f fuzz_harness
export seconds outputs

# fuzz_passed NAME: says how much was tried, or all that a harness that did not end well has printed.
fuzz_passed() {
  if [[ -e "$outputs/$1.passed" ]]; then
    sed -n 's/^stat::number_of_executed_units: */  inputs: /p' "$outputs/$1.log"
  else
    cat "$outputs/$1.log"
    return 1
  fi
}

mapfile -t names < <(basename -s .cc test/fuzz/fuzz_*.cc | sed 's/^fuzz_//')
build_native checked "${names[@]/#/fuzz_}"
rm -rf "$outputs"
mkdir -p "$outputs" build/fuzz/found
printf '%s\n' "${names[@]}" | xargs -P "$jobs" -I NAME bash -c 'fuzz_harness NAME' || true
for name in "${names[@]}"; do
  check "fuzz_$name for $seconds s" fuzz_passed "$name"
done

end_part
