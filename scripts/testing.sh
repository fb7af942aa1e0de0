# shellcheck shell=bash
# What the parts of `./run test` (scripts/test/*.sh) share: they run one thing after the other, go on after a failure, and leave
# in build/reports/PART.result how many tests passed, failed and were skipped, as the runners themselves counted. Sourced, not run.

# shellcheck source=scripts/build.sh
. "$(dirname "${BASH_SOURCE[0]}")/build.sh"

part="$(basename "$0" .sh)"
result="$reports/$part.result"
mkdir -p "$reports"
: >"$result"

passed=0 failed=0 skipped=0

# A part that ends early, for whatever reason, has failed: that is one failure more than the runners know of.
finish_part() {
  local status=$?
  if ((status != 0 && failed == 0)); then
    failed=1
    echo "failed: $part ended early (status $status)" >>"$result"
  fi
  echo "counts: $passed $failed $skipped" >>"$result"
}
trap finish_part EXIT

# What a test of the packaged extension in a real workbench needs.
need_packaged_workbench() {
  need_npm_packages
  need_jdk
  need_browser
  need_workbench
  build_package
  build_native release instruments
}

# check TITLE COMMAND…: a command that is one test.
check() {
  local title="$1"
  shift
  echo "${bold}$title${plain}"
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed: $title" | tee -a "$result"
  fi
}

# counted REPORT COMMAND…: a test runner that writes REPORT (vitest's or Playwright's JSON, or JUnit's XML).
counted() {
  local report="$1" status=0 counts
  shift
  rm -f "$report"
  "$@" || status=$?
  if counts="$(node scripts/count-results.mjs "$report")"; then
    local more_passed more_failed more_skipped
    read -r more_passed more_failed more_skipped <<<"$counts"
    # A runner that fails although no test did (an error outside of any test) counts as one failure; so does one without tests.
    if ((more_failed == 0 && (status != 0 || more_passed + more_skipped == 0))); then
      more_failed=1
      echo "failed: $* (status $status, no failed test reported)" | tee -a "$result"
    fi
    passed=$((passed + more_passed)) failed=$((failed + more_failed)) skipped=$((skipped + more_skipped))
    tail -n +2 <<<"$counts" >>"$result"
  else
    failed=$((failed + 1))
    echo "failed: $* (status $status, no report)" | tee -a "$result"
  fi
}

# engine_tests PRESET REPORT: all of heaptrail_tests, in as many processes as there are jobs. ctest starts one for each of a thousand tests:
# under sanitizers starting takes longer than most of them. A test that ends its process takes those after it along: that is a failure, too.
engine_tests() {
  local preset="$1" report="$2" shard status=0 processes=() outputs="$logs/engine-tests-$1"
  rm -rf "$outputs"
  mkdir -p "$outputs"
  for ((shard = 0; shard < jobs; shard++)); do
    GTEST_TOTAL_SHARDS="$jobs" GTEST_SHARD_INDEX="$shard" timeout 1500 "build/$preset/heaptrail_tests" --gtest_brief=1 \
      --gtest_output="xml:$outputs/$shard.xml" >"$outputs/$shard.log" 2>&1 &
    processes+=($!)
  done
  for ((shard = 0; shard < jobs; shard++)); do
    wait "${processes[shard]}" || {
      status=1
      tail -n 100 "$outputs/$shard.log"
    }
  done
  cat "$outputs"/*.xml >"$report" || true
  return "$status"
}

# run_vitest PROJECT REPORT
run_vitest() {
  npm run --silent "test:$1" -- --reporter=default --reporter=json --outputFile="$2"
}

# skip TITLE WHY: something that is not tested on this machine.
skip() {
  skipped=$((skipped + 1))
  echo "skipped: $1: $2" | tee -a "$result"
}

# The last line of every part.
end_part() {
  ((failed == 0))
}
