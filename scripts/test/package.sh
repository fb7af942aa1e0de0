#!/usr/bin/env bash
# The .vsix and the program: their contents, and that they need nothing but a C library (scripts/check-package.sh).
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

check "the package and the program run on a bare machine" build_package

end_part
