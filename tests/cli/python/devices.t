#!/usr/bin/env bash
# devices.t - with device= the operands lie in one poisoned piece of that device's memory: what a function writes
# beside them or to its inputs is told, what it leaves of out= is seen, and views and empties arrive as they are.
# sanitizers: no, each judgement starts Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
peers=${GATHERUM_PEERS:-$(dirname "$gatherum")/peers}
export PYTHONPATH=$PWD/python:$peers/numpy PYTHONDONTWRITEBYTECODE=1 GATHERUM=$gatherum GATHERUM_PEERS=$peers
python3 -c 'import numpy, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip_all 'no numpy here'
cat >"$work/kernels.py" <<'EOF'
import ctypes

import numpy

def take(a, indices, axis=0):
    return numpy.take(a, indices, axis=axis)

def writes_past(a, indices, axis=0):
    made = take(a, indices, axis)
    ctypes.memset(a.ctypes.data + a.nbytes + 8, 7, 3)
    return made

def writes_before(a, indices, axis=0):
    ctypes.memset(indices.ctypes.data - 5, 7, 2)
    return take(a, indices, axis)

def writes_and_raises(a, indices, axis=0):
    ctypes.memset(a.ctypes.data + a.nbytes, 7, 1)
    return take(a, indices, axis)

def writes_input(a, indices, axis=0):
    made = take(a, indices, axis)
    indices[...] = 0
    return made

def forgets_last(a, indices, axis=0, *, out):
    out.reshape(-1)[:-1] = take(a, indices, axis).reshape(-1)[:-1]

def dirties(a, indices, axis=0, *, out):
    """Writes, and only then finds that an index is outside."""
    out[...] = 7
    out[...] = take(a, indices, axis)

def into(a, indices, axis=0, *, out):
    out[...] = take(a, indices, axis)

def flat(a, indices, axis=0):
    """Walks its data as if they were compact."""
    there = numpy.frombuffer(ctypes.string_at(a.ctypes.data, a.nbytes), a.dtype).reshape(a.shape)
    return take(there, indices, axis)
EOF
cat >"$work/odd.py" <<'EOF'
def from_dlpack(exported):
    raise ValueError("odd arrays are not made")
EOF
cd "$work" || exit 3

# judged ISOLATED NAME...: these functions, by the package, on the CPU's memory.
judged() {
    timeout 120 python3 - "$@" >out 2>err <<'EOF2' || { why "$(tail -n 8 out err)"; return 1; }
import sys
import gatherum as gat
import kernels
told = {"take": "", "into": "",
        "writes_past": "changed 8 bytes after the end of data (offset ",
        "writes_before": "changed 5 bytes before indices, in the first call",
        "writes_and_raises": "changed right after the end of data (offset ",
        "writes_input": "changed byte 0 of indices", "forgets_last": "is unwritten", "flat": "views/", "dirties": "dirty-error"}
for name in sys.argv[2:]:
    out = "out" if name in ("into", "forgets_last", "dirties") else None
    cases = ["errors/one-past-the-end"] if name in ("writes_and_raises", "dirties") else ["document/rows", "views"]
    claim = gat.Claim(dtypes=["float32"], index_dtypes=["int64"], empties=False, strided=out is None,
                      clean_errors=name == "dirties")
    found = gat.judge("kernels:" + name, like="onnx.Gather", arrays="numpy", claim=claim, device="cpu", out=out, draw=0,
                      cases=cases, isolated=sys.argv[1] == "isolated")
    said = f"{found} {[cause.verdict for cause in found.causes]}"
    assert (found.failed > 0) == bool(told[name]) and told[name] in said, f"{name}: {said}"
    assert any("must not change" in note for note in found.notes), found.notes
EOF2
}

# An error is due there, and the library's own must not pass for it.
unmade() {
    timeout 120 python3 - >out 2>err <<'EOF2' || { why "$(tail -n 8 out err)"; return 1; }
import gatherum as gat
found = gat.judge("kernels:take", like="onnx.Gather", arrays="odd", claim=gat.Claim(dtypes=["float32"], index_dtypes=["int64"]),
                  device="cpu", draw=0, cases=["errors/one-past-the-end"], isolated=False)
assert not found and "its operands could not be made: ValueError: odd arrays" in str(found), str(found)
EOF2
}

plan 3
check 'a library that cannot make the operands does not pass' unmade
check 'in a worker' judged isolated writes_before
check 'in this process' judged here take into dirties writes_past writes_and_raises writes_input forgets_last flat
finish
