#!/bin/sh
# deps.sh - install what building and testing gatherum needs, with the system's package manager.
#
# Takes no time when everything is there.  With --browser also Chromium, for the tests of
# HTML reports; with --slurm a scheduler, for the test of its recipe.  Debian and Ubuntu are done here; elsewhere the
# line to type is printed.  Packages of the second list are optional: without them one
# backend, importer or check is left out, by name.
#
# SPDX-License-Identifier: Apache-2.0
set -u

needed='make gcc libc6-dev pkg-config perl libyaml-dev libjansson-dev libxxhash-dev liblua5.4-dev'
optional='clang libclang-rt-14-dev python3-jsonschema python3-yaml python3-pip parallel libopenblas-dev libprotobuf-c-dev protobuf-c-compiler libprotobuf-dev
libonnx-dev libonnx-testdata libxml2-utils jq lcov git qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross libstdc++6-arm64-cross libgomp1-arm64-cross
pocl-opencl-icd ocl-icd-libopencl1 opencl-headers oclgrind'

# A browser is large and only looks at reports: it is installed when it is asked for.
[ "${1-}" != --browser ] || optional="$optional chromium"
# Its packages bring daemons, which a test starts for itself and nobody wants otherwise.
[ "${1-}" != --slurm ] || optional="$optional slurmctld slurmd slurm-client"

missing() {
    for p in "$@"; do
        [ "$(dpkg-query -W -f='${Status}' "$p" 2>/dev/null)" = 'install ok installed' ] || echo "$p"
    done
}

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    for c in make cc pkg-config perl; do command -v "$c" >/dev/null 2>&1 || lack="${lack-} $c"; done
    [ -z "${lack-}" ] && pkg-config --exists yaml-0.1 jansson lua5.4 && exit 0
    echo "tools/deps.sh: only Debian and Ubuntu are installed automatically; install the equivalents of:" >&2
    echo "  $needed" >&2
    echo "  optional:" $optional >&2
    exit 1
fi

# shellcheck disable=SC2086
lack=$(missing $needed)
# shellcheck disable=SC2086
want=$(missing $optional)
[ -z "$lack$want" ] && exit 0

as_root=''
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || { echo "tools/deps.sh: to install as root:" $lack $want >&2; exit 1; }
    as_root=sudo
fi
export DEBIAN_FRONTEND=noninteractive
install() { $as_root apt-get install -y --no-install-recommends "$@" >"$log" 2>&1; }
log=$(mktemp) && trap 'rm -f "$log"' EXIT
echo "tools/deps.sh: installing" $lack $want >&2
$as_root apt-get update >"$log" 2>&1 || { tail -n 5 "$log" >&2; echo "tools/deps.sh: apt-get update failed" >&2; }
# shellcheck disable=SC2086
if [ -n "$lack" ] && ! install $lack; then
    tail -n 5 "$log" >&2
    echo "tools/deps.sh: could not install" $lack >&2
    exit 1
fi
# shellcheck disable=SC2086
if [ -n "$want" ] && ! install $want; then
    for p in $want; do
        install "$p" || echo "tools/deps.sh: no package $p here; what needs it is left out" >&2
    done
fi
exit 0
