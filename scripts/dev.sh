#!/usr/bin/env bash
# `./run dev`: watches. esbuild rebuilds the extension and the views as soon as a file is saved; the engine is asked every two seconds
# (ninja knows in milliseconds whether there is anything to do).
set -euo pipefail
# shellcheck source=scripts/build.sh
. "$(dirname "$0")/build.sh"

build_all
npm run watch &
watcher=$!
trap 'kill "$watcher" 2>/dev/null || true' EXIT

say "Watching; Ctrl-C ends it. To try it: \"Run Extension\" with build/vsix, or ./run demo"
seen=''
while kill -0 "$watcher" 2>/dev/null; do
  now="$(find native test/bench CMakeLists.txt -name '*.cc' -printf '%T@ ' -o -name '*.h' -printf '%T@ ' -o -name CMakeLists.txt -printf '%T@ ' | sha256sum)"
  if [[ -n "$seen" && "$now" != "$seen" ]]; then
    say "The engine changed: building"
    # A mistake in a file must not end the watching.
    if (build_native release shipped); then
      mkdir -p build/vsix/native
      for file in heaptrail.node heaptrail libheaptrail-recorder.so; do strip -o "build/vsix/native/$file" "build/release/$file"; done
      say "Built"
    fi
  fi
  seen="$now"
  sleep 2
done
