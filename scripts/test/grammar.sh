#!/usr/bin/env bash
# The description language's grammar against annotated examples (vscode-tmgrammar-test).
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_npm_packages
check "the grammar gives the expected scopes" npm run --silent test:grammar

end_part
