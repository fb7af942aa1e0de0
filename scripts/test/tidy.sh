#!/usr/bin/env bash
# clang-tidy over the engine. It is slow, so a file that passed is not looked at again until it, a header or the rules change
# (build/stamps/tidy; a fresh checkout, as in CI, looks at everything).
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need lint
build_native release

passed_before="$stamps/tidy"
mkdir -p "$passed_before"
shared="$(find native .clang-tidy CMakeLists.txt -name '*.h' -o -name .clang-tidy -o -name CMakeLists.txt | sort | xargs cat | sha256sum)"

# tidy_file FILE: looks at one file unless the same file passed before.
tidy_file() {
  local stamp hash
  stamp="$passed_before/${1//\//_}"
  hash="$({ echo "$shared"; cat "$1"; } | sha256sum)"
  [[ -f "$stamp" && "$(<"$stamp")" == "$hash" ]] && return 0
  # gcc's warning options are in the compile commands: clang need not know all of them.
  if clang-tidy-19 --quiet -p build/release --extra-arg=-Wno-unknown-warning-option --warnings-as-errors='*' "$1" 2>&1 |
    grep -v -E '^[0-9]+ warnings? (generated|treated)|^Suppressed|^Use -header-filter'; [[ "${PIPESTATUS[0]}" == 0 ]]; then
    echo "$hash" >"$stamp"
  else
    echo "  in $1"
    return 1
  fi
}
export -f tidy_file
export passed_before shared

tidy_engine() {
  find native -name '*.cc' -print0 | sort -z | xargs -0 -P 2 -I FILE bash -c 'set -uo pipefail; tidy_file FILE'
}

check "C++ is clean (clang-tidy)" tidy_engine

end_part
