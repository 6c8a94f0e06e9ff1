#!/usr/bin/env bash
# numpy_functions.t - functions that call numpy, judged as numpy's own: views reach them, what cannot be read or was not
# written is no answer, and what the document's own function fails is borne.
# sanitizers: no, each judgement starts Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip_all 'no python3 of version 3.10 here'
peers=$(dirname "$gatherum")/peers
[ -n "${GATHERUM_PEERS:-}" ] && peers=$GATHERUM_PEERS
python3 -c 'import numpy' 2>/dev/null || [ -d "$peers/numpy" ] || skip_all 'no numpy here'
export PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1 GATHERUM=$gatherum
cd "$work" || exit 3
verdicts() { jq -r 'select(.record == "case" and .verdict != "weak") | .verdict' r.jsonl | sort -u | xargs; }
python() { python3 - >out 2>err || { why "$(tail -n 5 err)"; return 1; }; }

plan 5
views() { # FUNCTION CODE
    timeout 120 env GATHERUM_PEERS="$peers" "$gatherum" run --backend "strides.py:$1,strided=yes" --like gather/numpy-take-raise-2.x \
        --timeout 20 --draw 150 --out r.jsonl 'gather/numpy-take-raise-2.x/drawn/*' >out 2>err
    code=$?
    same "$code" "$2" "code; $(tail -n 4 out err)" &&
        same "$(jq -r 'select(.record == "case" and .verdict != "weak") | .case' r.jsonl | grep -cv '+')" 0 'failures of plain operands'
}
cat >"$work/strides.py" <<'PY'
import ctypes
import numpy

def right(a, indices, axis):
    return numpy.take(a, indices, axis=axis)

def short(a, indices, axis):
    made = right(a, indices, axis)
    result = numpy.empty(made.shape, made.dtype)
    result.reshape(-1)[:-1] = made.reshape(-1)[:-1]
    return result

class Lies:
    shape, dtype = (2,), numpy.dtype("f4")
    def __repr__(self):
        raise RuntimeError("no")
    def __dlpack__(self, **more):
        return 7

class Late(Lies):
    @property
    def __array_interface__(self):
        raise IndexError("late")

def lies(a, indices, axis):
    return Lies()

def late(a, indices, axis):  # an error where one is due must be raised by the function itself
    return Late()

def masked(a, indices, axis):
    return numpy.ma.array([1.0, 2.0], mask=[False, True])

def forgets(a, indices, axis):
    flat = numpy.frombuffer(ctypes.string_at(a.ctypes.data, a.nbytes), a.dtype).reshape(a.shape)
    return right(flat, indices, axis)
PY
cat >"$work/likes.py" <<'PY'
import functools
import numpy

def as_numpy(x, idx, ax):
    return numpy.take(x, idx, axis=ax)

def forgets(x, idx, ax):
    return numpy.take(x, numpy.abs(idx), axis=ax)

def as_onnx(data, indices, axis=0):
    return numpy.take(data, indices, axis=axis)

def wrapper(function):
    def anything(*words, **more):
        return function(*words, **more)
    return anything

wrapped = wrapper(as_numpy)
PY
unwritten() { # each case: numpy gives the block of the last result again, where all was right
    timeout 120 env GATHERUM_PEERS="$peers" "$gatherum" run --backend strides.py:short:dtypes=float32+int8,errors=no,empties=no --like gather/numpy-take-raise-2.x \
        --draw 0 --out r.jsonl gather/numpy-take-raise-2.x/document gather/numpy-take-raise-2.x/rows >out 2>err
    same "$? $(jq -s 'map(.passed // 0) | add' r.jsonl) $(verdicts)" '1 0 wrong-value' "code, cases that pass, verdicts; $(tail -n 4 out err)"
}
hostile() { # FUNCTION WHAT_IT_SAYS
    timeout 120 env GATHERUM_PEERS="$peers" "$gatherum" run --backend "strides.py:$1:dtypes=float32" --like gather/numpy-take-raise-2.x \
        --draw 0 --out r.jsonl gather/numpy-take-raise-2.x/rows gather/numpy-take-raise-2.x/errors >out 2>err
    same "$? $(jq -s 'map(.passed // 0) | add' r.jsonl) $(verdicts)" '1 0 internal-error' "code, cases that pass, verdicts; $(tail -n 4 out err)" &&
        grep -q "$2" out
}
unreadable() { hostile lies 'a Lies, which is no array that numpy can read' && hostile late 'a Late that cannot be read: IndexError: late' &&
    hostile masked 'a MaskedArray that masks 1 of its elements, which have no value'; }
borne() {
    GATHERUM_PEERS=$peers PYTHONPATH=$PYTHONPATH:$peers/numpy python <<'EOF'
import gatherum as gat
import likes
more = dict(like="numpy.take", draw=0, cases=["errors/*", "negative/*"], claim=gat.Claim(dtypes=["float32"], index_dtypes=["int64"]))
good = gat.check(likes.as_numpy, **more)
assert any("borne, as numpy.take itself fails" in note for note in good.notes), good.notes
bad = gat.judge(likes.forgets, **more)
assert not bad and not any("bad-without-rows" in str(cause) for cause in bad.causes), str(bad)
assert gat.check(likes.wrapped, **more).passed == good.passed
# What numpy makes of an array of texts without dimensions is a text.
assert gat.check(likes.as_onnx, like="onnx.Gather-13", arrays="numpy", draw=0, cases=["shape/one-element-scalar"], claim=gat.Claim(dtypes=["string"]))
EOF
}
own() { # in 2100 no waiver of the board holds any more
    mkdir -p "$work/waived/backends"
    cat >"$work/waived/backends/numpy.waivers.yaml" <<'EOF'
waivers: 1
entries:
  - {pattern: "gather/numpy-take-raise-2.x", reason: Known., answers: "accepted: *", owner: me, link: "https://example.org", expires: 2199-12-31}
EOF
    PYTHONPATH=$PYTHONPATH:$peers/numpy SOURCE_DATE_EPOCH=4102444800 python <<'EOF'
import os
import gatherum as gat
import numpy
more = dict(like="numpy.take", draw=0, cases=["empty/*", "errors/*"], claim=gat.Claim(dtypes=["float32"], index_dtypes=["int64"]))
bare = gat.judge(numpy.take, **more)
assert not bare and bare.failed > 0 and {one.verdict for one in bare.causes} == {"accepted"}, str(bare)
os.environ["GATHERUM_PATH"] = "waived"
borne = gat.check(numpy.take, **more)
assert borne.passed == bare.passed and borne.notes[0].endswith("borne, as the board's waiver says: Known. (https://example.org)"), borne.notes
EOF
}
views_both() { views right:errors=no 0 && views forgets:errors=no 1; }
check 'strided, broadcast and offset operands reach a function; who forgets strides fails there alone' views_both
check 'a failure that the function of the document has too is borne, and told' borne
check 'what a function that is the document'"'"'s own fails is borne by waivers alone' own
check 'what is returned and cannot be read is no answer, also where an error is due' unreadable
check 'small results of numpy that are not written are seen, whatever lay there' unwritten
finish
