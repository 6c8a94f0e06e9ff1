#!/usr/bin/env bash
# ascend_sim.t - the tile simulator: any number of cores and both products give the same
# answers, and each rule that a kernel breaks is called by its name.
# sanitizers: no, the kernels and threads are seen by test_npu there.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
broken=(tests/saboteurs/npu/*.c)
plan $((${#broken[@]} + 9))

line_of() { sed -n "s/^ \* $1: //p" "$2"; }

# The simulator with one step replaced fails, and the first line says which rule.
for f in "${broken[@]}"; do
    name=$(basename "$f" .c)
    rule=$(line_of rule "$f")
    read -ra cases <<<"$(line_of cases "$f")"
    gat run -x --backend "$out/tests/saboteurs/npu/$name.so:cores=2" "${cases[@]}"
    same "$code" 1 "exit code; $(tail -n 1 "$work/err")" && { grep -q "it says \"$rule: " "$work/out" || {
        why "no $rule: $(grep -m 2 'it says' "$work/out")"
        false
    }; }
    point $? "$name: $rule"
done

named_all() {
    local rule missing=
    for rule in $(sed -n 's/^NPU_RULE([A-Z_]*, "\([^"]*\)".*/\1/p' ascend/npu_rules.def); do
        grep -q "^ \* rule: $rule\$" "${broken[@]}" || grep -q "\"$rule\"" tests/unit/kernels/test_npu.c || missing+=" $rule"
    done
    same "$missing" "" "rules that nothing is known to break"
}
named_all
point $? "every rule has a kernel that breaks it"

some="gather/mindspore/batch gather/onnx-13/blocks gather_elements/onnx-13/vector-sizes/*int8,* gather_elements/pypto/tiling gather_elements/pypto/undefined scatter/onnx-11/blocks gather/mindspore/undefined gather_nd/onnx-13/blocks scatter_nd/onnx-13/blocks scatter_nd/onnx-18/reductions scatter_elements/onnx-18/sums"
for options in product=a2a3,cores=1 product=a2a3,cores=48,eager product=950,cores=7; do
    # shellcheck disable=SC2086
    gat run --backend "ascend_sim:$options" $some
    same "$code" 0 "exit code: $(tail -n 2 "$work/err"); $(grep -m 2 -A 3 '^not ok' "$work/out")"
    point $? "ascend_sim:$options conforms"
done

gat run --backend ascend_sim:product=950 gather_elements/pypto/tiling gather/mindspore/undefined
grep -q 'pypto-2026.02@950 ' "$work/out" && grep -q 'mindspore-2.x@npu ' "$work/out" || { why "$(tail -n 6 "$work/out")"; false; }
point $? "a product is judged by its profile in each document"

refused() {
    gat run --backend "ascend_sim:$2" gather/onnx-13/document
    same "$code" 2 "exit code" && { grep -qF -- "$1" "$work/err" || { why "no '$1' in $(cat "$work/err")"; false; }; }
    point $? "refused: $2"
}
refused 'there is no product "a5"' product=a5
refused 'core-count: a2a3 has at most 48 cores' cores=49
refused '"turbo" is no option of ascend_sim' turbo

# Rows of one element: a block of 32 bytes moves 4.
gat run --here --backend "ascend_sim:counters=$work/counters" gather/onnx-13/rows
grep -q '^gather/onnx-13 rows: units .*, in [1-9].*, padding [1-9].*, cycles [1-9]' "$work/counters" || { why "$(head -n 2 "$work/counters")"; false; }
point $? "counters tell what was moved and what was padding"
finish
