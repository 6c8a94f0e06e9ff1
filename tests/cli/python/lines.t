#!/usr/bin/env bash
# lines.t - calls of a function wait for one another and go to its process many in a line, as each line costs two changes of
# process; counted, as nothing but time tells otherwise.
# sanitizers: no, each judgement starts Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip_all 'no python3 of version 3.10 here'
export PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1
cat >"$work/counted.py" <<'EOF'
import os
import sys

import gatherum_adapter as protocol

LINES = []  # how many calls each has
TOGETHER, ALONE, END = protocol.Together.run, protocol.runner, os._exit

def together(self, numbers):
    LINES.append(len(numbers))
    return TOGETHER(self, numbers)

def alone(library, said):
    LINES.append(1)
    return ALONE(library, said)

def end(code):
    print(sum(LINES), "calls in", len(LINES), "lines", file=sys.stderr, flush=True)
    END(code)

protocol.Together.run, protocol.runner, os._exit = together, alone, end

def take(data, indices, axis=0):
    n, row, flat = data.shape[0], data.nbytes // data.shape[0], data.tobytes()
    found = memoryview(indices.tobytes()).cast(indices.format)
    out = b"".join(flat[index % n * row:index % n * row + row] for index in found)
    return memoryview(out).cast(data.format, [*indices.shape, *data.shape[1:]])
EOF
cd "$work" || exit 3
many() { # LEAST_IN_A_LINE COMMAND...
    local calls lines
    timeout 250 "$gatherum" "${@:2}" >out 2>err || { why "exit code $?: $(tail -n 4 out err)"; return 1; }
    read -r calls lines < <(sed -n 's/^\[take\] \([0-9]*\) calls in \([0-9]*\) lines$/\1 \2/p' err | sort -n | tail -n 1)
    [ "${calls:-0}" -gt 5000 ] && [ $((calls / lines)) -ge "$1" ] ||
        { why "${calls:-no} calls in ${lines:-no} lines, and not $1 in each: $(cat err)"; return 1; }
}
plan 2
function=counted.py:take:arrays=memoryview
check 'written cases of many descriptions' many 9 run --like onnx.Gather-13 --draw 0 --quiet -j 1 \
    --backend "$function,dtypes=float32+int8+int16+float64+int64+uint8,axis=0,errors=no,empties=no"
check 'few descriptions, again and again' many 24 bench harness --quick --like onnx.Gather-13 --backend "$function"
finish
