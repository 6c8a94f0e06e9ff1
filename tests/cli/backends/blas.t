#!/usr/bin/env bash
# blas.t - the oracle has an oracle: matrix products agree with ref.  A disagreement is
# an error of this suite, whoever of the two is wrong.
# sanitizers: no, it judges hundreds of thousands of cases and OpenBLAS knows none.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
[ -e "$out/backends/blas.so" ] || skip_all 'no OpenBLAS here (Debian: libopenblas-dev)'
variants="gather/mindspore-2.x gather/onnx-1 gather/onnx-11 gather/onnx-13 gather_elements/onnx-13
gather_elements/torch-2.x scatter/onnx-9 scatter/onnx-11 scatter_elements/onnx-11 take/torch-2.x take/numpy-raise-2.x scatter_slices/torch-index-copy-2.x
scatter_slices/numpy-setitem-2.x scatter_slices/torch-index-add-2.x scatter_slices/numpy-add-at-2.x"
plan 17

# Everything but vector-sizes and most of what is drawn, which only make check has the time for.
agrees() {
    timeout 300 "$gatherum" run --backend blas --draw 20 --shard 1/4 --format jsonl "$1/[!v]*" >"$work/out" 2>"$work/err"
    same $? 0 "exit code; first failure: $(jq -r 'select(.record == "case") | .name + ": " + .diagnosis' "$work/out" | head -n 1)$(head -c 300 "$work/err")"
}
for v in $variants; do
    agrees "$v"
    point $? "$v: a quarter of its cases"
done

# Small cases of each variant, which `make exhaust` asks all of.
small() { "$out/tests/test_exhaust" 300 "$out/backends/blas.so" >"$work/out" && same "$(grep -c ' were asked of blas too$' "$work/out")" 1 "line about blas" || { why "$(grep -v ^ok "$work/out" | head -n 3)"; return 1; }; }
check "small cases of each of its variants" small

# Cases are left out by name alone: giants, strings that a document excludes, tiles.
timeout 60 "$gatherum" run --backend blas 'gather/mindspore-2.x/bits' 'gather_elements/pypto-2026.02' >"$work/out" 2>"$work/err"
grep -q '^#   not claimed: ' "$work/out" || why "$(tail -n 5 "$work/out")"
point $? "what is not claimed is named"
finish
