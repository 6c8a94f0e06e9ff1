#!/usr/bin/env bash
# traceability.t - from clause to verdict: every clause is there, what it leads to exists, and hostile records stay text.
# sanitizers: no, reports are scripts; report.t says the same of them.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
unset SOURCE_DATE_EPOCH GATHERUM_PATH
variant=scatter_nd/onnx-16

# gat CODE ARGUMENT...: exit code, what was printed in $work/out and $work/err.
gat() {
    local want=$1 code
    shift
    timeout 60 "$gatherum" "$@" >"$work/out" 2>"$work/err"
    code=$?
    same "$code" "$want" "exit code of $*; stderr: $(head -c 300 "$work/err")"
}

# Records of a backend that breaks one clause in three cases, and a matrix with one seeded bug and a control.
cat >"$work/r.jsonl" <<E
{"record":"start","schema":1,"gatherum":"0","seed":"1"}
{"record":"document","variant":"$variant","clauses":[]}
{"record":"document","variant":"gather/<b>no&such|one","clauses":[]}
{"record":"backend","backend":"<i>it","name":"it","version":"1"}
{"record":"case","backend":"<i>it","case":"$variant/document/slices/float32,int64","verdict":"wrong-value","clause":"scatter-nd-16/value"}
{"record":"case","backend":"<i>it","case":"$variant/document/slices/float64,int64","verdict":"wrong-value","clause":"scatter-nd-16/value"}
{"record":"point","backend":"<i>it","point":"$variant/document/slices","passed":3,"failed":2,"not_claimed":1,"not_run":0,"verdicts":{"pass":3,"wrong-value":2,"not-claimed":1}}
E
echo "{\"saboteurs\":1,\"matrix\":[
    {\"name\":\"a_bug\",\"operators\":[{\"operator\":\"scatter_nd\",\"killed\":true,\"first\":\"scatter_nd/onnx-18/document/slices/int64,int64\"}]},
    {\"name\":\"honest\",\"control\":true,\"operators\":[{\"operator\":\"scatter_nd\",\"killed\":true,\"first\":\"$variant/document/slices/int64,int64\"}]}]}" >"$work/kill.json"

chain() {
    gat 0 report traceability-csv "$work/r.jsonl" "$work/kill.json" || return
    cp "$work/out" "$work/t.csv"
    gat 0 list clauses --json "$variant" || return
    python3 - "$work/t.csv" "$work/out" "$variant" >"$work/why" 2>&1 <<'P' || { why "$(tail -n 1 "$work/why")"; return 1; }
import csv, json, re, sys
rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline="")))
clauses, variant = json.load(open(sys.argv[2], encoding="utf-8")), sys.argv[3]
assert [r["variant"] for r in rows if r["state"] == "not in this suite"] == ["gather/<b>no&such|one"], "the unknown variant"
rows = [r for r in rows if r["variant"] == variant]
assert [r["clause"] for r in rows] == [c["id"] for c in clauses], "clauses and their order"
assert all(int(r["cases"]) > 0 and r["case_names"] for r in rows if r["state"] == "covered"), "a covered clause without cases"
assert sum(r["state"] == "covered" for r in rows) > 10, "covered clauses"
for place in {p for r in rows for p in r["oracle"].split("; ") if p}:
    file, function = place.split(": ")
    assert re.search(rf"^[a-z].*\b{function}\(", open(file, encoding="utf-8").read(), re.M), f"no function {place}"
    assert file not in ("ref/slices.c", "ref/elements.c", "ref/windows.c"), f"a loop of other operators: {place}"
by = {r["clause"]: r for r in rows}
value = by["scatter-nd-16/value"]
assert "value: formula" in value["rules"] and "ref/tuples.c: scatter_nd_check" in value["oracle"], value["oracle"]
assert value["verdict"] == "broken in 2 cases" and value["broken"] == "2", value["verdict"]
assert {r["clause"] for r in rows if r["broken"] != "0"} == {"scatter-nd-16/value"}, "who is blamed"
assert {r["verdict"] for r in rows} >= {"3 passed, 2 failed otherwise, 1 not claimed", "not recorded"}, "verdicts"
hit = [r for r in rows if r["seeded_bugs"] == "a_bug"]
assert hit and all("document/slices" in r["case_names"] or "more" in r["case_names"] for r in hit), "the seeded bug"
assert not [r for r in rows if "honest" in r["seeded_bugs"]], "a control is no bug"
P
}

