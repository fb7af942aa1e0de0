#!/usr/bin/env bash
# `./run demo [--check]`: gets ready what the demo needs (the package, a JDK, an editor), then hands over to demo.ts.
set -euo pipefail
# shellcheck source=scripts/build.sh
. "$(dirname "$0")/build.sh"

check=false
for word in "$@"; do
  case "$word" in
    --check) check=true ;;
    *) die "demo knows only --check, not \"$word\"" 2 ;;
  esac
done

need_jdk
build_package
[[ "$check" == false ]] || need_browser
if [[ "$check" == true ]] || ! command -v code >/dev/null; then
  need_workbench
fi

export HEAPTRAIL_ROOT="$root"
node_modules/.bin/esbuild scripts/demo.ts --bundle --platform=node --format=cjs --packages=external --outfile=build/demo/demo.cjs --log-level=warning
exec node build/demo/demo.cjs "$@"
