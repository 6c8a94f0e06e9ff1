#!/bin/sh
# deps.sh - install what building and testing gatherum needs, with the system's package manager.
#
# Takes no time when everything is there.  With --browser also Chromium, for the tests of HTML
# reports; with --slurm a scheduler, for the test of its recipe; with --proof provers, for
# make proof; with --coverage a compiler that counts conditions, for make coverage.  Debian and
# Ubuntu are done here; elsewhere the line to type is printed.  Optional packages stand after what
# is left out without them.  A package lock that another program holds is waited for, DEPS_WAIT
# seconds at most.
#
# SPDX-License-Identifier: Apache-2.0
set -u
wait=${DEPS_WAIT:-300}

needed='make gcc libc6-dev pkg-config perl libyaml-dev libjansson-dev libxxhash-dev liblua5.4-dev'
# Examples that are left out: those whose packages are missing.
optional='fuzz targets: clang libclang-rt-14-dev
cases of sizes that the code of a backend treats apart: libcapstone-dev
checks of formats: python3-jsonschema python3-yaml
frameworks (make peers): python3-pip
the recipe for GNU parallel: parallel
the backend blas: libopenblas-dev
reading ONNX models: libprotobuf-c-dev protobuf-c-compiler libprotobuf-dev libonnx-dev
the published ONNX node tests: libonnx-testdata
tests of JUnit reports: libxml2-utils
the board and the tests of records: jq
tests that need a history: git
kernels for Arm and for AI CPUs, under an emulator: qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross libstdc++6-arm64-cross libgomp1-arm64-cross
OpenCL on the processor: pocl-opencl-icd ocl-icd-libopencl1 opencl-headers
OpenCL under a checker: oclgrind
the package for Python in a virtual environment: python3-venv
tests of the package in pytest: python3-pytest
test vectors read by JavaScript: nodejs
test vectors read by Go: golang-go'
# A browser is large and only looks at reports: it is installed when it is asked for.
[ "${1-}" != --browser ] || optional="$optional
tests of HTML reports: chromium"
# Its packages bring daemons, which a test starts for itself and nobody wants otherwise.
[ "${1-}" != --slurm ] || optional="$optional
the recipe for Slurm: slurmctld slurmd slurm-client"
# Another compiler, too.
[ "${1-}" != --coverage ] || optional="$optional
make coverage: clang-19 llvm-19 libclang-rt-19-dev"
# Provers are large, and only make proof wants them.
[ "${1-}" != --proof ] || optional="$optional
make proof: frama-c-base why3 z3 cvc4"

say() { echo "tools/deps.sh: $*" >&2; }
packages() { printf '%s\n' "$optional" | sed 's/^[^:]*: //'; }

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    for c in make cc pkg-config perl; do command -v "$c" >/dev/null 2>&1 || lack="${lack-} $c"; done
    [ -z "${lack-}" ] && pkg-config --exists yaml-0.1 jansson lua5.4 && exit 0
    say 'only Debian and Ubuntu are installed automatically; install the equivalents of:'
    echo "  $needed" >&2
    echo "  optional:" $(packages) >&2
    exit 1
fi

missing() {
    for p in "$@"; do
        [ "$(dpkg-query -W -f='${Status}' "$p" 2>/dev/null)" = 'install ok installed' ] || echo "$p"
    done
}

# left_out WHY PACKAGE...: what goes without them, one line for each thing.
left_out() {
    why=$1
    shift
    printf '%s\n' "$optional" | while IFS= read -r line; do
        some=
        for p in "$@"; do case " ${line#*: } " in *" $p "*) some="$some $p" ;; esac; done
        [ -z "$some" ] || say "left out: ${line%%: *} ($why:$some)"
    done
}

# shellcheck disable=SC2086
lack=$(missing $needed)
# shellcheck disable=SC2046
want=$(missing $(packages))
[ -z "$lack$want" ] && exit 0

as_root=''
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || { say 'to install as root:' $lack $want; exit 1; }
    as_root='sudo --preserve-env=DEBIAN_FRONTEND,LC_ALL'
fi
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
log=$(mktemp) && trap 'rm -f "$log"' EXIT

has() { grep -qE "$1" "$log"; }
is_locked() { has 'Could not get lock|Unable to lock|Unable to acquire the dpkg'; }
is_offline() { has 'Temporary failure resolving|Could not resolve|Could not connect|Unable to connect|Network is unreachable|[Cc]onnection (timed out|failed|refused)'; }

# apt ARGUMENT...: waits while another program holds the lock of the package system.
apt() {
    told=
    while :; do
        $as_root apt-get "$@" >"$log" 2>&1 && return 0
        is_locked && [ "$wait" -gt 0 ] || return 1
        [ -n "$told" ] || say "another program installs packages; waiting up to $wait seconds for it"
        told=yes
        sleep 1
        wait=$((wait - 1))
    done
}
install() { apt install -y --no-install-recommends "$@"; }

# Why the last command failed, in a few words.
reason() {
    if is_locked; then echo 'another program holds the package lock'
    elif is_offline; then echo 'the package server cannot be reached'
    elif has 'Unable to locate package|has no installation candidate'; then echo 'no such package here'
    else echo 'apt-get failed'
    fi
}
unknown() {
    sed -n "s/.*Unable to locate package //p; s/.*Package '\{0,1\}\([^ ']*\)'\{0,1\} has no installation candidate.*/\1/p" "$log"
}
without() { # LIST WORD...: the list without these words
    list=$1
    shift
    for p in $list; do case " $* " in *" $p "*) ;; *) echo "$p" ;; esac; done
}

say 'installing' $lack $want
apt update
updated=$?
# Without a network apt-get update warns and succeeds.
if [ $updated != 0 ] || is_offline; then say "the lists of packages are as old as they are: $(reason)"; fi
# shellcheck disable=SC2086
if [ -n "$lack" ] && ! install $lack; then
    tail -n 5 "$log" >&2
    say "$(reason): could not install" $lack
    exit 1
fi
while [ -n "$want" ]; do
    # shellcheck disable=SC2086
    install $want && exit 0
    why=$(reason)
    if is_locked || is_offline; then
        # shellcheck disable=SC2086
        left_out "$why" $want
        exit 0
    fi
    # shellcheck disable=SC2046
    no=$(without "$want" $(without "$want" $(unknown)))
    [ -n "$no" ] || break
    # shellcheck disable=SC2086
    left_out "$why" $no
    # shellcheck disable=SC2086
    want=$(without "$want" $no)
done
# One that cannot be installed for another reason keeps no other from it.
for p in $want; do install "$p" || left_out "$(reason)" "$p"; done
exit 0
