#!/usr/bin/env bash
# shrink.t - gatherum shrink: small, plain, with the same verdict, and a proof.
# sanitizers: no, it runs backends whose faults a sanitizer would take for its own.
# coverage: counts
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 13

broken() { echo "$out/tests/saboteurs/$1.so"; }

# A case with much that does not matter: rank 4, an axis, specials, other types.
cat >"$work/gather.big.yaml" <<'END'
cases: 1
hunts: everything at once
tests:
  - name: big
    variants: [onnx-13]
    types: [float16]
    index_types: [int32]
    data: {shape: [2, 3, 5, 4], fill: specials}
    indices: [[0, 4, 1], [2, -5, 3], [1, 1, 0]]
    axis: -2
END

boundary() {
    gat shrink --backend "$(broken minus_extent_refused)" "$work/gather.big.yaml"
    same "$code" 1 "exit code: $(head -c 300 "$work/err")" || return
    has 'refused of minus_extent_refused' || return
    has 'no single step makes it smaller' || return
    has 'types: [float32]' || return
    has 'index_types: [int64]' || return
    has 'data: [1.0]' || return
    has 'indices: -1' || return
    ! grep -qE 'axis:|batch_dims:' "$work/out" || { why "attributes are left: $(cat "$work/out")"; return 1; }
}
# (On an axis of one element, minus the extent is -1.)
check "an index at the lower bound is what is left of rank 4" boundary

middle() {
    cat >"$work/gather.middle.yaml" <<'END'
cases: 1
hunts: a bad index among good ones
tests:
  - name: middle
    variants: [onnx-13]
    types: [int16]
    data: {shape: [6, 4]}
    indices: [0, 1, 2, 9, 3, 4, 5]
END
    gat shrink --backend "$(broken last_index_checked_only)" "$work/gather.middle.yaml"
    same "$code" 1 "exit code" || return
    # One index would be the last, and is checked.
    [ "$(sed -n 's/^  indices: //p' "$work/out" | tr -cd ',' | wc -c)" = 1 ] || { why "$(cat "$work/out")"; return 1; }
}
check "what needs two indices keeps two" middle

bits() {
    gat shrink --backend "$(broken minus_zero_lost)" "$work/gather.big.yaml"
    same "$code" 1 "exit code" || return
    has '-0.0' || return
    same "$(sed -n 's/^  data: //p' "$work/out" | tr -cd '[:digit:].,-')" "-0.0" "data"
}
check "the bits that matter stay" bits

joined() {
    cat >"$work/gather_elements.wide.yaml" <<'END'
cases: 1
hunts: more than 64 elements
tests:
  - name: wide
    variants: [onnx-13]
    types: [float32]
    data: {shape: [2, 2, 3, 6]}
    indices: {shape: [2, 2, 3, 6], fill: zeros}
    axis: 1
END
    gat shrink --backend "$(broken status_not_returned)" "$work/gather_elements.wide.yaml"
    same "$code" 1 "exit code: $(head -c 300 "$work/err")" || return
    has 'no single step makes it smaller' || return
    # Data of one, and the first number that is too many.
    has '  data: [1.0]' && same "$(sed -n '/^  indices:/,$p' "$work/out" | grep -oE '\b0\b' | wc -l)" 65 "indices"
}
check "a number of elements is cut as one dimension" joined

id() {
    gat shrink --backend "$(broken negative_not_wrapped)" 'gather/onnx-13/negative/minus-one-row'
    same "$code" 1 "exit code: $(cat "$work/err")" || return
    has 'out-of-bounds-read of negative_not_wrapped' || return
    has 'indices: -1'
}
check "a case of the suite is named by its name" id

# A shrunk case is read again and shrinks no further.
again() {
    gat shrink --backend "$(broken duplicate_update_lost)" --out "$work/once" 'scatter_elements/onnx-11/duplicates'
    same "$code" 1 "exit code: $(cat "$work/err")" || return
    gat shrink --backend "$(broken duplicate_update_lost)" "$work"/once/cases/scatter_elements/*-shrunk.yaml
    same "$code" 1 "exit code of the second time: $(cat "$work/err")" || return
    has ' 0 steps kept; no single step' || return
    grep -v '^#\|^hunts\|topic' "$work/out" >"$work/second"
    grep -v '^#\|^hunts\|topic' "$work/once/cases/"*/*.yaml | diff - "$work/second" >"$work/diff" ||
        { why "$(cat "$work/diff")"; return 1; }
}
check "what was shrunk stays as it is" again

