#!/usr/bin/env bash
# vectors.t - test vectors: the same bytes twice, their schema, readers in four languages, and what
# becomes of results that are wrong or forged.
# sanitizers: no, its readers are in other languages; test_export writes what they read.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
needs python3 python3
some="gather/onnx-*"

gat() { # gat CODE ARGUMENT...
    local want=$1
    shift
    timeout 60 "$gatherum" "$@" >"$work/out" 2>"$work/err"
    same "$?" "$want" "exit code of $*; $(head -c 300 "$work/out" "$work/err")"
}
err_has() { grep -qF -- "$1" "$work/err" || { why "no '$1' in: $(head -c 300 "$work/err")"; return 1; }; }

twice() {
    gat 0 vectors -o "$work/v" "$some" && gat 0 vectors -o "$work/again" "$some" &&
        { diff -r "$work/v" "$work/again" >"$work/out" || { why "$(head -n 3 "$work/out")"; return 1; }; } &&
        (cd "$work/v" && sha256sum --quiet -c SHA256SUMS) && gat 2 vectors -o "$work/v" "$some" && err_has 'exists' &&
        gat 2 vectors "$some" && gat 0 vectors --seed 2 -o "$work/other" "$some" &&
        ! diff -rq "$work/v" "$work/other" >/dev/null
}

# Every kind of set: one answer, any of several, open elements, ranges, errors, readings.
schema() {
    gat 0 vectors -o "$work/sets" gather/mindspore-2.x gather/onnx-1/document 'scatter_elements/onnx-18/d*' \
        'scatter_elements/torch-scatter_reduce-2.x/sums' 'scatter_elements/onnx-18/reductions' 'scatter_elements/onnx-16/duplicates' || return
    python3 - "$work/sets" "$work/v" <<'P' >"$work/out" 2>&1 || { why "$(tail -n 3 "$work/out")"; return 1; }
import glob, json, sys
import jsonschema
check = jsonschema.Draft202012Validator(json.load(open("docs/reference/vectors.schema.json")))
seen = set()
for folder in sys.argv[1:]:
    for name in glob.glob(folder + "/*/*/*.json"):
        topic = json.load(open(name))
        check.validate(topic)
        for v in topic["vectors"]:
            assert all(c in topic["clauses"] for c in v["clauses"]), v["id"]
            for a in v["conforming"]:
                seen |= set(a) | {a["demand"]}
missing = {"succeed", "report", "open", "any", "ranges", "errors", "reading", "output"} - seen
assert not missing, missing
P
}

# reader NAME COMMAND...: writes results of $work/v; every vector passes, and none is left out.
reader() {
    local name=$1 want
    shift
    "$@" >"$work/$name" 2>"$work/err" || { why "$* ended with $?: $(tail -n 3 "$work/err")"; return 1; }
    want=$(sed -n 's/^ "vectors": \([0-9]*\),/\1/p' "$work/v/manifest.json")
    gat 0 judge-results --quiet "$work/$name" && grep -qF "$want cases judged: $want pass, 0 fail" "$work/out" ||
        { why "$want vectors: $(cat "$work/out")"; return 1; }
}
c_reader() {
    # shellcheck disable=SC2046
    cc -std=gnu11 -Wall -Wextra -Werror -o "$work/gather" examples/vectors/gather_vectors.c $(pkg-config --libs jansson) 2>"$work/err" ||
        { why "$(head -n 3 "$work/err")"; return 1; }
    # shellcheck disable=SC2046
    reader c "$work/gather" $(find "$work/v/gather" -name '*.json')
}

# The same bug in a runner and in a backend: verdict, clause, diagnosis, and the wrong elements.
seeded() {
    sed 's/place % extent/abs(place) % extent/' examples/vectors/gather_vectors.py >"$work/bad.py"
    sed 's/index % extent) \* size/abs(index) % extent) * size/' examples/python/gather.py >"$work/bad_adapter.py"
    chmod +x "$work/bad_adapter.py"
    python3 "$work/bad.py" "$work/v" >"$work/bad.jsonl" 2>/dev/null
    same "$?" 1 'exit code of the runner with a bug' && gat 1 judge-results --quiet --out "$work/told" "$work/bad.jsonl" || return
    jq -r 'select(.record == "case" and (.case | startswith("gather/onnx-13/") and endswith(",int64")) and .verdict == "wrong-value") | .case' "$work/told" >"$work/cases"
    [ -s "$work/cases" ] || { why 'nothing is wrong'; return 1; }
    # shellcheck disable=SC2046
    gat 1 run --quiet --draw 0 --backend "$work/bad_adapter.py" --out "$work/run" $(cat "$work/cases") || return
    local keep='select(.record == "case") | [.case, .verdict, .clause, .diagnosis, .element, .wrong]'
    jq -c "$keep" "$work/run" | sort >"$work/a"
    jq -c "$keep" "$work/told" | sort | grep -F -f "$work/cases" >"$work/b"
    [ "$(wc -l <"$work/a")" -gt 3 ] && diff "$work/a" "$work/b" >"$work/out" || { why "$(head -n 6 "$work/out")"; return 1; }
}
repeat_line() {
    local line
    line=$(jq -r 'select(.record == "case") | .repeat' "$work/told" | head -n 1)
    timeout 60 bash -c "$line" >"$work/out" 2>&1
    same "$?" 1 "exit code of $line"
}

