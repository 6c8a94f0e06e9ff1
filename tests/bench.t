#!/usr/bin/env bash
# bench.t - gatherum bench: what it refuses.  What it measures belongs to no test.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 3
gatherum=${GATHERUM:-build/gatherum}
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
. tests/tap.sh
plan 4

# refused PART ARGUMENTS...: exit 2, or $want, and one sentence with PART in it.
refused() {
    local part=$1
    shift
    timeout 60 "$gatherum" bench "$@" >"$work/out" 2>"$work/err"
    same $? "${want:-2}" "exit code" || return
    [ "$(wc -l <"$work/err")" = 1 ] || { why "one sentence: $(cat "$work/err")"; return 1; }
    grep -qF -- "$part" "$work/err" || { why "no '$part' in: $(cat "$work/err")"; return 1; }
}

refused harness
point $? "nothing to measure"
refused harness nonsense
point $? "nothing that can be measured"
refused "at most" harness --backend ref --backend opt
point $? "two backends"
want=3 refused "No such file" harness --backend ./nowhere.so
point $? "a backend that is not there"
finish
