#!/usr/bin/env bash
# ends.t - when the process ends that called judge(), the program that it waits for ends too.
# sanitizers: no, each judgement starts Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip_all 'no python3 of version 3.10 here'
export PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1 GATHERUM=$gatherum
python=$(python3 -c 'import sys; print(sys.executable)')
cat >"$work/slow.py" <<'EOP'
import time

def sleeps(data, indices, axis=0):
    time.sleep(100)
EOP
cat >"$work/asks.py" <<'EOP'
import sys

import gatherum
import slow

gatherum.judge(slow.sleeps, like="onnx.Gather", arrays="memoryview", timeout=100, cases=["rows"], isolated=sys.argv[1] == "isolated")
EOP
cd "$work" || exit 3
child() { pgrep -P "$asking" | head -n 1; }
ends() { # SIGNAL ISOLATED
    "$python" asks.py "$2" >out 2>&1 &
    asking=$!
    for _ in {1..200}; do program=$(child) && [ -n "$program" ] && [ "$(pgrep -P "$program" | wc -l)" -gt 0 ] && break; sleep 0.1; done
    [ -n "$program" ] || { why "no program was started: $(cat out)"; return 1; }
    kill -"$1" "$asking"
    wait "$asking" 2>/dev/null
    for _ in {1..100}; do kill -0 "$program" 2>/dev/null || return 0; sleep 0.1; done
    kill -KILL "$program"
    why "the program $program is still there"
    return 1
}
plan 3
check 'SIGTERM' ends TERM isolated
check 'SIGKILL' ends KILL isolated
check 'and without isolation' ends KILL here
finish
