#!/usr/bin/env bash
# device_saboteurs.t - saboteurs that keep an offset in few bits, or read or write beside an operand, once more with their
# operands in memory of a device that maps addresses piece by piece: each is caught there too.
# sanitizers: no, the device is the host's memory behind a handler of signals.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
objects=("$out"/obj/tests/saboteurs/broken.o "$out"/obj/core/*.o "$out"/obj/ref/*.o "$out"/obj/gen/variants.o)
[ -e "${objects[0]}" ] || skip_all 'no saboteurs were built (make broken)'
cases=(gather/onnx-13/document gather/onnx-13/rows/row-33 'gather/onnx-13/views/*/float32,*' gather/onnx-13/errors 'gather/onnx-13/empty/*/float32,*'
    gather/onnx-13/blocks 'gather_elements/onnx-13/bad-sizes/*/float32,*' 'scatter_elements/onnx-18/bad-sizes/*/float32,*' scatter_elements/onnx-18/document
    'scatter_elements/onnx-18/views/*/float32,*' 'gather/onnx-13/giants/*/int8,int64' 'gather_elements/onnx-13/giants/*/int8,int64' scatter_nd/onnx-18/giants
    'gather/onnx-13/counts/*/float32,*' 'gather_elements/numpy-2.x/repeated/*/float32,*'
    scatter_elements/numpy-2.x/repeated)

# judged NAME FILE OPTIONS...: leaves $work/NAME.jsonl and $work/NAME.code.
judged() {
    local name=$1 file=$2
    shift 2
    cc -std=c11 -D_GNU_SOURCE -fPIC -fvisibility=hidden -pthread -O2 -DGAT_BROKEN_MAPPED -Iinclude -Icore -Iref -Itests/saboteurs -shared \
        -o "$work/$name.so" "$file" "${objects[@]}" -lm 2>"$work/$name.err" &&
        timeout 120 "$gatherum" run -j 1 --backend "$work/$name.so" --draw 0 --quiet --out "$work/$name.jsonl" "$@" "${cases[@]}" >"$work/$name.out" 2>>"$work/$name.err"
    echo $? >"$work/$name.code"
}
# those whose fault is of that kind; strings stay on the host
mapfile -t files < <(grep -lE '^ \* (verdict: +out-of-bounds|class: +OVF)' tests/saboteurs/*/*.c | xargs grep -lE '^SABOTEUR\(' | grep -v '/string_')
plan $((${#files[@]} + 1))
judged honest tests/saboteurs/honest/honest.c &
for file in "${files[@]}"; do
    judged "$(basename "$file" .c)" "$file" --exit-first &
    [ "$(jobs -rp | wc -l)" -lt 2 ] || wait -n
done
wait
same "$(cat "$work/honest.code")" 0 "exit code; $(head -c 300 "$work/honest.err" "$work/honest.out")" &&
    same "$(jq -s 'map(select(.record == "point") | .passed) | add > 500' "$work/honest.jsonl")" true "more than 500 cases pass"
point $? "without a fault all pass"
for file in "${files[@]}"; do
    name=$(basename "$file" .c)
    found=$(jq -r 'select(.record == "case" and .verdict != "weak") | .verdict' "$work/$name.jsonl" 2>/dev/null | head -n 1)
    same "$(cat "$work/$name.code")" 1 "exit code; $(head -c 300 "$work/$name.err")" && [ -n "$found" ]
    point $? "$name: ${found:-nothing}"
done
finish
