#!/usr/bin/env bash
# reach.sh - run what counts as reached: the tests in C, and the written cases on ref and opt.
#
# usage: tools/mutants/reach.sh DIR, a build folder whose code counts
#
# SPDX-License-Identifier: Apache-2.0
set -eu
[ $# = 1 ] || { echo 'usage: tools/mutants/reach.sh DIR' >&2; exit 2; }
cd "$(dirname "$0")/../.."
out=$1
for t in tests/unit/*/test_*.c; do
    t=$out/tests/$(basename "$t" .c)
    GATHERUM=$out/gatherum OUT=$out "$t" >"$out/tests.log" 2>&1 || { tail -n 5 "$out/tests.log" >&2; echo "tools/mutants/reach.sh: $t fails" >&2; exit 1; }
done
mkdir -p "$out/home" && rm -rf "$out/home/cases" && cp --parents cases/*/*.yaml "$out/home"
ln -sfn "$PWD/specs" "$out/home/specs"
for b in ref opt; do
    GATHERUM_HOME=$out/home "$out/gatherum" run --timeout 60 --backend "$out/backends/$b.so" >"$out/tests.log" 2>&1 ||
        { tail -n 5 "$out/tests.log" >&2; echo "tools/mutants/reach.sh: $b does not conform" >&2; exit 1; }
done
