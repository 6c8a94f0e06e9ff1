#!/usr/bin/env bash
# board.t - the board: what a framework does otherwise, as a smallest case, with a program and what that said.
#
# The records are those of tests/fixtures/golden, whose wrong backend is given the name of a framework.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"

sed 's/"backend":"wrong"/"backend":"numpy"/g' tests/fixtures/golden/report_new.jsonl >"$work/numpy.jsonl"
# of FORMAT FILE...: the report into $work/out.
of() {
    local format=$1
    shift
    timeout 60 "$gatherum" report "$format" "$@" >"$work/out" 2>"$work/err"
    same $? 0 "exit code; stderr: $(head -n 2 "$work/err")"
}
# recount FILE: points, variants and the end count the cases anew, as after a change on purpose.
recount() {
    jq -cs '
        def sum: reduce (.[] | to_entries[]) as $e ({}; .[$e.key] += $e.value);
        [.[] | select(.record == "case")] as $cases |
        def of($b; $p): [$cases[] | select((.member // 0) >= 0 and .backend == $b and (.case | startswith($p + "/")))];
        map(if .record == "point" then of(.backend; .point) as $own |
            .verdicts = ([((.verdicts // {}) | with_entries(select(.key == "pass" or .key == "not-claimed"))), ($own[] | {(.verdict): 1})] | sum) |
            .failed = ([$own[] | select(.verdict | IN("weak", "not-run") | not)] | length) | .waived = ([$own[] | select(.waived)] | length)
            else . end) |
        [.[] | select(.record == "point")] as $points |
        map(if .record == "variant" then . as $v | [$points[] | select(.backend == $v.backend and (.point | startswith($v.variant + "/")))] as $own |
            .verdicts = ([$own[].verdicts, (first($cases[] | select((.member // 0) < 0 and .backend == $v.backend and (.case | startswith($v.variant + "/")))
                | {(.verdict): 1}) // {})] | sum) | .waived = ([$own[].waived] | add // 0) else . end) |
        [.[] | select(.record == "variant")] as $variants |
        map(if .record == "end" then .verdicts = ([$variants[].verdicts] | sum) | .waived = ([$variants[].waived] | add // 0) |
            .judged = ([.verdicts | to_entries[] | select(.key != "not-claimed") | .value] | add // 0) else . end)[]' "$1"
}
# The kind that the board gives to the records that a filter of jq makes of the usual ones.
kind() {
    jq -c "$1" "$work/numpy.jsonl" >"$work/half.jsonl" && recount "$work/half.jsonl" >"$work/changed.jsonl" && ! cmp -s "$work/changed.jsonl" "$work/numpy.jsonl" || { why "the filter changes nothing"; return 1; }
    of board-markdown "$work/changed.jsonl" && has "$2"
}

plan 25
of board-markdown "$work/numpy.jsonl" && has '### 001 numpy 0.9-β, scatter' && has 'defect' && has '--seed '
point $? 'each deviation, its kind, and what repeats it'
of board-cases "$work/numpy.jsonl" && same "$(awk -F'\t' 'NF != 5 || $1 !~ /^[0-9][0-9][0-9]-numpy.py$/ || $2 != "numpy" || $3 !~ /^[0-9]+$/ || $4 !~ /^(gather|scatter)/' "$work/out")" '' 'lines that are none' &&
    [ -s "$work/out" ]
point $? 'the cases that programs are made of, a line each'
IFS=$(printf '\t') read -r file backend _ case _ <"$work/out"
jq -n --arg file "$file" --arg backend "$backend" --arg case "$case" \
    '{programs: [{$file, $backend, $case, reading: "", text: "print(\"<b>\")", code: 0, said: "the failure shows: <i>"}]}' >"$work/programs.json"
of board-markdown "$work/numpy.jsonl" "$work/programs.json" && has 'print("<b>")' && has "$file" && has 'the failure shows'
point $? 'a program, and what it said'
jq '.programs[].own = "other values"' "$work/programs.json" >"$work/own.json" && of board-markdown "$work/numpy.jsonl" "$work/own.json" && has 'settings that the framework has by default' &&
    has 'other values' && of board "$work/numpy.jsonl" "$work/own.json" && of found "$work/numpy.jsonl" "$work/own.json"
point $? 'what a program says with the settings of its framework'
of board "$work/numpy.jsonl" "$work/programs.json" && has 'print(&quot;&lt;b&gt;&quot;)' && ! grep -q '<script\|<i>' "$work/out"
point $? 'the page tells the same, and nothing in records or programs becomes markup'
echo '{"programs": [{"text": 1}]}' >"$work/bad.json"
timeout 60 "$gatherum" report board "$work/numpy.jsonl" "$work/bad.json" >"$work/out" 2>"$work/err"
same $? 2 "exit code; $(cat "$work/err")" && grep -q "member 'programs.1.text'" "$work/err"
point $? 'programs of another shape are refused'
clause=$(jq -r 'select(.record == "case" and .verdict == "wrong-value") | .clause' "$work/numpy.jsonl" | head -n 1)
kind "if .record == \"document\" then .clauses |= map(if .id == \"$clause\" then .level = \"ambiguous\" else . end) else . end" 'reading of gatherum: the document can be read otherwise'
point $? 'a clause that is ambiguous makes a reading of ours'
kind 'if .record == "case" and .verdict == "wrong-value" then .verdict = "accepted" else . end' 'undocumented extension'
point $? 'an answer where no clause of the level error asks for one is an extension'
kind "if .record == \"document\" then .clauses |= map(.level = \"error\") elif .record == \"case\" and (.verdict | IN(\"weak\", \"not-run\") | not) then .verdict = \"accepted\" | .clause = \"$clause\" else . end" 'numpy 0.9-β, scatter' && ! has 'undocumented extension' 2>/dev/null
point $? 'an answer where the document promises an error is a defect'
dies='if .record == "case" and .verdict == "wrong-value" then .owed = {outcome: "answer", clause: .clause} | .verdict = "crash" | .clause = "GAT-3" | .diagnosis = "died of signal 6" else . end'
kind "$dies" 'For this call the document has an answer, in our words:' && of board "$work/changed.jsonl" && has '<dt>the document has an answer' &&
    kind "$dies | del(.owed)" 'demand of gatherum: the document leaves the outcome of this call open' && ! grep -q 'For this call the document has' "$work/out"
point $? 'a death where an answer is due names the clause that has one, and where nothing is due it is a demand of ours'
kind "${dies/answer/error}" 'no document; a demand of gatherum, GAT-3' &&
    kind "if .record == \"document\" then .clauses |= map(.level = \"error\") else . end | ${dies/answer/error}" 'For this call the document has an error, in our words:'
point $? 'a death where an error is due is a defect only if the clause promises that error'
kind 'if .record == "case" and (.verdict | IN("weak", "not-run") | not) then .waived = {pattern: "x", reason: "why it is so", owner: "o", link: "https://example.org/7", expires: "2030-01-01", kind: "extension"} else . end' \
    ': why it is so' && has 'undocumented extension' && ! has 'defect' 2>/dev/null
point $? 'a waiver is told with its reason, and its kind wins'
kind 'if .record == "case" and (.verdict | IN("weak", "not-run") | not) then .member = -1 | .verdict = "inconsistent-reading" | .diagnosis = "its answer excludes 1 of 2 ways" | .excludes = ["a=b, c=d"] else . end' 'ambiguity' &&
    of board-cases "$work/changed.jsonl" && has 'a=b, c=d'
point $? 'where no reading fits all answers, each case with the readings that it excludes'
of board-json "$work/numpy.jsonl" "$work/programs.json" && same "$(jq -c '[.judged == .shown, .shown == ([.entries[].cases] | add), .entries[0].framework, (.entries[0].witnesses[0].repeat | test("/tmp|--path"))]' "$work/out")" \
    '[true,true,"numpy",false]' 'what the JSON says'
point $? 'the same for programs, with counts'
jq -c 'select(.record == "case") | .case' "$work/numpy.jsonl" | head -n 1 >"$work/first"
jq -c --argjson first "$(cat "$work/first")" 'select((.record == "case" and .case == $first) | not)' "$work/numpy.jsonl" >"$work/less.jsonl"
for format in board board-markdown board-cases board-json; do
    timeout 60 "$gatherum" report "$format" "$work/less.jsonl" >"$work/out" 2>"$work/err"
    same $? 2 "exit code of $format; $(cat "$work/err")" && grep -qE 'fail by the count of its points, and the board shows' "$work/err" || break
done
point $? 'a failing case that is in no entry fails the board'
# More waived cases than any list of a report used to hold, the last of another framework's clause.
waived='waived: {pattern: "x", reason: (if . == 2099 then "s" else "r" end), owner: "o", link: "l", expires: "2030-01-01"}'
jq -cn "{record: \"start\", schema: 1}, (range(2100) | {record: \"case\", backend: \"torch\", case: \"gather/onnx-13/t/n/int\\(.)\", verdict: \"wrong-value\",
    clause: (if . == 2099 then \"last\" else \"first\" end), diagnosis: \"d\", $waived}), {record: \"point\", backend: \"torch\", point: \"gather/onnx-13/t/n\", passed: 0, failed: 2100, not_claimed: 0, not_run: 0, verdicts: {\"wrong-value\": 2100}, waived: 2100}" >"$work/many.jsonl"
of board-json "$work/many.jsonl" && same "$(jq -c '[.judged, .shown, ([.entries[] | .clause.id] | sort)]' "$work/out")" '[2100,2100,["first","last"]]' 'counts and clauses'
point $? 'no number of borne failures hides one'
of found "$work/numpy.jsonl" "$work/programs.json" && has '# What was found' && has 'no issue is known to us' && has '](#numpy-' && has 'gatherum run --backend numpy --seed '
point $? 'the gallery'
told=$(grep -c '^### ' "$work/out")
jq -c 'if .record == "case" then .clause = "" else . end' "$work/numpy.jsonl" >"$work/bare.jsonl"
of found "$work/bare.jsonl" && [ "$told" -gt 0 ] && same "$(grep -c '^### ' "$work/out")" 0 'entries without a clause' && has 'Not told here'
point $? 'the gallery tells nothing that belongs to no clause'
kind 'if .record == "case" and .verdict == "wrong-value" then .picture.expected = ["1", "nan"] | .picture.got = ["1", "0x7fff"] else . end' 'not promised in so many words' && has 'A NaN comes with other bits' &&
    kind 'if .record == "case" and .verdict == "wrong-value" then .picture.expected = ["1", "nan"] | .picture.got = ["2", "0x7fff"] else . end' '# The board' && ! has 'A NaN comes with other bits' 2>/dev/null
point $? 'the bits of a NaN are a matter of their own, and another value beside them is not'
late='if .record == "case" and .verdict == "wrong-value" then .verdict = "unrepeatable" | .diagnosis = "in the crowd timeout: it did not come back; alone it passes" else . end'
jq -c "$late" "$work/numpy.jsonl" >"$work/half.jsonl" && recount "$work/half.jsonl" >"$work/late.jsonl" && of board-json "$work/late.jsonl" &&
    same "$(jq -c '[.judged == .shown, (.entries | map(select(.harm == "company")) | length)]' "$work/out")" '[true,0]' 'counts, and entries of what came back alone' &&
    of board "$work/late.jsonl" && has ' late</span>'
point $? 'a time-out that does not come again alone is counted, and no entry'
jq -c "${late/timeout: it did not come back/wrong-value}" "$work/numpy.jsonl" >"$work/half.jsonl" && recount "$work/half.jsonl" >"$work/late.jsonl" && of board-json "$work/late.jsonl" &&
    same "$(jq -r '[.entries[] | select(.harm == "company") | .kind] | unique | join(" ")' "$work/out")" company 'kinds of what passes alone'
point $? 'what passes alone is no defect'
first='def other: sub("^(?<a>[^/]+/[^/]+/[^/]+/)"; "\(.a)x"); if .backend == "numpy" then .backend = "numpy:a=1" else . end |
    if .record == "backend" then .name = "numpy:a=1" else . end | if .case then .case |= other else . end | if .point then .point |= other else . end'
jq -c "$first" "$work/numpy.jsonl" >"$work/half.jsonl" && of board-json "$work/numpy.jsonl" && told=$(jq '.entries | length' "$work/out") &&
    of board-json "$work/numpy.jsonl" "$work/half.jsonl" && same "$(jq -c '[(.entries | length), .judged == .shown]' "$work/out")" "[$told,true]" 'entries and counts with those of the first options'
point $? 'what fails in the same way with the first options is told once'
of board-cases "$work/half.jsonl" && [ -s "$work/out" ] && same "$(awk -F'\t' '$1 !~ /^[0-9][0-9][0-9]-numpy-a-1(-[0-9]+)?.py$/ || $2 != "numpy:a=1"' "$work/out")" '' 'lines of another backend or file'
point $? 'what needs options has a program too'
mkdir "$work/bin" && printf '#!/bin/sh\n' >"$work/bin/xargs" && chmod +x "$work/bin/xargs" # as one that was killed
PATH=$work/bin:$PATH timeout 60 tools/release/board.sh "$gatherum" "$work/board" numpy >"$work/out" 2>"$work/err"
same $? 1 "exit code; $(cat "$work/err")" && has 'numpy: was not judged'
point $? 'a framework that nothing judged fails the board'
named=$(grep -oh '\$tools/[a-z_/]*[.][a-z]*' tools/release/*.sh | sort -u | sed 's|^.tools|tools/release|')
[ -n "$named" ] && same "$(for file in $named; do [ -f "$file" ] || echo "$file"; done)" '' 'scripts that the board calls and that are not there'
point $? 'the scripts that the board calls are there'
finish