# refused NAME SENTENCE SED...: results that were changed so are refused with that sentence.
refused() {
    sed "$2" "$work/py" >"$work/forged"
    gat 2 judge-results "$work/forged" && err_has "$1" || { why "after $2"; return 1; }
}
forged() {
    refused ':1: the first line says no' '1s/results-format/format/' &&
        refused ":2: \"status\" is one of" '2s/"status": "[a-z]*"/"status": "fine"/' &&
        refused 'does not hold just the bytes' '0,/"hex": "../s//"hex": "/' &&
        refused 'the suite has no case' '2s/"id": "gather/"id": "father/' &&
        refused 'two results have the id' '2p' && refused ':2:' '2s/}$//' && refused 'lines of text' '1s/"version": "1"/"version": 1/' &&
        refused 'no list of extents' '0,/"shape": \[[0-9]/s//"shape": [-1/' && gat 2 judge-results "$work/absent" && gat 2 judge-results
}
# Another question is not judged; nor is a result of another profile.
foreign() {
    sed '2s/"content": "................"/"content": "0000000000000000"/' "$work/py" >"$work/forged"
    gat 3 judge-results "$work/forged" && grep -qF 'has no result that is about these inputs' "$work/out" || return
    gat 0 vectors -o "$work/ms" 'gather/mindspore-2.x@[nc]pu/document' || return
    python3 - "$work/ms" >"$work/forged" <<'P'
import glob, json, sys
print(json.dumps({"results-format": 1, "name": "x", "version": "1", "profile": "cpu", "seed": 1}))
topics = [json.load(open(name)) for name in glob.glob(sys.argv[1] + "/*/*/*.json")]
for v in [v for topic in topics for v in topic["vectors"]]:
    print(json.dumps({"id": v["id"], "content": v["content"], "status": "unsupported"}))
P
    gat 2 judge-results "$work/forged" && err_has 'were not judged'
}
shape() {
    sed '/"shape": \[2\]/{s/"shape": \[2\]/"shape": [1, 2]/;}' "$work/py" >"$work/forged"
    gat 1 judge-results "$work/forged" && grep -q 'wrong-shape' "$work/out"
}

plan 11
twice; point $? "two builds have the same bytes, which SHA256SUMS names; a folder that is there is not written to"
if python3 -c 'import jsonschema' 2>/dev/null; then
    schema; point $? "files fit vectors.schema.json, and every kind of set occurs"
else skip "files fit vectors.schema.json" "no python3-jsonschema"; fi
reader py python3 examples/vectors/gather_vectors.py "$work/v"; point $? "the reader in Python agrees on every vector"
if command -v cc >/dev/null && pkg-config --exists jansson; then
    c_reader; point $? "the reader in C"
else skip "the reader in C" "no compiler or jansson"; fi
if command -v node >/dev/null; then
    reader js node examples/vectors/gather_vectors.js "$work/v"; point $? "the reader in JavaScript"
else skip "the reader in JavaScript" "no node"; fi
if command -v go >/dev/null; then
    export GOCACHE=$work/go
    reader gofile go run examples/vectors/gather_vectors.go "$work/v"; point $? "the reader in Go"
else skip "the reader in Go" "no go"; fi
if command -v jq >/dev/null; then
    seeded; point $? "a bug in a runner has the verdict and diagnosis that it has in a backend"
    repeat_line; point $? "the line that repeats a case does"
else
    skip "a bug in a runner" "no jq"
    skip "the line that repeats" "no jq"
fi
forged; point $? "results that are wrong are refused with file, line and sentence"
foreign; point $? "results of another question or profile are not judged, and said to be"
shape; point $? "an output of another shape has its verdict"
finish
