# shellcheck shell=bash
# `./run test`: runs the parts (scripts/test/PART.sh) in order, each in a process of its own, goes on after a failed one, and ends with
# a table and one line that sums what the runners counted. A new part is a new file and one line here. Sourced, not run.

# shellcheck source=scripts/build.sh
. "$(dirname "${BASH_SOURCE[0]}")/build.sh"

# In this order: what is quick and finds most comes first.
readonly test_parts=(lint includes native sanitizers fuzz tidy package extension webviews grammar recorder e2e)

# Words for several parts at once; every part's own name is also a word.
parts_of() {
  case "$1" in
    all) echo "${test_parts[@]}" ;;
    native) echo "includes native sanitizers" ;;
    extension) echo "extension grammar" ;;
    *)
      [[ " ${test_parts[*]} " == *" $1 "* ]] || die "there is no test part \"$1\"; parts: ${test_parts[*]}" 2
      echo "$1"
      ;;
  esac
}

run_tests() {
  local word words=("${@:-all}") names='' name parts=()
  for word in "${words[@]}"; do
    names+=" $(parts_of "$word")" || exit $?
  done
  for name in "${test_parts[@]}"; do
    [[ "$names " != *" $name "* ]] || parts+=("$name")
  done

  need_npm_packages
  local part started status table=() passed=0 failed=0 skipped=0 remarks=()
  for part in "${parts[@]}"; do
    printf '\n%s──── %s %s\n' "$bold" "$part" "$plain"
    started=$SECONDS status=0
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
    table+=("$(printf '%-11s %-7s %7d %7d %7d %8d' "$part" "$verdict" "$some_passed" "$some_failed" "$some_skipped" $((SECONDS - started)))")
  done

  printf '\n%-11s %-7s %7s %7s %7s %8s\n' part result passed failed skipped seconds
  printf '%s\n' "${table[@]}"
  echo
  ((${#remarks[@]} == 0)) || printf '%s\n' "${remarks[@]}" ''
  echo "$passed passed, $failed failed, $skipped skipped"
  ((failed == 0))
}
