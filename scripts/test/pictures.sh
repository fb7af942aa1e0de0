#!/usr/bin/env bash
# Whether charts are drawn in the time that test/bench promises: processor time of the page, so that a busy machine fails nothing.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_npm_packages
need_browser
check "fifty lines of five hundred points are drawn in time" node test/bench/trend_picture.mjs --rounds 10

end_part
