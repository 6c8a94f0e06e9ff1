#!/usr/bin/env bash
# between_calls.t - what a function prints, and how it has numbers computed: it is told of that call, in plain words, and
# no other call is judged by it.
# sanitizers: no, each judgement starts Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip_all 'no python3 of version 3.10 here'
export PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1
cat >"$work/kernels.py" <<'EOF_'
import ctypes
import os
import threading

def take(data, indices, axis=0):
    n, row, flat = data.shape[0], data.nbytes // data.shape[0], data.tobytes()
    found = memoryview(indices.tobytes()).cast(indices.format)
    out = b"".join(flat[index % n * row:index % n * row + row] for index in found if -n <= index < n or 1 / 0)
    return memoryview(out).cast(data.format, [*indices.shape, *data.shape[1:]])

def floods(data, indices, axis=0):
    print("x" * 2000000)
    return take(data, indices)

def fills(data, indices, axis=0):
    while os.write(1, b"x" * 500000):
        pass

def later(data, indices, axis=0):
    if indices.shape == (1,):
        threading.Timer(0.01, os.write, (1, b"later")).start()
    return take(data, indices)

def rounds(data, indices, axis=0):
    """Rounds upward after it has returned, and fails where it was left so."""
    tiny = 2.0 ** -60
    if 1.0 + tiny != 1.0:
        raise RuntimeError("numbers are rounded up")
    ctypes.CDLL("libm.so.6").fesetround(0x800)
    return take(data, indices)

CALLS = []

def second(data, indices, axis=0):
    """Right in every call but the second."""
    CALLS.append(0)
    right = take(data, indices)
    return right if len(CALLS) != 2 else memoryview(bytes(right.nbytes)).cast("B").cast(data.format, right.shape)

KEPT = {}

def keeps(data, indices, axis=0):
    """The result of the first call with these shapes."""
    key = data.format, data.shape, indices.shape
    if key not in KEPT:
        KEPT[key] = take(data, indices)
    return KEPT[key]
EOF_
cd "$work" || exit 3
"$gatherum" list calls --json >calls.json # workers have it, as those of judge()
judged() { # FUNCTION CODE VERDICTS SENTENCE CASES...
    GATHERUM_CALLS=calls.json timeout 300 "$gatherum" run --backend "kernels.py:$1:arrays=memoryview,dtypes=float32,axis=0" --like onnx.Gather-13 --timeout 20 --draw 0 \
        --out r.jsonl "${@:5}" >out 2>err
    same "$? $(jq -r 'select(.record == "case" and .verdict != "weak") | .verdict' r.jsonl | sort -u | xargs)" "$2 $3" "code and verdicts; $(head -n 5 out err)" &&
        { grep -q "$4" out || { why "'$4' is not said: $(head -n 20 out)"; return 1; }; }
}
plan 7
check 'who prints 2 MB is told that it prints, and is not refused' judged floods 1 printed 'wrote to stdout, which belongs to the results' gather/onnx-13/document/rows
check 'who fills stdout is told why writing failed' judged fills 1 'printed refused' 'it also wrote to stdout, which holds 1 MiB of a call' gather/onnx-13/document/rows gather/onnx-13/errors/one-past-the-end
late() { # a call that starts a thread may be asked again before that thread prints
    local cases=('gather/onnx-13/negative/*' gather/onnx-13/rows gather/onnx-13/index-edges)
    judged later 1 unrepeatable 'during this call something wrote to stdout.*a thread that an earlier call left' "${cases[@]}" ||
        { tap_why= && judged later 1 'printed unrepeatable' 'during this call something wrote to stdout.*a thread that an earlier call left' "${cases[@]}"; }
}
check 'what a thread prints later is said to be so' late
check 'the answer that is judged is that of the call, and not of equal calls after it' judged second 1 unstable 'in the second call' gather/onnx-13/document/rows
repeats() { # what a few of the lines say, the shortest and the last among them, is shown by them
    judged keeps 1 'accepted unrepeatable wrong-value' 'of 216 cases fail' gather/onnx-13/index-edges || return
    jq -r 'select(.record == "case" and .repeat != "") | "\(.case)\t\(.repeat)"' r.jsonl >lines
    { awk -F'\t' '{print length($2) "\t" $0}' lines | sort -n | head -n 2 | cut -f2-; tail -n 1 lines; } >few
    local case command
    while IFS=$'\t' read -r case command; do
        timeout 200 bash -c "$command --out again.jsonl" >again 2>&1 </dev/null
        jq -r 'select(.record == "case" and .repeat != "") | .case' again.jsonl | grep -qxF "$case" || { why "$case passes by: $command"; return 1; }
    done <few
}
check 'a case that fails by the cases before it has a line that repeats it' repeats
starts() { # an interpreter is started for some of the suspects, and the others have passed in another order
    judged keeps 1 'accepted unrepeatable wrong-value' '' gather/onnx-13/index-edges gather/onnx-13/shapes 'gather/onnx-13/negative*' || return
    local alone another
    alone=$(jq -r 'select(.record == "case") | .diagnosis' r.jsonl | grep -c 'alone it passes')
    another=$(jq -r 'select(.record == "case") | .diagnosis' r.jsonl | grep -c 'in another order it passes')
    [ "$alone" -ge 24 ] && [ "$alone" -le 90 ] && [ "$another" -gt 20 ] || why "$alone alone, $another in another order"
}
check 'few of many cases that fail by others are asked alone' starts
case $(uname -m) in
x86_64) check 'the rounding mode that a call leaves reaches no other call, and is told' judged rounds 0 noted 'passed, but did not leave its process' gather/onnx-13/index-edges ;;
*) skip 'the rounding mode is known by number on x86-64' ;;
esac
finish
