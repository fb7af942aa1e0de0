#!/usr/bin/env bash
# Takes the pictures of README and docs from what the end-to-end tests have photographed (build/screenshots): after
# `HEAPTRAIL_PICTURES=1 bash scripts/test/e2e.sh`, for people to look at before they are committed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

take() {
  [[ -f "build/screenshots/$1.png" ]] || { echo "build/screenshots/$1.png is missing: HEAPTRAIL_PICTURES=1 bash scripts/test/e2e.sh" >&2; exit 1; }
  cp "build/screenshots/$1.png" "docs/images/$2.png"
}

take sample-overview-dark first-leak-overview
take sample-marks verdict
take sample-growth-dark growth
take timeline-dark overview
take heap-structures-dark heap
take trends-dark trends
take ownership-dark ownership
for problem in leak overhead churn jump phases; do take "ownership-$problem" "ownership-$problem"; done
