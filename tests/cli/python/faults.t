#!/usr/bin/env bash
# faults.t - drawn faults called through one function of Python get the verdicts that they get as plug-ins.
# sanitizers: no, each judgement starts Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
peers=${GATHERUM_PEERS:-$(dirname "$gatherum")/peers}
drawn=$(dirname "$plugins")/drawn
export PYTHONDONTWRITEBYTECODE=1 GATHERUM_PEERS=$peers GATHERUM=$gatherum
export PYTHONPATH=$PWD/python:$PWD/backends/python:$peers/numpy
python3 -c 'import numpy' 2>/dev/null || skip_all 'no numpy here'
[ -e "$drawn/drawn.so" ] || skip_all 'drawn.so is not built (make broken)'
plan 3
same_verdicts() { # the first three with a witness, of one seed
    timeout 280 python3 tests/drawn/as_functions.py "$gatherum" "$drawn" 31 3 >"$work/out" 2>"$work/err"
    same $? 0 "exit code; $(cat "$work/out" "$work/err")" && grep -q ', 0 differ without a reason;' "$work/out"
}
check 'three drawn faults have the same verdicts, or there is a reason' same_verdicts
honest() {
    local one
    # Of torch with truth values for words, of OpenVINO with an axis as a tensor, of numpy in place.
    for one in gather/onnx-13 put/torch-2.x scatter_slices/openvino-3 put/numpy-raise-2.x; do
        DRAWN="$drawn/drawn.so $one" timeout 120 "$gatherum" run --backend tests/drawn/drawn.py:answer:arrays=numpy,error_kinds=yes,strided=yes \
            --like "$one" --draw 60 --quiet "$one/drawn/*" >"$work/out" 2>&1
        same $? 0 "exit code; $(tail -n 4 "$work/out")" || return
    done
}
check 'without a fault that function is right' honest
in_place() {
    DRAWN="$drawn/drawn.so put/numpy-raise-2.x+write-after:5" timeout 120 "$gatherum" run \
        --backend tests/drawn/drawn.py:answer:arrays=numpy,strided=yes,device=cpu --like put/numpy-raise-2.x --draw 60 -x --quiet \
        'put/numpy-raise-2.x/drawn/*' >"$work/out" 2>"$work/err"
    same $? 1 "exit code; $(cat "$work/err")" && grep -q out-of-bounds-write "$work/out"
}
check 'the operand that a document changes in place is the output of the plug-in' in_place
finish
