#!/usr/bin/env bash
# giants.t - data past 2^31 and 2^32 elements: fences, diagnoses, claims, and the two
# kinds of files that can ask for them.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gat_limit=30
giants=gather/onnx-13/giants
mkdir "$work/cases"
plan 23

# gat ARGUMENTS...: leaves $code, $work/out and $work/err.  Whoever looks through all
# holes of a giant takes longer than this.
# caught SABOTEUR CASE VERDICT WORDS: that case gets that verdict, told in these words.
caught() {
    gat run --backend "$out/tests/saboteurs/$1.so" "$giants/$2"
    same "$code" 1 "exit code" && has "$3: $giants/$2" && has "$4"
}
check "a read just after a giant is a fault" \
    caught bound_off_by_one one-past-the-end/int8,int64 out-of-bounds-read "read right after the end of data (offset 4294967311 of 4294967311)"
check "a read just before it" \
    caught byte_before_data_read axis-past-32-bits/int8,int64 out-of-bounds-read "read 1 byte before data"
check "a write into it" \
    caught data_written_back axis-past-32-bits/int8,int64 input-written "wrote to byte 0 of data"
check "an offset that turned negative is told in bytes before it" \
    caught offset_in_32_bits axis-past-31-bits/int16,int64 out-of-bounds-read "4294967296 bytes before data"
check "an index of 2^32 cut to 0" \
    caught index_cut_to_32_bits axis-past-32-bits/float32,int64 wrong-value "only the low bits of the index were used"
check "an offset of elements cut to 32 bits" \
    caught offset_in_32_bits_unsigned rows-past-32-bits/float64,int64 wrong-value "the offset was cut to 32 bits"
check "an offset of bytes cut to 32 bits" \
    caught byte_offset_in_32_bits_unsigned bytes-past-32-bits/complex128,int32 wrong-value "the offset was cut to 32 bits"

declines() {
    gat run --backend "$out/tests/plugins/no_giants.so" "$giants/bytes-past-32-bits" gather/onnx-13/document/rows/float32,int64
    same "$code" 0 "exit code" || { why "$(cat "$work/out" "$work/err")"; return 1; }
    has "not claimed: tensors above 1 GiB" && has "1 case judged: 1 pass, 0 fail; 10 not claimed"
}
check "who declares that no giants may come gets none, and the reason is told" declines

