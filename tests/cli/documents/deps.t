#!/usr/bin/env bash
# deps.t - tools/deps.sh beside a package system that is locked, unreachable or lacks a package.
# sanitizers: no, it tries a shell script.
#
# A stand-in for apt-get does what the file `mood` says; nothing is installed.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
. tests/cli/shards.sh
mkdir "$work/bin"
# A package is there once a line of `have` names it.
cat >"$work/bin/dpkg-query" <<'S'
#!/bin/sh
for p in "$@"; do :; done
grep -qx "$p" "$DEPS_TEST/have" && echo 'install ok installed'
S
cat >"$work/bin/apt-get" <<'S'
#!/bin/sh
echo "$*" >>"$DEPS_TEST/calls"
. "$DEPS_TEST/mood"
for p in "$@"; do
    case $p in install | -*) continue ;; update) exit 0 ;; esac
    case " ${unknown-} " in *" $p "*) echo "E: Unable to locate package $p"; bad=1 ;; esac
    case " ${broken-} " in *" $p "*) echo "E: Sub-process /usr/bin/dpkg returned an error code (1)"; bad=1 ;; esac
done
[ -z "${bad-}" ] || exit 100
for p in "$@"; do case $p in install | -*) ;; *) echo "$p" >>"$DEPS_TEST/have" ;; esac; done
S
printf '#!/bin/sh\nexec "$@"\n' >"$work/bin/sudo"
printf '#!/bin/sh\necho 0\n' >"$work/bin/id"
chmod +x "$work"/bin/*
export DEPS_TEST=$work
# deps MOOD [DEPS_WAIT]: one run where nothing is installed yet.
deps() {
    printf '%s\n' "$1" >"$work/mood"
    : >"$work/have"
    : >"$work/calls"
    PATH=$work/bin:$PATH DEPS_WAIT=${2-0} sh tools/deps.sh >"$work/out" 2>&1
    code=$?
}
says() { grep -qF -- "$1" "$work/out" || { why "not said: $1; but: $(cat "$work/out")"; return 1; }; }
silent() { ! grep -qF -- "$1" "$work/out" || { why "said: $1"; return 1; }; }

plan 7
all_well() {
    deps ''
    same $code 0 'exit code' && silent 'left out' && silent reached || return
    grep -qx gcc "$work/have" && grep -qx oclgrind "$work/have" || { why 'not installed'; return 1; }
    same "$(grep -c '^install' "$work/calls")" 2 'calls of apt-get install' || return
    : >"$work/calls"
    PATH=$work/bin:$PATH sh tools/deps.sh && same "$(cat "$work/calls")" '' 'a second run calls'
}
check 'everything is installed, once' all_well
waits() {
    deps "if [ \$(wc -l <'$work/calls') -lt 3 ]; then echo 'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (apt)'; exit 100; fi" 20
    same $code 0 'exit code' && says 'waiting up to 20 seconds' && silent 'left out' && grep -qx gcc "$work/have"
}
check 'a busy lock is waited for' waits
locked() {
    deps "echo 'E: Could not get lock /var/lib/apt/lists/lock - open (11: Resource temporarily unavailable)'; exit 100" 1
    same $code 1 'exit code' && says 'another program holds the package lock: could not install make gcc' && silent reached && silent 'no such'
}
check 'a lock that stays is said' locked
offline() {
    deps "echo 'W: Failed to fetch http://host/x  Temporary failure resolving'; case \$1 in update) exit 0 ;; esac; echo 'E: Unable to fetch some archives'; exit 100"
    same $code 1 'exit code' && says 'the package server cannot be reached: could not install make gcc' && silent lock
}
check 'without a network that is said' offline
offline_later() {
    deps "case \"\$*\" in *gcc\ *libyaml-dev*) ;; install*) echo 'E: Could not connect to host:80'; exit 100 ;; esac"
    same $code 0 'exit code' && says 'left out: OpenCL under a checker (the package server cannot be reached: oclgrind)' &&
        says 'left out: fuzz targets (the package server cannot be reached: clang libclang-rt-14-dev)'
}
check 'what is optional and cannot be fetched is left out by name' offline_later
unknown() {
    deps 'unknown="oclgrind libonnx-dev"'
    same $code 0 'exit code' && says 'left out: OpenCL under a checker (no such package here: oclgrind)' &&
        says 'left out: reading ONNX models (no such package here: libonnx-dev)' && silent 'ONNX node tests' || return
    grep -qx jq "$work/have" || { why 'the others were not installed'; return 1; }
    same "$(grep -c '^install' "$work/calls")" 3 'calls of apt-get install' || return
    deps 'unknown=libyaml-dev'
    same $code 1 'exit code for one that is needed' && says 'no such package here: could not install make'
}
check 'a package that does not exist is told apart, and keeps no other' unknown
broken() {
    deps 'broken=oclgrind'
    same $code 0 'exit code' && says 'left out: OpenCL under a checker (apt-get failed: oclgrind)' && grep -qx parallel "$work/have"
}
check 'one that cannot be installed keeps no other' broken
finish
