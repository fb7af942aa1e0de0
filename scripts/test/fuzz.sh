#!/usr/bin/env bash
# Every parser on damaged input for some seconds (libFuzzer with sanitizers). Each harness is one test. What it finds stays in
# build/fuzz/found, and what makes it reach new code in build/fuzz/corpus, so that the next run starts further on.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

seconds="${HEAPTRAIL_FUZZ_SECONDS:-20}"

# fuzz_harness NAME: build/fuzz/fuzz_NAME, from the seeds that test/fuzz/seeds_NAME.mjs writes.
fuzz_harness() {
  local corpus="build/fuzz/corpus/$1" seeds="build/fuzz/seeds/$1" found="build/fuzz/found/$1-"
  mkdir -p "$corpus" "$seeds" build/fuzz/found
  node "test/fuzz/seeds_$1.mjs" "$seeds" &&
    "build/fuzz/fuzz_$1" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 -verbosity=0 \
      -artifact_prefix="$found" "$corpus" "$seeds"
}

need fuzz
build_native fuzz
for source in test/fuzz/fuzz_*.cc; do
  name="$(basename "$source" .cc)"
  check "$name for $seconds s" fuzz_harness "${name#fuzz_}"
done

end_part
