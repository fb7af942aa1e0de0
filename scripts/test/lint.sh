#!/usr/bin/env bash
# Formatting and static checks of everything but the depths of C++ (those are tidy's).
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need lint

cpp_is_formatted() {
  find native test \( -name '*.cc' -o -name '*.h' \) -print0 | xargs -0 clang-format-19 --dry-run --Werror
}

check "C++ is formatted (clang-format)" cpp_is_formatted
colors=force
[[ -t 1 ]] || colors=off
check "TypeScript is formatted and clean (biome)" npm run --silent lint -- --colors="$colors"
check "TypeScript is typed (tsc)" npm run --silent typecheck
check "generated TypeScript is current (npm run generate)" node scripts/generate-questions.mjs --check
check "scripts are clean (shellcheck)" shellcheck -x run .ci/run scripts/*.sh scripts/test/*.sh

end_part
