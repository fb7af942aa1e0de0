# shellcheck shell=bash
# Building: the native engine with CMake, the extension with npm, the package with vsce, and a check of what was packaged.
# Everything lands below build/; nothing is built that is up to date. Sourced, not run.

# shellcheck source=scripts/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

! declare -F build_native >/dev/null || return 0

# How many compilers at once: all cores unless told otherwise.
jobs="${HEAPTRAIL_JOBS:-$(nproc)}"

# configure_native PRESET
configure_native() {
  local preset="$1"
  need build
  [[ "$preset" != checked && "$preset" != strict ]] || need sanitizers
  # The addon is compiled against headers that npm brings.
  need_npm_packages
  # Configuring again takes a second; it notices what appeared since (the npm packages, a new file list).
  cmake --preset "$preset" >"$(log_of "cmake-$preset")" 2>&1 || {
    tail -n 30 "$(log_of "cmake-$preset")" >&2
    die "CMake could not configure the preset $preset"
  }
}

# build_native PRESET [TARGET…]: CMake's own dependency tracking decides what is compiled.
build_native() {
  local preset="$1"
  shift
  configure_native "$preset"
  local targets=()
  (($# == 0)) || targets=(--target "$@")
  # ninja says one line when there is nothing to do: say nothing instead.
  if ! cmake --build --preset "$preset" "${targets[@]}" -j "$jobs" >"$(log_of "build-$preset")" 2>&1; then
    tail -n 60 "$(log_of "build-$preset")" >&2
    die "the native build ($preset) failed; whole output: $(log_of "build-$preset")"
  fi
}

log_of() {
  mkdir -p "$logs"
  echo "$logs/$1.log"
}

# newer_than STAMP PATH…: is anything below these paths newer than the stamp (or is there no stamp)?
newer_than() {
  local stamp="$1"
  shift
  [[ ! -e "$stamp" ]] || [[ -n "$(find "$@" -name node_modules -prune -o -newer "$stamp" -print -quit 2>/dev/null)" ]]
}

# build_extension: build/vsix, the unpacked extension with the addon in it.
build_extension() {
  need_npm_packages
  local stamp="$stamps/extension"
  mkdir -p "$stamps"
  if newer_than "$stamp" extension webviews shared dsl-grammar samples package.json package-lock.json README.md CHANGELOG.md LICENSE \
    build/release/{heaptrail.node,heaptrail,libheaptrail-recorder.so} || [[ ! -f build/vsix/package.json ]]; then
    say "Building the extension"
    quietly npm-build npm run build
    touch "$stamp"
  fi
}

build_all() {
  say "Building the native engine"
  build_native release shipped
  build_extension
  say "Built: build/release/heaptrail (program), build/release/libheaptrail-recorder.so (recorder), build/release/heaptrail.node (addon),"
  say "build/vsix (extension)"
}

vsix_target() {
  case "$(uname -m)" in
    x86_64) echo linux-x64 ;;
    aarch64) echo linux-arm64 ;;
    *) die "no package for this processor: $(uname -m)" ;;
  esac
}

# build_package: the .vsix of this machine's platform and the stripped program in build/package, both checked.
build_package() {
  build_native release shipped
  build_extension
  vsix="$root/build/heaptrail-$(vsix_target).vsix"
  if newer_than "$vsix" build/vsix; then
    say "Packaging the extension"
    quietly npm-package npm run package
  fi
  mkdir -p build/package
  if newer_than build/package/heaptrail build/release/heaptrail; then
    strip -o build/package/heaptrail build/release/heaptrail
  fi
  scripts/check-package.sh "$vsix" build/package/heaptrail
}
