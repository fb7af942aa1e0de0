# shellcheck shell=bash
# How ./run and its parts talk, and the places they all know. Whoever sources it works in the root of the checkout.

! declare -F say >/dev/null || return 0

# shellcheck disable=SC2034  # used by those who source this file
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
readonly root
cd "$root" || exit

# shellcheck disable=SC2034
reports="$root/build/reports" stamps="$root/build/stamps" logs="$root/build/logs" cache="${XDG_CACHE_HOME:-$HOME/.cache}"
# shellcheck disable=SC2034
readonly reports stamps logs cache

if [[ -t 1 && -z "${NO_COLOR:-}" ]]; then
  bold=$'\e[1m' red=$'\e[31m' green=$'\e[32m' yellow=$'\e[33m' plain=$'\e[0m'
else
  bold='' red='' green='' yellow='' plain=''
fi
# shellcheck disable=SC2034  # used by those who source this file
readonly bold red green yellow plain

# What is done now, and why when it is not obvious.
say() {
  printf '%s==>%s %s\n' "$bold" "$plain" "$*"
}

# One line that says what is wrong and what to do; the status tells usage (2) from failure (1).
die() {
  printf '%srun: %s%s\n' "$red" "$1" "$plain" >&2
  exit "${2:-1}"
}

# Runs a noisy command quietly: its output is shown only when it fails.
quietly() {
  local log="$logs/$1.log"
  shift
  mkdir -p "$logs"
  if ! "$@" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    die "this failed: $*  (whole output: $log)"
  fi
}

# May a question be asked, and is somebody there to answer it?
interactive() {
  [[ "${CI:-}" != true && -t 0 && -t 1 ]]
}
