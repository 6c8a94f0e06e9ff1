#!/usr/bin/env bash
# pytest.t - the package in pytest: a test for each named case, with ids that stay, selections that hold, messages with
# diagnosis and repeat line, causes at the end; also from several processes.
# sanitizers: no, each judgement starts Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
python=
for one in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$one" -c 'import pytest, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || python=$one
done
[ -n "$python" ] || skip_all 'no pytest here (Debian: python3-pytest)'
export PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1 GATHERUM=$gatherum PYTEST_ADDOPTS='-p gatherum.pytest_plugin -p no:cacheprovider --color=no'
cat >"$work/kernels.py" <<'PY'
def take(data, indices, axis=0, *, forget=False):
    """Rows of a by a list of indices, for plain buffers."""
    n, row, flat = data.shape[0], data.nbytes // data.shape[0], data.tobytes()
    out = bytearray()
    for index in memoryview(indices.tobytes()).cast(indices.format):
        if not -n <= index < n:
            raise IndexError(f"index {index} is outside")
        index = abs(index) if forget else index % n
        out += flat[index * row:index * row + row]
    return memoryview(bytes(out)).cast(data.format, [*indices.shape, *data.shape[1:]])
PY
cat >"$work/test_kernels.py" <<'PY'
from functools import partial

import gatherum as gat
import pytest
from kernels import take

CASES = gat.cases("onnx.Gather-13", claim=gat.Claim(dtypes=["int8"], index_dtypes=["int64"], attrs={"axis": [0]}),
                  topics="negative/*")

@pytest.mark.parametrize("case", CASES, ids=str)
def test_take(case):
    case.check(take, arrays="memoryview", draw=0)

@pytest.mark.parametrize("case", CASES, ids=str)
def test_forgets(case):
    case.check(partial(take, forget=True), arrays="memoryview", draw=0)
PY
cd "$work" || exit 3

pytest() { timeout 120 "$python" -m pytest "$@" >out 2>&1; code=$?; }
# says TEXT...: the last run printed these in this order.
says() {
    local text rest
    rest=$(cat out)
    for text in "$@"; do
        case $rest in *"$text"*) rest=${rest#*"$text"} ;; *) why "'$text' is not printed: $(tail -n 30 out)"; return 1 ;; esac
    done
}
count() { sed -nE "s/.* ([0-9]+) $1.*/\1/p" out | tail -n 1; }

plan 7
ids() {
    pytest --collect-only -q && grep :: out >first && pytest --collect-only -q -p no:randomly && grep :: out >second
    same "$code" 0 "$(cat out)" && cmp -s first second && grep -qx 'test_kernels.py::test_take\[gather/onnx-13/negative/minus-one-row\]' first ||
        { why "$(cat first second)"; return 1; }
}
check 'ids are the names of cases, and stay' ids
right() { pytest -k test_take && same "$code $(count failed)" '0 ' "$(cat out)" && says 'skipped' && ! grep -q 'gatherum: causes' out; }
check 'a right function passes; what it does not claim is skipped' right
wrong() {
    pytest -k 'test_forgets and minus'
    same "$code" 1 "$(cat out)" && says 'gather/onnx-13/negative/minus-one-row/int8,int64: wrong-value' \
        'which is data[1,0]' 'gather-13/index-domain' 'repeat: ' 'gatherum: causes' 'smallest: ' 'repeat: '
}
check 'a failure has diagnosis, clause and repeat line, and the causes stand at the end' wrong
one() {
    pytest -k 'test_forgets and minus-one-row'
    same "$code $(count failed)" '1 1' "$(cat out)" && says 'gatherum: causes' '0 cases pass, 1 fail'
}
check 'what -k leaves out is not judged' one
unclaimed() { # a case that a run of all skips is no failure of one that has it alone; where nothing at all is judged, that is one
    cat >test_other.py <<'PY'
import gatherum as gat
import pytest
from kernels import take

@pytest.mark.parametrize("case", gat.cases("onnx.Gather-13", claim=gat.Claim(dtypes=["string"], attrs={"axis": [7]}), topics="negative/*"), ids=str)
def test_none(case):
    case.check(take, arrays="memoryview", draw=0)
PY
    pytest -rs -k 'test_take and random-axis-1'
    same "$code $(count failed)$(count passed)" '0 ' "$(cat out)" && says 'not claimed: none of the cases that are selected is' || return
    pytest test_other.py
    rm test_other.py
    same "$code $(count skipped)$(count passed)" '1 ' "$(cat out)" && says 'NothingJudged'
}
check 'what is not claimed is skipped where it is selected alone too' unclaimed
broken() {
    cat >test_broken.py <<'PY'
import gatherum as gat
import pytest

@pytest.mark.parametrize("case", gat.cases("onnx.Gather-13", topics="negative/*"), ids=str)
def test_none(case):
    case.check("kernels:none")
PY
    SECONDS=0
    pytest test_broken.py
    rm test_broken.py
    same "$code $(count passed)" '1 ' "$(cat out)" && says 'NotJudged' 'kernels has no none'
}
check 'a function that is not there fails each case with a sentence' broken
xdist() {
    pytest -k 'test_forgets and minus' && cp out alone && pytest -n 2 -k 'test_forgets and minus'
    same "$code $(count failed)" "1 $(grep -c '^FAILED' alone)" "$(cat out)" && says 'gatherum: causes' 'smallest: ' &&
        same "$(grep -c 'gatherum: causes' out)" 1 'headings'
}
if "$python" -c 'import xdist' 2>/dev/null; then
    check 'several processes find the same, and tell causes once' xdist
else
    skip 'several processes' 'no pytest-xdist here'
fi
finish
