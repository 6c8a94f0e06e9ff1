#!/usr/bin/env bash
# board.t - the board: what a framework does otherwise, as a smallest case with a program of its own.
#
# The records are those of tests/golden, whose wrong backend is given the name of a framework.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 3
gatherum=${GATHERUM:-build/gatherum}
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
. tests/tap.sh

# of NAME FORMAT: the board with the wrong backend called NAME, into $work/out.
of() {
    sed "s/\"backend\":\"wrong\"/\"backend\":\"$1\"/g" tests/golden/report_new.jsonl >"$work/records.jsonl"
    timeout 60 "$gatherum" report "$2" "$work/records.jsonl" >"$work/out" 2>"$work/err"
    same $? 0 "exit code; stderr: $(head -n 2 "$work/err")"
}
has() { grep -qF -- "$1" "$work/out" || { why "no '$1' in: $(head -c 900 "$work/out")"; return 1; }; }

program() {
    of "$1" board-markdown && has "$2" || return
    awk '/^```python/ { p = 1; next } /^```/ { p = 0 } p' "$work/out" >"$work/case.py"
    ! command -v python3 >/dev/null || python3 -c 'import sys; compile(open(sys.argv[1]).read(), "case", "exec")' "$work/case.py" 2>"$work/err" ||
        { why "no Python: $(cat "$work/err")"; return 1; }
}

plan 10
program numpy 'print(numpy.take(data, indices, axis=1, mode="raise"))'; point $? 'a program for numpy'
has '# due: [0, 3, 2, 4, 7, 6, 8, 11, 10]'; point $? 'it says what is due'
program torch 'print(torch.index_select(data, 1, indices))'; point $? 'a program for torch'
program jax 'print(jax.numpy.take(data, indices, axis=1, mode="fill"))'; point $? 'a program for jax'
program tensorflow 'print(tf.gather(data, indices, axis=1, batch_dims=0))'; point $? 'a program for tensorflow'
program mindspore 'print(mindspore.ops.gather(data, indices, 1, 0))'; point $? 'a program for mindspore'
program onnx_reference 'helper.make_node("Gather", list(inputs), ["output"], axis=1)'; point $? 'a program for the reference evaluator'
program openvino 'helper.make_opsetid("", 13)'; point $? 'a program for openvino'
of somebody board-markdown && has 'defect' && ! grep -q '^```python' "$work/out"; point $? 'no program for what is no framework, and the deviation is still told'
of numpy board && has 'numpy.take(data, indices, axis=1' && ! grep -q '<script' "$work/out"; point $? 'the page tells the same, and nothing in records becomes markup'
finish
