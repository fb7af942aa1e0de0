# shellcheck shell=bash
# What the machine must have: Debian packages by purpose (scripts/packages.txt), Node.js, a JDK, a browser, the npm packages.
# Each `need…` is quick when nothing is missing, and otherwise says what it installs and why, then does it. Sourced, not run.

# shellcheck source=scripts/say.sh
. "$(dirname "${BASH_SOURCE[0]}")/say.sh"
! declare -F need >/dev/null || return 0

readonly node_least=20
# Taken from npm where the distribution's Node.js is too old. npm comes along: a distribution's own npm may need its own Node.js.
node_package="node-linux-$([[ "$(uname -m)" == aarch64 ]] && echo arm64 || echo x64)"
readonly node_package node_version=24.21.0 npm_version=11.19.1

# need PURPOSE…: the packages of these purposes are installed.
need() {
  command -v dpkg-query >/dev/null || {
    say "No dpkg here: make sure yourself that you have what scripts/packages.txt lists for: $*"
    return 0
  }
  local purpose missing=() lacking=()
  for purpose in "$@"; do
    local wanted=() have package
    mapfile -t wanted < <(awk -v purpose="$purpose" '$1 == purpose { print $2 }' "$root/scripts/packages.txt")
    have=" $(dpkg-query -W -f='${db:Status-Status}:${Package} ' "${wanted[@]}" 2>/dev/null || true)"
    for package in "${wanted[@]}"; do
      if [[ "$have" != *" installed:$package "* ]]; then
        missing+=("$package")
        lacking+=("$purpose")
      fi
    done
  done
  ((${#missing[@]} == 0)) || install_packages "$(printf '%s\n' "${lacking[@]}" | sort -u | paste -sd, -)" "${missing[@]}"
}

# install_packages WHY PACKAGE…
install_packages() {
  local why="$1"
  shift
  local install=(apt-get install -y --no-install-recommends "$@") as_root=(env DEBIAN_FRONTEND=noninteractive)
  say "Missing for $why: $*"
  if ((EUID != 0)); then
    interactive || die "these packages are needed; install them with: sudo ${install[*]}" 2
    local answer
    read -r -p "    Run \`sudo ${install[*]}\`? [Y/n] " answer
    [[ "$answer" =~ ^[Yy]?$ ]] || die "not installed; do it yourself with: sudo ${install[*]}" 2
    as_root=(sudo env DEBIAN_FRONTEND=noninteractive)
  fi
  mkdir -p "$logs"
  # A machine that never fetched the package lists, or long ago, needs them first.
  if ! "${as_root[@]}" "${install[@]}" >"$logs/apt.log" 2>&1; then
    "${as_root[@]}" apt-get update >"$logs/apt-update.log" 2>&1 || true
    "${as_root[@]}" "${install[@]}" >"$logs/apt.log" 2>&1 || {
      tail -n 15 "$logs/apt.log" >&2
      die "could not install: $*  (whole output: $logs/apt.log)"
    }
  fi
}

node_major() {
  node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0
}

# need_node: `node` on PATH is new enough and `npm` is there. Once found, child processes find it without looking again.
need_node() {
  [[ "${HEAPTRAIL_NODE_READY:-}" != yes ]] || return 0
  local own="$cache/heaptrail-node/$node_version"
  if ! command -v npm >/dev/null || (($(node_major) < node_least)); then
    if [[ ! -d "$own" ]]; then
      command -v npm >/dev/null || install_packages "TypeScript: Node.js" nodejs npm
      (($(node_major) >= node_least)) || fetch_node "$own"
    fi
    if [[ -d "$own" ]]; then
      export PATH="$own/node_modules/$node_package/bin:$own/node_modules/.bin:$PATH"
    fi
  fi
  export HEAPTRAIL_NODE_READY=yes
}

# fetch_node FOLDER: a Node.js of our own beside a distribution's that is too old.
fetch_node() {
  say "Node.js $(node_major) is too old (at least $node_least is needed): taking $node_version from npm into $1"
  mkdir -p "$(dirname "$1")"
  local staging
  staging="$(mktemp -d "$(dirname "$1")/.staging-XXXXXX")"
  quietly node-install npm install --prefix "$staging" --ignore-scripts --no-audit --no-fund "$node_package@$node_version" "npm@$npm_version"
  mv -T "$staging" "$1"
}

# need_npm_packages: node_modules is what package-lock.json says. npm writes its own copy of the lock file last of all.
need_npm_packages() {
  need_node
  if [[ ! -f node_modules/.package-lock.json || package-lock.json -nt node_modules/.package-lock.json ]]; then
    say "Installing the npm packages of package-lock.json"
    quietly npm-ci npm ci --no-audit --no-fund
    touch node_modules/.package-lock.json
  fi
}

# need_jdk: java, javac and jcmd of a JDK 17 or later are on PATH.
need_jdk() {
  local version=0
  if command -v java >/dev/null && command -v javac >/dev/null && command -v jcmd >/dev/null; then
    version="$(javac -version 2>&1 | sed -E 's/^javac ([0-9]+).*/\1/')"
  fi
  ((version >= 17)) || need jdk
}

# need_browser: CHROMIUM is the path of a Chromium or Chrome.
need_browser() {
  [[ -z "${CHROMIUM:-}" ]] || return 0
  find_browser || need browser
  find_browser || die "no Chromium found; install one, or set CHROMIUM to its path"
}

find_browser() {
  local name
  for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    if CHROMIUM="$(command -v "$name")"; then
      export CHROMIUM
      return 0
    fi
  done
  return 1
}

# need_workbench: HEAPTRAIL_WORKBENCH is the folder that code-server is installed in.
need_workbench() {
  need_node
  local hash
  hash="$(sha256sum "$root/test/e2e/package-lock.json" | cut -c1-16)"
  [[ -d "$cache/heaptrail-e2e/$hash" ]] || need workbench
  HEAPTRAIL_WORKBENCH="$("$root/scripts/install-workbench.sh")"
  export HEAPTRAIL_WORKBENCH
}
