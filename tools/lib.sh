# SPDX-License-Identifier: MIT
# Steps that tools/certify and tools/test share; to be sourced. Sets `root`, the repository's folder.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*"; }

# Exit statuses follow the program's: 2 for what the user can mend, 3 for a fault of the suite.
die() {
  printf '%s\n' "${*:2}" >&2
  exit "$1"
}

# packages TIER: the packages of that tier of tools/packages.txt.
packages() {
  awk -v tier="$1" '/^# tier:/ { on = ($3 == tier); next } /^[^#]/ && on { print $1 }' "$root/tools/packages.txt"
}

# missing_packages TIER: those of them that are not installed.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' 2>/dev/null | awk '$2 == "installed" { print $1 }')
  packages "$1" | grep -vxF -f <(printf '%s\n' "$installed") || true
}

# run_logged LOG COMMAND...: runs the command with its output in LOG; on failure shows the first error and stops.
run_logged() {
  local log=$1
  shift
  mkdir -p -- "$(dirname -- "$log")"
  if ! "$@" >"$log" 2>&1; then
    { grep -m 1 -A 40 -E '^(FAILED:|CMake Error|E: )' -- "$log" || tail -n 40 -- "$log"; } | cut -c 1-300 >&2
    die 3 "failed: $* (whole log: $log)"
  fi
}

apt_install() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get update && apt-get install -y --no-install-recommends "$@"
}

# need_packages TIER: installs what is missing; without root, prints the command that does and stops.
need_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "packages: no dpkg-query here; needed are $(packages "$1" | paste -sd ' ')"
    return
  fi
  local missing
  mapfile -t missing < <(missing_packages "$1")
  if ((${#missing[@]} == 0)); then
    say "packages: all of tier $1 are installed"
  elif ((EUID == 0)); then
    say "installing: ${missing[*]}"
    run_logged "$root/build/log/install.log" apt_install "${missing[@]}"
  else
    die 2 "packages are missing; install them with: sudo apt-get install --no-install-recommends ${missing[*]}"
  fi
}

# configure PRESET
configure() {
  say "configuring: preset $1"
  run_logged "$root/build/log/$1-configure.log" env -C "$root" cmake --preset "$1"
}

# build PRESET TARGET...: pre: it is configured.
build() {
  local preset=$1
  shift
  say "building: $*, $(nproc) jobs, in build/$preset (log: build/log/$preset-build.log)"
  run_logged "$root/build/log/$preset-build.log" \
    env -C "$root" cmake --build --preset "$preset" --parallel "$(nproc)" --target "$@"
}
