#!/usr/bin/env bash
# tilings.t - explain --shape: which tilings a document allows, and which shapes are none.
#
# SPDX-License-Identifier: Apache-2.0
# coverage: counts
. "$(dirname "$0")/../tap.sh"

explain() { gat explain gather_elements/pypto --shape "$1" --axis "$2"; }
# At the limit to the byte, as the cases of tile-edges are.
legal() {
    explain 9,15680/9,15680 1
    same "$code" 0 "exit code" && has '    4-byte elements, int32: 15680 along the axis: at most 1 elsewhere (188160 bytes)' &&
        has '    4-byte elements, int64: 1 along the axis: at most 2 elsewhere (125464 bytes)'
}
# A type is told once for each size of element, and only listed types of indices.
once() {
    explain 4,5/4,3 1
    same "$code" 0 "exit code" && same "$(grep -c '^    4-byte elements, int32: 3 along' "$work/out")" \
        "$(grep -c '^  @' "$work/out")" "lines of a type for each profile" && ! grep -q 'int8:' "$work/out" &&
        has '  view shape: at least 5 along the axis' && explain 4,3/4,5 1 && has '  view shape: at least 5 along the axis'
}
# Off the axis all dimensions but one may have one element in a tile.
three() {
    explain 9,1,15680/9,1,15680 2
    same "$code" 0 "exit code" && has '    4-byte elements, int32: 15680 along the axis: at most 1 elsewhere (188160 bytes)'
}
no_shape() { explain "$1" 1; same "$code" 2 "exit code" && grep -qF -- "--shape takes DATA[/INDICES] of one rank from 2, such as 64,512/16,512, and no '$1'" "$work/err"; }
most_dimensions() { explain 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 1; same "$code" 0 "exit code" && has '  tile shape: 16 extents'; }
first_axis() {
    gat explain gather_elements/pypto --shape 4,5/4,3 && cp "$work/out" "$work/without" &&
        explain 4,5/4,3 0 && same "$code" 0 "exit code" && cmp -s "$work/without" "$work/out" &&
        ! { explain 4,5/4,3 1 && cmp -s "$work/without" "$work/out"; }
}
no_axis() { explain 4,5 2; same "$code" 2 "exit code" && grep -q 'from 0 to 1' "$work/err"; }
no_rule() { gat explain gather/onnx-13 --shape 4,5; same "$code" 2 "exit code" && grep -q 'says nothing of view and tile shapes' "$work/err"; }

plan 16
check "three dimensions" three
check "which tilings are legal" legal
check "each type once" once
check "sixteen dimensions" most_dimensions
for s in 0,5 -4,5 4,x 4 '' 4,5/4 4,5/4,x 4,5/4,5/6 2147483648,2 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1; do
    check "'$s' is no shape" no_shape "$s"
done
check "axis 0 is the one that is meant without --axis" first_axis
check "an axis that the shape has not, and a variant without a rule" eval 'no_axis && no_rule'
finish
