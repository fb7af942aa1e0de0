#!/usr/bin/env bash
# check-package.sh VSIX PROGRAM: what we ship runs on a machine that has nothing but a C library, and holds what it should.
# Looks into the package itself (not at what it was made from), prints the sizes, and says every fault it finds.
set -euo pipefail

vsix="$1" program="$2"
unpacked="$(mktemp -d)"
trap 'rm -rf "$unpacked"' EXIT
faults=0

fault() {
  echo "check-package: $*" >&2
  faults=$((faults + 1))
}

# needs_only_libc FILE: the dynamic linker finds everything FILE asks for, and all of it belongs to the C library.
needs_only_libc() {
  local line
  while read -r line; do
    case "$line" in
      linux-vdso.so.* | */ld-linux-* | libc.so.6* | libm.so.6* | libpthread.so.0* | libdl.so.2* | librt.so.1* | *"statically linked"*) ;;
      *) fault "${1##*/} needs more than the C library: $line" ;;
    esac
  done < <(ldd "$1")
}

# shows_only FILE NAME…: who loads FILE finds these functions in it and nothing else. Other names, also those of the standard library's templates,
# could be taken from another library of the process, or be given to it.
shows_only() {
  local shown wanted
  shown="$(nm --dynamic --defined-only --format=just-symbols "$1" | sort)"
  wanted="$(printf '%s\n' "${@:2}" | sort)"
  [[ "$shown" == "$wanted" ]] || fault "${1##*/} shows ${shown//$'\n'/, } instead of ${wanted//$'\n'/, }"
}

(cd "$unpacked" && cmake -E tar xf "$vsix")

expected=(
  extension/package.json extension/dist/extension.cjs extension/dist/engine.cjs extension/native/heaptrail.node
  extension/native/heaptrail extension/native/libheaptrail-recorder.so extension/dist/webview/main.js extension/dist/webview/main.css
  extension/samples/travel-cache/travel-cache.heaptrail extension/samples/travel-cache/src/travel/JourneyService.java
)
for file in "${expected[@]}"; do
  [[ -s "$unpacked/$file" ]] || fault "the package lacks $file"
done
for text in readme.md changelog.md 'license*'; do
  [[ -n "$(find "$unpacked/extension" -maxdepth 1 -iname "$text")" ]] || fault "the package lacks $text"
done
while read -r file; do
  fault "does not belong into a package: ${file#"$unpacked/"}"
done < <(find "$unpacked/extension" \( -name node_modules -prune -o -name '*.map' -o -name '*.ts' -o -name '*.cc' -o -name '*.h' -o -name 'tsconfig*' \) -print)

for name in heaptrail.node heaptrail libheaptrail-recorder.so; do
  file="$unpacked/extension/native/$name"
  [[ -f "$file" ]] || continue
  needs_only_libc "$file"
  # What is stripped keeps its dynamic symbols only.
  if readelf --sections --wide "$file" | grep -q '\.symtab'; then fault "$name in the package is not stripped"; fi
done
shows_only "$unpacked/extension/native/heaptrail.node" napi_register_module_v1 node_api_module_get_api_version_v1
shows_only "$unpacked/extension/native/libheaptrail-recorder.so" Agent_OnAttach Agent_OnLoad
[[ -x "$unpacked/extension/native/heaptrail" ]] || fault 'the program in the package cannot be executed'
needs_only_libc "$program"

printf 'package  %6d KiB  %s (%d files)\n' "$(($(stat -c %s "$vsix") / 1024))" "$vsix" "$(find "$unpacked/extension" -type f | wc -l)"
printf 'program  %6d KiB  %s\n' "$(($(stat -c %s "$program") / 1024))" "$program"
((faults == 0))
