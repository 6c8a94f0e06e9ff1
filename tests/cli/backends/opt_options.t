#!/usr/bin/env bash
# opt_options.t - the options of backend opt: levels and threads, alone and together,
# and what is said about those that do not exist.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 12

# refused PART OPTIONS: not loaded, and one sentence with PART in it.
refused() {
    timeout 60 "$gatherum" run --backend "opt:$2" gather/onnx-13/document >"$work/out" 2>"$work/err"
    same $? "${want:-2}" "exit code" || return
    [ "$(wc -l <"$work/err")" = 1 ] || { why "one sentence: $(cat "$work/err")"; return 1; }
    grep -qF -- "$1" "$work/err" || { why "no '$1' in: $(cat "$work/err")"; return 1; }
}

# conforms OPTIONS: some cases of each operator pass; a level that this CPU lacks is skipped.
conforms() {
    if timeout 60 "$gatherum" run --backend "opt:$1" 'gather/onnx-13/document/*' gather/onnx-11/blocks scatter/onnx-11/blocks scatter_elements/onnx-11/blocks \
        >"$work/out" 2>"$work/err"; then
        point 0 "opt:$1 conforms"
    elif grep -q 'this CPU has no' "$work/err"; then
        skip "opt:$1" "this CPU has no such level"
    else
        why "$(cat "$work/err")"
        why "$(grep -m 3 '^not ok' "$work/out")"
        point 1 "opt:$1 conforms"
    fi
}

refused 'there is no level "sse9"' level=sse9
point $? "a level that does not exist"
refused 'a number from 1 to 256' threads=0
point $? "no thread"
refused 'a number from 1 to 256' threads=3x
point $? "a number that is none"
refused '"fast=1" is no option of opt' fast=1
point $? "an option that does not exist"
refused '"fast" is no option of opt' level=base,fast
point $? "such a one after a good one"
conforms level=base
conforms level=avx2,threads=3
conforms level=avx512
conforms gathers=yes
refused '"gathers=9" is no option of opt' gathers=9
point $? "neither yes, no nor measured"
conforms threads=8
conforms threads=1
finish
