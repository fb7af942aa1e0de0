#!/usr/bin/env bash
# Leaks in real libraries (test/gallery): small programs are recorded with default settings, with two heap dumps each, once more beside a
# large table that does not grow, and once with a point every three seconds; and what the engine says of them is scored. Recordings stay in build/gallery until the programs or the
# recorder change.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_npm_packages
need_jdk
need gallery
build_native release shipped
check "the gallery is recorded, with heap dumps" node test/gallery/gallery.mjs record --dumps
check "the gallery is recorded beside a large table" node test/gallery/gallery.mjs record --ballast
check "the gallery is recorded with a point every three seconds" node test/gallery/gallery.mjs record --often
counted "$reports/gallery.json" run_vitest gallery "$reports/gallery.json"

end_part