# With one element less the same backend writes outside: that is another verdict.
verdict() {
    cat >"$work/scatter_elements.wrong.yaml" <<'END'
cases: 1
hunts: a negative index that is not counted from the end
tests:
  - name: wrong
    variants: [onnx-11]
    types: [float32]
    index_types: [int64]
    data: {shape: [3, 2]}
    indices: [[0], [-1], [0]]
    updates: {shape: [3, 1]}
    axis: 1
END
    gat shrink --backend "$(broken negative_not_wrapped)" --out "$work/v" "$work/scatter_elements.wrong.yaml"
    same "$code" 1 "exit code: $(cat "$work/err")" || return
    has 'wrong-value of negative_not_wrapped' || return
    eval "$(sed -n 's/^# repeat: //p' "$work/out")" >"$work/run" 2>&1
    grep -q '^#   wrong-value' "$work/run" || { why "$(cat "$work/out" "$work/run")"; return 1; }
}
check "the verdict stays" verdict

# Nine indices are what it takes, and ten can be cut to nine in a row only.
row() {
    cat >"$work/gather.square.yaml" <<'END'
cases: 1
hunts: a tail after whole blocks that is left out
tests:
  - name: square
    variants: [onnx-13]
    types: [float32]
    index_types: [int64]
    data: [1]
    indices: [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]
END
    gat shrink --backend "$(broken tail_dropped)" "$work/gather.square.yaml"
    same "$code" 1 "exit code: $(cat "$work/err")" || return
    has 'indices: [0, 0, 0, 0, 0, 0, 0, 0, 0]'
}
check "indices of two dimensions become a row" row

line() {
    gat shrink --backend "$(broken negative_not_wrapped)" --out "$work/o" 'gather/onnx-13/negative/minus-one-row'
    eval "$(sed -n 's/^# repeat: //p' "$work/out")" >"$work/run" 2>&1
    same $? 1 "exit code of: $(sed -n 's/^# repeat: //p' "$work/out")" || return
    grep -q '^#   out-of-bounds-read' "$work/run" || { why "$(cat "$work/run")"; return 1; }
    cc -o "$work/alone" "$work/o/"*.c -ldl 2>"$work/run" && "$work/alone" "$(broken negative_not_wrapped)" >"$work/run" 2>&1
    same $? 1 "exit code of the C file of its own: $(cat "$work/run")" && grep -q 'outside of data' "$work/run"
}
check "the line that repeats it does" line

passes() {
    gat shrink --backend ref 'gather/onnx-13/negative/minus-one-row'
    same "$code" 0 "exit code" || return
    has 'none fails'
}
check "a case that passes is not shrunk" passes

stated() {
    gat shrink --backend "$plugins/infer_lies.so" gather/onnx-13/document
    same "$code" 1 "exit code: $(head -c 300 "$work/err")" || return
    has 'wrong-shape of infer_lies' && has 'indices: 0'
}
check "a shape that is stated wrongly is a failure, too" stated

drawn() {
    gat shrink --backend "$(broken index_unchecked)" gather/onnx-13/drawn/edges -o "$work/drawn"
    same "$code" 1 "exit code: $(head -c 300 "$work/err")" || return
    gat run --backend "$(broken index_unchecked)" --path "$work/drawn" 'gather/onnx-13/drawn-edges-shrunk'
    same "$code" 1 "exit code of the file: $(head -c 300 "$work/err")" && has '1 case judged'
}
check "a drawn case becomes a file that can be run" drawn

usage() {
    gat shrink --backend ref
    same "$code" 2 "nothing named" || return
    gat shrink --backend ref gather/nothing/at-all
    same "$code" 2 "a name of nothing" || return
    gat shrink --backend ref "$work/not-there.yaml"
    same "$code" 2 "a file that is not there"
}
check "what cannot be done is told" usage
finish
