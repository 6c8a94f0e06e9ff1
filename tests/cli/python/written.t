#!/usr/bin/env bash
# written.t - a function that writes to an operand that is given for reading is told so, with the operand: where its library
# refuses, and where the process is stopped; who only asks for operands that can be written to gets them.
# sanitizers: no, each judgement starts Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
peers=${GATHERUM_PEERS:-$(dirname "$gatherum")/peers}
export PYTHONPATH=$peers/numpy PYTHONDONTWRITEBYTECODE=1 GATHERUM=$gatherum GATHERUM_PEERS=$peers
python3 -c 'import numpy, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip_all 'no numpy here'
GATHERUM_PYTHON=$(python3 -c 'import sys; print(sys.executable)')
export GATHERUM_PYTHON
cat >"$work/writes.py" <<'PY'
import ctypes

import numpy

def clamps(a, indices, axis=0):
    indices[indices < 0] += a.shape[axis]
    return numpy.take(a, indices, axis=axis)

def doubles(a, indices, axis=0):
    made = numpy.take(a, indices, axis=axis)
    a *= 2
    return made

def pokes(a, indices, axis=0):
    if indices.size > 1:
        ctypes.memset(indices.ctypes.data + 8, 1, 1)
    return numpy.take(a, indices, axis=axis)

def pokes_beside(a, indices, axis=0):
    ctypes.memset(indices.ctypes.data + indices.nbytes + 2, 1, 1)
    return numpy.take(a, indices, axis=axis)

def asks(a, indices, axis=0):
    if not a.flags.writeable:
        raise ValueError("buffer source array is read-only")
    return numpy.take(a, indices, axis=axis)
PY
cd "$work" || exit 3
told() { # FUNCTION VERDICT WHAT_IT_SAYS CASE...
    timeout 120 "$gatherum" run --backend "writes.py:$1:dtypes=float32,index_dtypes=int64" --like gather/numpy-take-raise-2.x --draw 0 \
        --timeout 20 --out r.jsonl "${@:4}" >out 2>err
    same "$? $(jq -r 'select(.record == "case") | .verdict' r.jsonl | sort -u | xargs)" "1 $2" "code and verdicts; $(tail -n 4 out err)" &&
        { grep -q "$3" out || { why "'$3' is not said: $(cat out)"; return 1; }; }
}
passes() {
    timeout 120 "$gatherum" run --backend "writes.py:asks:dtypes=float32,index_dtypes=int64" --like gather/numpy-take-raise-2.x --draw 0 \
        --timeout 20 'gather/numpy-take-raise-2.x/rows/*' 'gather/numpy-take-raise-2.x/negative/*' >out 2>err
    same $? 0 "$(tail -n 4 out err)"
}
plan 5
check 'an index that is made positive where it lies' told clamps input-written 'changed byte [0-9]* of indices, in the first call' 'gather/numpy-take-raise-2.x/negative/*'
check 'a table that is changed' told doubles input-written 'changed byte [0-9]* of data, in the first call' gather/numpy-take-raise-2.x/rows
check 'a write that stops the process; the next case is judged' told pokes input-written 'wrote to byte 8 of indices, in the first call' 'gather/numpy-take-raise-2.x/rows/*'
check 'and one beside an operand' told pokes_beside out-of-bounds-write 'wrote 2 bytes after the end of indices' 'gather/numpy-take-raise-2.x/rows/*'
check 'who asks for operands that can be written to, and does not write, passes' passes
finish