# What show prints is a case file of its own, with the same case.
shows() {
    gat show "$giants/rows-past-32-bits/int16,int64" || return
    has "fill: sparse" && has "1073741827" || return
    sed -n '/^cases: 1/,/^[#.]/p' "$work/out" | grep -v '^[#.]' >"$work/cases/gather.shown.yaml"
    gat run --backend opt --path "$work" gather/onnx-13/shown
    same "$code" 0 "exit code of the case as shown" || { why "$(cat "$work/err" "$work/cases/gather.shown.yaml")"; return 1; }
}
check "a giant is shown without its holes, and can be read back" shows
rm -f "$work"/cases/*

# Each zero of its output has to be written, which for a giant nobody waits for.
of_zeros() {
    printf '%s\n' 'cases: 1' 'hunts: x' 'variants: [mindspore-zeros-2.x]' 'types: [float32]' 'tests:' \
        '- {name: far, data: {shape: [4294967299], fill: sparse}, indices: [[0], [4294967298]], updates: {shape: [2]}, reduction: add}' >"$work/cases/scatter_nd.zeros.yaml"
    gat run --backend ref --path "$work" scatter_nd/mindspore-zeros-2.x/zeros
    same "$code $(cat "$work/err")" "2 gatherum: $work/cases/scatter_nd.zeros.yaml:6:21: scatter_nd/mindspore-zeros-2.x takes no sparse 'data' in test 'far', as each zero of its output has to be written" "exit code, message"
}
check "an output that begins as zeros is no giant" of_zeros
rm -f "$work"/cases/*

generated() {
    cat >"$work/cases/gather.made.lua" <<'END'
return {
    cases = 1, hunts = "x", types = { "int8" }, index_types = { "int64" },
    generate = function(rng, emit, variant)
        emit { name = "one", axis = 0, data = { shape = { 1 << 32 }, fill = "sparse" },
               indices = { (1 << 32) - 1, 1 << 31 } }
    end,
}
END
    gat run --backend ref --path "$work" gather/onnx-13/made
    same "$code" 0 "exit code" || { why "$(cat "$work/out" "$work/err")"; return 1; }
}
check "a generator makes them too" generated
rm -f "$work"/cases/*

# A backend that looks at all of it reads zeros; nothing of that becomes resident.
checked_alone() {
    gat run --here --backend opt "$giants/axis-past-32-bits"
    same "$code" 0 "exit code"
}
check "--here has them as well" checked_alone

lanes() {
    gat run -j 2 --backend opt "$giants" gather_elements/torch-2.x/giants
    same "$code" 0 "exit code"
}
check "and so have two lanes" lanes

# Scatters into giants: the output is the memory of data.
giants=scatter_elements/onnx-11/giants
check "a write just after a giant is found" \
    caught lanes_written_past_the_end axis-past-32-bits/int8,int64+inplace out-of-bounds-write "data (offset 4294967311 of 4294967311)"
check "an offset that turned negative is told in bytes before it" \
    caught offset_in_32_bits axis-past-31-bits/int8,int64+inplace out-of-bounds-write "wrote 2147483648 bytes before data"
check "an update that went to where 32 bits lead is found there" \
    caught offset_in_32_bits_unsigned far-row/float32,int64+inplace wrong-value "the offset was cut to 32 bits"
check "and so it is when the offset counts bytes" \
    caught byte_offset_in_32_bits_unsigned bytes-past-32-bits/complex128,int32+inplace wrong-value "the offset was cut to 32 bits"
check "an update that went nowhere" \
    caught loop_bound_in_32_bits product-is-zero-in-32-bits/int16,int32+inplace wrong-value "what data held before, the update is lost"
check "what was written before an error" \
    caught written_before_error one-past-the-end/complex128,int64+inplace dirty-error "changed the output"

scattered_alone() {
    gat run --here --backend opt "$giants/axis-past-32-bits"
    same "$code" 0 "exit code"
}
check "--here has them as well" scattered_alone

twice() {
    printf 'cases: 1\nhunts: x\ntests:\n  - {name: twice, data: {shape: [4294967311], fill: sparse}, indices: [-1, 4294967310], updates: {shape: [2]}, axis: 0}\n' >"$work/cases/scatter_elements.mine.yaml"
    gat run --backend ref --path "$work" scatter_elements/onnx-11/mine
    [ "$code" -ne 0 ] && grep -q "output\[4294967310\] has two updates" "$work/out" "$work/err" || { why "$code: $(head -c 600 "$work/out" "$work/err")"; return 1; }
}
check "two updates of one element are refused" twice
rm -f "$work"/cases/*

plainly() {
    printf 'cases: 1\nhunts: x\ntests:\n  - {name: views, presented: strided, data: {shape: [4294967311], fill: sparse}, indices: [0], updates: {shape: [1]}, axis: 0}\n' >"$work/cases/scatter_elements.mine.yaml"
    gat run --backend ref --path "$work" scatter_elements/onnx-11/mine
    same "$code" 2 "exit code" && grep -q "as 'inplace' alone" "$work/err" || { why "$code: $(head -c 600 "$work/out" "$work/err")"; return 1; }
}
check "and so is any other presentation" plainly
rm -f "$work"/cases/*

giants=gather/onnx-13/giants
# Many cases at once, some of them giants: nothing of one is seen by another.
mixed() {
    gat run --backend opt gather/onnx-13/giants gather/onnx-13/rows gather/onnx-13/types scatter_elements/onnx-11/giants scatter_elements/onnx-11/blocks
    same "$code" 0 "exit code"
}
check "giants among small cases" mixed
finish
