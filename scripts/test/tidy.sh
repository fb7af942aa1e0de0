#!/usr/bin/env bash
# clang-tidy over the engine. Most of its time goes into what files include, so it looks at rooms that are joined (cmake/tidy.cmake; build/tidy, a
# build that is configured only). Those that passed are not looked at again until one of them, a header or the rules change (build/stamps/tidy;
# a fresh checkout, as in CI, looks at everything).
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need lint
configure_native tidy

passed_before="$stamps/tidy"
mkdir -p "$passed_before"
shared="$(find native .clang-tidy CMakeLists.txt -name '*.h' -o -name .clang-tidy -o -name CMakeLists.txt | sort | xargs cat | sha256sum)"

# joined_files: what is to be looked at, a line each: files that CMake has joined.
joined_files() {
  sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' build/tidy/compile_commands.json | grep -E '/tidy_[a-z]+\.dir/'
}

# sources_in FILE: those that are joined in it.
sources_in() {
  sed -n 's/^#include "\(.*\)"$/\1/p' "$1"
}

# tidy_file FILE: looks at what is joined in it unless all of that passed before.
tidy_file() {
  local stamp hash
  stamp="$passed_before/${1//\//_}"
  hash="$({ echo "$shared"; cat "$1"; sources_in "$1" | xargs cat; } | sha256sum)"
  [[ -f "$stamp" && "$(<"$stamp")" == "$hash" ]] && return 0
  # Joining is including files that usually are not.
  if clang-tidy-19 --quiet -p build/tidy --checks=-bugprone-suspicious-include --warnings-as-errors='*' "$1" 2>&1 |
    grep -v -E '^[0-9]+ warnings? (generated|treated)|^Suppressed|^Use -header-filter'; [[ "${PIPESTATUS[0]}" == 0 ]]; then
    echo "$hash" >"$stamp"
  else
    echo "  in what is joined in ${1#"$root"/}"
    return 1
  fi
}
export -f tidy_file sources_in
export passed_before shared root

nothing_is_left_out() {
  local left_out
  left_out="$(comm -23 <(find "$root/native" -name '*.cc' | sort) <(joined_files | while read -r file; do sources_in "$file"; done | sort))"
  [[ -z "$left_out" ]] || {
    echo "$left_out"
    return 1
  }
}

# The largest first: at the end nobody should wait for one that has begun late.
by_size() {
  local file
  while read -r file; do
    echo "$(sources_in "$file" | xargs cat | wc -l) $file"
  done | sort -rn | cut -d ' ' -f 2-
}

tidy_engine() {
  joined_files | by_size | xargs -P "$jobs" -I FILE bash -c 'set -uo pipefail; tidy_file FILE'
}

check "clang-tidy sees every file of the engine" nothing_is_left_out
check "C++ is clean (clang-tidy)" tidy_engine

end_part
