#!/usr/bin/env bash
# Makes travel-cache.heaptrail, the recording that ships as the sample: with default settings but for the point at its end: what a user
# gets who changes nothing.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
heaptrail="$here/../../build/release/heaptrail"
[[ -x "$heaptrail" ]] || { echo "$heaptrail is missing: ./run build" >&2; exit 1; }

classes="$(mktemp -d)"
trap 'rm -rf "$classes"' EXIT
javac --release 17 -d "$classes" "$here"/src/travel/*.java
rm -f "$here/travel-cache.heaptrail"
"$heaptrail" record --no-exit-point -o "$here/travel-cache.heaptrail" -- \
  java -XX:+UseSerialGC -Xmx64m -Xmn4m -cp "$classes" travel.TravelService 55 180
# Recordings are their user's alone; this one is everybody's.
chmod 644 "$here/travel-cache.heaptrail"