# The same clauses in every form; what a record says is text in each.
forms() {
    local n
    n=$(grep -c "^$variant," "$work/t.csv")
    gat 0 report traceability-markdown "$work/r.jsonl" "$work/kill.json" || return
    same "$(grep -c '^| scatter-nd-16/' "$work/out")" "$n" 'rows of Markdown' || return
    same "$(grep '^| ' "$work/out" | sed 's/\\|//g' | tr -cd '|\n' | sort -u | wc -l)" 1 'rows of different length' || return
    ! grep -q '<i>\|<b>no' "$work/out" || { why 'markup in Markdown'; return 1; }
    gat 0 report traceability "$work/r.jsonl" "$work/kill.json" || return
    same "$(grep -c '<code>scatter-nd-16/' "$work/out")" "$n" 'rows of the page' || return
    ! grep -q '<i>it\|<b>no' "$work/out" || { why 'elements of a record'; return 1; }
    grep -qF '&lt;i&gt;it' "$work/out" && grep -qF "default-src 'none'" "$work/out" && ! grep -q '<script' "$work/out" || { why 'no policy, or a script'; return 1; }
    xmllint --noout --html "$work/out" 2>"$work/err"
    ! grep -v 'Tag \(main\|header\|nav\|details\|summary\) invalid' "$work/err" | grep -q 'parser error' || { why "$(grep -m1 'parser error' "$work/err")"; return 1; }
    gat 0 report traceability-csv "$work/r.jsonl" "$work/kill.json" -o "$work/again.csv" || return
    cmp -s "$work/t.csv" "$work/again.csv" || { why 'another run, other bytes'; return 1; }
}

statements() {
    local tag name
    gat 0 report statements || return # of all variants
    same "$(grep -c '^## ' "$work/out")" "$("$gatherum" list specs | wc -l)" variants || return
    for name in 'Inputs and output' Attributes 'Error conditions' Determinacy; do
        same "$(grep -c "^### $name\$" "$work/out")" "$(grep -c '^## ' "$work/out")" "$name" || return
    done
    cp "$work/out" "$work/all"
    for tag in $("$gatherum" list clauses gather/onnx-13 scatter_nd/onnx-16 | sed 's/^[^#]*#\([^ ]*\).*/\1/'); do
        grep -qF "**[$tag]**" "$work/all" || { why "no $tag"; return 1; }
    done
    sed -n '/^## gather\/onnx-13$/,/^## gather\/openvino-1$/p' "$work/all" >"$work/one"
    grep -q '^| An index is outside its domain. | the call is refused | \\\[gather-13/out-of-range\\\] |$' "$work/one" || { why "out of range: $(grep 'outside its domain' "$work/one")"; return 1; }
    grep -q 'every element of the output is completely determined, to the bit' "$work/one" || { why 'a gather is determined'; return 1; }
    sed -n '/^## scatter..elements\/torch-2.x$/,/^## scatter..elements\/torch-s/p' "$work/all" | grep -q '^- Where several updates .* it is one of them' || { why 'torch.scatter picks any'; return 1; }
    sed -n '/^## scatter..nd\/onnx-18$/,/^## scatter..nd\/o/p' "$work/all" | grep -q '^- A floating-point sum' || { why 'sums are a set'; return 1; }
}

refused() {
    gat 2 report html && grep -q 'is made of files of records' "$work/err" || { why "$(cat "$work/err")"; return 1; }
    mkdir -p "$work/mine/specs/gather"
    echo 'spec: [' >"$work/mine/specs/gather/mine.yaml"
    gat 2 report traceability-csv "$work/r.jsonl" --path "$work/mine" && grep -q 'mine.yaml:' "$work/err" || { why "$(cat "$work/err")"; return 1; }
    head -n 1 "$work/r.jsonl" >"$work/none.jsonl" # records of no variant are about none
    gat 0 report traceability-csv "$work/none.jsonl" && same "$(wc -l <"$work/out")" 1 'rows of no variant'
}

plan 4
if command -v python3 >/dev/null; then chain; point $? 'each clause leads to rules, functions that are there, cases, seeded bugs and verdicts'; else skip 'the chain' 'no python3 here'; fi
forms; point $? 'Markdown and the page have the same clauses, twice the same bytes, and take nothing of a record for markup'
statements; point $? 'each variant is stated with inputs, attributes, tags, errors and what is determined'
refused; point $? 'other formats want records; a wrong spec is named with its place'
finish
