#!/usr/bin/env bash
# The descriptions of libraries that ship, against the libraries as Debian packages them (vitest). Not among the parts of every change:
# it installs Kotlin, Scala, Clojure and Groovy.
set -euo pipefail
# shellcheck source=scripts/testing.sh
. "$(dirname "$0")/../testing.sh"

need_npm_packages
need jdk
need libraries
build_native release shipped
counted "$reports/libraries.json" run_vitest libraries "$reports/libraries.json"

end_part
