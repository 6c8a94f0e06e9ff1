#!/usr/bin/env bash
# frameworks.t - what the Python side of adapters says of its library: documents that read otherwise, operands that
# were written to, strings alone, options.
# sanitizers: no, each adapter starts Python several times.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
python3 -c 'import numpy' 2>/dev/null || [ -d "$(dirname "$gatherum")/peers/numpy" ] || skip_all 'no numpy here'

# library CALL OPTIONS: an adapter of that name whose gather is CALL, a lambda of (data, indices, axis).
library() {
    cat >"$work/library.py" <<EOF
#!/usr/bin/env python3
import gatherum_adapter as gatherum
CALLS = """
gather/onnx-13  call(data, indices, axis)
"""
TAKEN = lambda result: result

def take():
    """Rows are taken."""

def load(options):
    global numpy, call
    gatherum.peer("numpy")
    import numpy
    call = $1
    threads = gatherum.threads_of(options)
    return {"version": f"{threads or 1}.0", "operators": gatherum.operators(CALLS, globals(), numpy.array, TAKEN),
            "claims": gatherum.claims(CALLS, ["int32"])}

gatherum.serve("library", load, ["threads"])
EOF
    chmod +x "$work/library.py"
}
judge() {
    timeout 120 "$gatherum" run --backend "$work/library.py$1" --timeout 60 gather/onnx-13/rows --out "$work/r.jsonl" >"$work/out" 2>"$work/err"
    code=$?
}
record() { jq -r "$1" "$work/r.jsonl"; }
texts() { PYTHONSAFEPATH=1 PYTHONPATH=backends/python GATHERUM_PEERS=$(dirname "$gatherum")/peers python3 "$work/library.py" --texts; }

plan 7
library 'lambda data, indices, axis: numpy.take(data, indices, axis)'
no_file() { judge '' && same "$(grep -c '^# note' "$work/out") $(record 'select(.record == "backend") | has("notes")')" '0 false' 'notes'; }
check 'without a file of texts nothing is said' no_file
unchanged_text() {
    echo 'gather/onnx-13 take 0 0' >"$work/library.texts"
    texts >"$work/now" && mv "$work/now" "$work/library.texts"
    judge '' && same "$(grep -c '^# note' "$work/out")" 0 "notes: $(cat "$work/library.texts" "$work/err")"
}
check 'a text that is as it was read is no news, and --texts states it' unchanged_text
changed_text() {
    sed -i 's/Rows are taken/Rows are copied/' "$work/library.py"
    judge ''
    grep -q '^# note: gather/onnx-13 was read from the text of take in 1.0; in 1.0 it reads otherwise' "$work/out" || { why "$(head -n 5 "$work/out")"; return 1; }
    same "$(record 'select(.record == "backend") | .notes[0]' | cut -c1-14)" 'gather/onnx-13' 'in the records' || return
    timeout 60 "$gatherum" report board "$work/r.jsonl" >"$work/page" && grep -q 'it reads otherwise' "$work/page" || { why 'the board does not tell'; return 1; }
}
check 'a text that has changed is told, in the records and on the board' changed_text
unread_text() { : >"$work/library.texts"; echo 'gather/onnx-99 take 1.0 0' >>"$work/library.texts"; judge ''; grep -q '^# note: the texts of 1 variants are not compared.*gather/onnx-13' "$work/out"; }
check 'a variant whose text nobody has read is named' unread_text
rm -f "$work/library.texts"
threads() { judge ':threads=3' && same "$(record 'select(.record == "backend") | .version')" 3.0 'threads' && judge ':threads=x'; same "$code" 2 "exit code; $(cat "$work/err")" || same "$code" 3 'exit code'; }
check 'threads is a number' threads
library 'lambda data, indices, axis: (numpy.take(data, indices, axis), indices.__setitem__(..., 0))[0]'
judge ''
same "$code $(record 'select(.record == "case" and .verdict != "weak") | .verdict' | sort -u)" '1 internal-error' 'what is said' &&
    grep -q 'it wrote to its operand indices' "$work/out"
point $? 'an operand that the library wrote to in its own copy'

# A library whose compiled form counts an index below 0 from the end, where the plain one refuses it; the document leaves that open.
cat >"$work/library.py" <<'EOF'
#!/usr/bin/env python3
import gatherum_adapter as gatherum
CALLS = """
gather/torch-index-select-2.x  refusing(data, indices, axis)
"""

def refusing(data, indices, axis, refuse=True):
    if refuse and (indices < 0).any():
        raise IndexError("below 0")
    return numpy.take(data, indices, axis)

def compiled(call, operands):
    call.__globals__["refusing"] = lambda data, indices, axis: refusing(data, indices, axis, False)
    return call(**operands)

def load(options):
    global numpy
    gatherum.peer("numpy")
    import numpy
    through = compiled if options.get("compile") == "yes" else None
    return {"version": "1.0", "operators": gatherum.operators(CALLS, globals(), lambda array, dtype: array, lambda result: result, through),
            "claims": gatherum.claims(CALLS)}

gatherum.serve("library", load, ["compile"])
EOF
# settings OPTIONS: what differs, as VARIANT:POINTS, of those that the board tells.
settings() {
    timeout 120 "$gatherum" run --backend "$work/library.py" --timeout 60 --draw 0 --settings "$1" --out "$work/s.jsonl" \
        gather/torch-index-select-2.x/index-edges/rank1-axis0-by1-first-minus-one gather/torch-index-select-2.x/order >"$work/out" 2>"$work/err"
    same $? 0 "exit code; $(cat "$work/err")" >&2
    timeout 60 "$gatherum" report board-json "$work/s.jsonl" | jq -r '.differences[] | "\(.framework | sub(".*:"; "")) \(.others) \(.variant)"'
}
configurations() {
    same "$(settings 'compile=no compile=yes')" 'compile=yes compile=no gather/torch-index-select-2.x' 'other answers' &&
        same "$(settings 'compile=no compile=never')" '' 'the same answers'
}
check 'options that change an answer which the document leaves open are told on the board' configurations

finish
