#!/usr/bin/env bash
# causes.t - what is told of a few saboteurs alone, and of two in one backend.
# sanitizers: no, it judges backends whose faults a sanitizer would take for its own.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
needs 'python3 jq' python3 jq
plan 5

# causes ARGUMENT...: what tools/release/causes.py says of these saboteurs is in $work/out.
causes() {
    timeout 300 python3 tools/release/causes.py --draw 30 "$@" >"$work/out" 2>"$work/err" || { why "causes.py failed: $(tail -n 3 "$work/err")"; return 1; }
}
says() { grep -qE -- "$1" "$work/out" || { why "not said: '$1'; but: $(cat "$work/out")"; return 1; }; }

alone() {
    causes index_clamped denormal_flushed && says '^index_clamped: 1 causes, first case of [1-8] elements, ' &&
        says '^denormal_flushed: 1 causes' && says '^at most 3 causes: 2 of 2 '
}
check "one fault is one cause" alone
both() {
    causes --pairs 1 index_clamped denormal_flushed && says '^two causes: 1 of 1 '
}
check "two faults in one backend are two causes" both

three=$PWD/$out/tests/saboteurs
right() {
    gat run --quiet --draw 30 --backend "$plugins/two_faults.so:$three/honest.so,$three/honest.so,$three/honest.so" gather/onnx-13 scatter_elements/onnx-18
    same "$code" 0 "exit code: $(tail -n 3 "$work/out" "$work/err")"
}
check "without a fault such a backend conforms" right

# Each listed case of a point tells at least as much as the next one, and the first more than the first in order.
order() {
    gat run --seed 11001 --out "$work/records" --backend "$out/tests/drawn/drawn.so:tensor_scatter/onnx-linear-24+neighbour+last+same-shape" tensor_scatter/onnx-linear-24/caches
    same "$code" 1 "exit code" || return
    jq -r 'select(.record == "case") | "\(.case) \(.tells)"' "$work/records" >"$work/tells"
    awk 'NR == FNR { tells[$1] = $2; next } /^not ok/ { last = 99 } $1 == "#" && ($3 in tells) { if (tells[$3] > last) print; last = tells[$3]; n++ } END { if (n < 3) print n " cases" }' \
        "$work/tells" "$work/out" >"$work/odd"
    [ ! -s "$work/odd" ] || { why "told too late: $(cat "$work/odd")"; return 1; }
    [ "$(jq -r 'select(.record == "case") | .case' "$work/records" | grep -m 1 /heads/)" = tensor_scatter/onnx-linear-24/caches/heads/bool,int64 ] &&
        ! grep -qE '^#   [a-z-]+: tensor_scatter/onnx-linear-24/caches/heads/bool,int64' "$work/out" || { why "bool is told of heads: $(cat "$work/out")"; return 1; }
}
check "what tells most of a point is listed first" order

# Passing cases of a variant with a profile count too.
profiles() {
    gat run --draw 0 --out "$work/records" --backend "$out/tests/drawn/drawn.so:gather/mindspore-2.x+accept-clamp+all+esize-is:8" gather/mindspore-2.x@cpu/range
    same "$code" 1 "exit code" || return
    gat report summary "$work/records"
    tr '\n' ' ' <"$work/out" | tr -s ' ' | grep -qE 'an error that is due, as [0-9]+ passing cases have' ||
        { why "what passing cases have is not told: $(cat "$work/out")"; return 1; }
}
check "what passing cases have is counted by profile" profiles
finish
