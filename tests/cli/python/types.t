#!/usr/bin/env bash
# types.t - the package and what it says to type checkers: mypy --strict finds nothing, the stub of the adapter module
# is what that module has, and a user's wrong word is found.
# sanitizers: no, it is Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
command -v mypy >/dev/null && command -v stubtest >/dev/null || skip_all 'no mypy here'
root=$PWD
strict() { # FILE...: the sentences of mypy, without its notes
    MYPYPATH=$root/python:$root/backends/python mypy --strict --no-error-summary --cache-dir "$work/cache" "$@" 2>&1 | grep -v ': note: '
}
plan 4
check 'mypy --strict finds nothing in the package' same "$(strict python/gatherum)" '' 'sentences'
stub() {
    (cd backends/python && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$PWD MYPYPATH=$PWD stubtest gatherum_adapter --ignore-missing-stub) >"$work/stub" 2>&1 ||
        { why "$(head -n 12 "$work/stub")"; return 1; }
}
check 'the stub says what the module has' stub
cat >"$work/user.py" <<'PY'
import gatherum as gat

def kernel(data: object, indices: object, axis: int = 0) -> object:
    return data

CLAIM = gat.Claim(dtypes=["float32"], ranks=(1, 3))
result: gat.Result = gat.judge(kernel, like="onnx.Gather-13", claim=CLAIM)
sentences: list[str] = [cause.sentence for cause in result.causes]
PY
check 'typed code of users passes' same "$(strict "$work/user.py")" '' 'sentences'
sed 's/ranks=(1, 3)/rank=3/' "$work/user.py" >"$work/wrong.py"
check 'a word that Claim does not have is found' same "$(strict "$work/wrong.py" | grep -c 'Unexpected keyword argument "rank"')" 1 'sentences'
finish
