# shellcheck shell=bash
# `./run test`: runs the parts (scripts/test/PART.sh) in order, each in a process of its own, goes on after a failed one, and ends with
# a table and one line that sums what the runners counted. A new part is a new file and one word here. Sourced, not run.

# shellcheck source=scripts/build.sh
. "$(dirname "${BASH_SOURCE[0]}")/build.sh"

# In this order: what is quick and finds most comes first.
readonly test_parts=(lint includes native fuzz package extension webviews grammar views recorder e2e)

# What takes too long for every change: `./run test deep`.
readonly deep_parts=(tidy gcc release strict fuzz_minute themes e2e_more speed pictures jvms libraries gallery)

# Words for several parts at once; every part's own name is also a word.
parts_of() {
  case "$1" in
    all) echo "${test_parts[@]}" ;;
    deep) echo "${deep_parts[@]}" ;;
    native) echo "includes native" ;;
    extension) echo "extension grammar" ;;
    webviews) echo "webviews views" ;;
    *)
      [[ " ${test_parts[*]} ${deep_parts[*]} " == *" $1 "* ]] ||
        die "there is no test part \"$1\"; parts: ${test_parts[*]}; of \"deep\": ${deep_parts[*]}" 2
      echo "$1"
      ;;
  esac
}

# cpu_seconds: sets `cpu` to the processor time, user and system, of all processes that this shell started and that have ended, with those
# that they waited for. Runs `times` in this shell: a subshell would tell of its own children.
cpu_seconds() {
  local file="$reports/.times"
  times >"$file"
  cpu="$(awk -F '[ms ]+' 'NR == 2 { printf "%d", 60 * $1 + $2 + 60 * $3 + $4 }' "$file")"
}

run_tests() {
  local word words=("${@:-all}") names='' name parts=()
  for word in "${words[@]}"; do
    names+=" $(parts_of "$word")" || exit $?
  done
  for name in "${test_parts[@]}" "${deep_parts[@]}"; do
    [[ "$names " != *" $name "* ]] || parts+=("$name")
  done

  need_npm_packages
  mkdir -p "$reports"
  local part started status cpu cpu_before table=() passed=0 failed=0 skipped=0 remarks=()
  for part in "${parts[@]}"; do
    printf '\n%s──── %s %s\n' "$bold" "$part" "$plain"
    started=$SECONDS status=0
    cpu_seconds
    cpu_before=$cpu
    bash "scripts/test/$part.sh" || status=$?
    local some_passed=0 some_failed=1 some_skipped=0 key rest
    while read -r key rest; do
      if [[ "$key" == counts: ]]; then
        read -r some_passed some_failed some_skipped <<<"$rest"
      else
        remarks+=("$part: $key $rest")
      fi
    done <"$reports/$part.result"
    passed=$((passed + some_passed)) failed=$((failed + some_failed)) skipped=$((skipped + some_skipped))
    local verdict=passed
    ((status == 0 && some_failed == 0)) || verdict=FAILED
    cpu_seconds
    table+=("$(printf '%-11s %-7s %7d %7d %7d %8d %8d' "$part" "$verdict" "$some_passed" "$some_failed" "$some_skipped" \
      $((SECONDS - started)) $((cpu - cpu_before)))")
  done

  printf '\n%-11s %-7s %7s %7s %7s %8s %8s\n' part result passed failed skipped seconds 'CPU s'
  printf '%s\n' "${table[@]}"
  echo
  ((${#remarks[@]} == 0)) || printf '%s\n' "${remarks[@]}" ''
  echo "$passed passed, $failed failed, $skipped skipped"
  ((failed == 0))
}
