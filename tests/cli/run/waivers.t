#!/usr/bin/env bash
# waivers.t - failures that are borne for a while, and waivers that are no good.
# sanitizers: no, the reader of YAML meets them elsewhere, and what is borne is decided without bytes from outside.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
. tests/cli/shards.sh
export SOURCE_DATE_EPOCH=1790000000 # 2026-09-21
echo "TAP version 13"

mkdir -p "$work/w/backends"
file=$work/w/backends/claims_too_much.waivers.yaml
backend=$plugins/claims_too_much.so
tail='reason: no float16 before June, owner: ann, link: "https://example.org/1", expires: 2027-01-31'
# waive LINE...: the entries of the file.
waive() { { printf 'waivers: 1\nentries:\n'; printf -- '- {%s}\n' "$@"; } >"$file"; }
# judge WANT ARGUMENTS...: exit code, TAP in $work/out, records in $work/r.jsonl.
judge() {
    local want=$1
    shift
    timeout 120 "$gatherum" run --backend "$backend" --path "$work/w" --out "$work/r.jsonl" "$@" >"$work/out" 2>"$work/err"
    same $? "$want" "exit code; $(cat "$work/err") $(tail -n 12 "$work/out")"
}
says() { grep -qF -- "$1" "$work/out" || { why "not printed: $1; $(grep -E 'waive|not ok' "$work/out" | head -n 5)"; return 1; }; }
state() { same "$(jq -r 'select(.record == "waiver") | .state' "$work/r.jsonl" | paste -sd' ')" "$1" "states"; }

borne() {
    waive "pattern: gather/onnx-13/types, $tail"
    judge 0 gather/onnx-13/types || return
    says " # TODO no float16 before June" || return
    says "#     waived: no float16 before June" || return
    same "$(sed -n 2p "$work/out")" "1..$(grep -cE '^(not )?ok ' "$work/out")" "the plan counts the lines" || return
    state waives || return
    same "$(jq -r 'select(.record == "case") | .waived.expires + .waived.owner' "$work/r.jsonl" | sort -u)" "2027-01-31ann" "waived, in the cases" || return
    same "$(jq -c 'select(.record == "end") | [.waived == .verdicts["broken-claim"], .exit]' "$work/r.jsonl")" "[true,0]" "the last record" || return
    same "$(jq -r 'select(.record == "variant") | .conforms' "$work/r.jsonl")" false "a waived variant does not conform"
}
check "a waived failure is shown, and does not fail the run" borne
proved() {
    printf '%s\n' "exec '$gatherum' run --backend '$backend' --path '$work/w' gather/onnx-13/types" >"$work/run.sh"
    prove -e sh "$work/run.sh" >"$work/prove" 2>&1
    same $? 0 "exit code of prove; $(tail -n 3 "$work/prove")"
}
check "prove takes it for work to be done" proved
full() {
    judge 0 gather/onnx-13/types --tap=full || return
    same "$(grep -c '^not ok' "$work/out")" "$(grep -c '^not ok .* # TODO no float16' "$work/out")" "failing lines with TODO"
}
check "--tap=full: each member" full
kind() {
    waive "pattern: gather/onnx-13/types, kind: extension, $tail"
    judge 0 gather/onnx-13/types || return
    same "$(jq -r 'select(.record == "case") | .waived.kind' "$work/r.jsonl" | sort -u) $(jq -r 'select(.record == "waiver") | .kind' "$work/r.jsonl")" \
        "extension extension" "kind in the records"
}
check "what a waiver says that the failure is comes into the records" kind
answers() {
    waive "pattern: gather/onnx-13/types, answers: $1, $tail"
    judge "$2" gather/onnx-13/types || return
    same "$(jq -r 'select(.record == "case" and .verdict != "weak") | .waived != null' "$work/r.jsonl" | sort -u | paste -sd' ')" "$3" "borne"
}
check "a waiver that says how cases fail bears those that fail so" answers "['crash: *', 'broken-claim: *not supported']" 0 true
check "... and none that fail in another way" answers '"crash: *"' 1 false
check "... of which the whole sentence counts" answers '"broken-claim: *nothing of this"' 1 false
options() {
    waive "pattern: gather/onnx-13/types, options: many=1, $tail"
    judge 1 gather/onnx-13/types || return
    local backend=$backend:one=2,many=1
    judge 0 gather/onnx-13/types && state waives || return
    backend=${backend%1}12
    judge 1 gather/onnx-13/types && state ''
}
check "a waiver for an option bears what fails with it alone" options
waive "pattern: gather/onnx-13/types, $tail"
others_fail() { judge 1 gather/onnx-13/types gather/onnx-13/errors; }
check "what no waiver names still fails" others_fail
partly() {
    waive "pattern: 'gather/onnx-13/types/*/float16,int32', $tail"
    judge 1 gather/onnx-13/types && says "some of them waived"
}
check "a waiver for some members bears those alone" partly
expired() {
    waive "pattern: gather/onnx-13/types, reason: r, owner: o, link: l, expires: 2026-09-20"
    judge 1 gather/onnx-13/types && says "$file:3: it has expired" && state expired
}
check "an expired waiver is an error, and bears nothing" expired
last_day() {
    waive "pattern: gather/onnx-13/types, reason: r, owner: o, link: l, expires: 2026-09-21"
    judge 0 gather/onnx-13/types
}
check "it holds on its last day" last_day
version() {
    waive "pattern: gather/onnx-13/types, $tail, versions: {$1}"
    judge "$2" gather/onnx-13/types && state "$3"
}
v=$("$gatherum" run --backend "$backend" gather/onnx-13/types --format jsonl | jq -r 'select(.record == "backend") | .version')
check "a version within the range" version "from: $v" 0 waives
check "a version below the range" version "from: $v.1" 1 other-version
check "a version above the range" version "below: $v" 1 other-version

# A question that a part of the plan leaves open is judged in the whole plan: a suite of two cases.
mkdir -p "$work/small/cases"
cp --parents specs/gather/onnx-1[13].yaml "$work/small"
printf '%s\n' 'cases: 1' 'hunts: all' 'types: [float16, float32]' 'index_types: [int64]' 'tests:' \
    '- {name: one, data: [[1, 2], [3, 4]], indices: [1], axis: 0}' '- {name: two, types: [float32], data: [[1, 2], [3, 4]], indices: [0], axis: 0}' \
    >"$work/small/cases/gather.few.yaml"
small() {
    local want=$1
    shift
    GATHERUM_HOME=$work/small judge "$want" "$@"
}
few() {
    waive "pattern: '*/float16,int64', $tail" "pattern: $1, $tail"
    small 1 && says "$2" && state "waives $3"
}
check "a waiver whose cases all pass is an error" few gather/onnx-13/few/two "all its cases pass" passing
check "a waiver that matches nothing is an error" few gather/onnx-13/few/three "it matches no case" unmatched
undecided() { small 0 gather/onnx-13/few && state "waives undecided"; }
check "... which is left open where cases are left out" undecided

merged() {
    local k
    waive "pattern: '*/float16,int64', $tail" "pattern: gather/onnx-13/few/two, $tail"
    small 1
    cp "$work/r.jsonl" "$work/whole.jsonl"
    for k in 1 2 3; do
        GATHERUM_HOME=$work/small timeout 60 "$gatherum" run --backend "$backend" --path "$work/w" --shard "$k/3" --out "$work/s$k.jsonl" >/dev/null 2>&1
    done
    GATHERUM_HOME=$work/small timeout 60 "$gatherum" merge "$work"/s?.jsonl -o "$work/merged.jsonl" >"$work/out" 2>"$work/err"
    same $? 1 "exit code; $(cat "$work/err")" || return
    cmp "$work/whole.jsonl" "$work/merged.jsonl" >"$work/diff" || { why "$(cat "$work/diff")"; return 1; }
}
check "shards that are merged decide what each left open" merged
resumed() {
    waive "pattern: gather/onnx-13/types, $tail"
    judge 0 gather/onnx-13/types
    cp "$work/r.jsonl" "$work/whole.jsonl"
    head -c "$(($(wc -c <"$work/whole.jsonl") / 2))" "$work/whole.jsonl" >"$work/cut.jsonl"
    timeout 60 "$gatherum" run --backend "$backend" --path "$work/w" gather/onnx-13/types --resume "$work/cut.jsonl" >"$work/again" 2>"$work/err"
    same $? 0 "exit code; $(cat "$work/err")" || return
    cmp "$work/whole.jsonl" "$work/cut.jsonl" >"$work/diff" && cmp "$work/out" "$work/again" >"$work/diff" || { why "$(cat "$work/diff")"; return 1; }
}
check "a resumed run has the same waivers" resumed

# ---- what is no file of waivers

refused() {
    printf '%b' "$1" >"$file"
    timeout 60 "$gatherum" run --backend "$backend" --path "$work/w" gather/onnx-13/types >"$work/out" 2>"$work/err"
    same $? 2 "exit code; stderr: $(cat "$work/err")" || return
    grep -qF -- "waivers.yaml:$2" "$work/err" || { why "stderr lacks '$2': $(cat "$work/err")"; return 1; }
    same "$(wc -l <"$work/err")" 1 "lines on stderr"
}
head='waivers: 1\nentries:\n- '
check "an unknown key" refused "${head}{pattern: a, reson: b}\n" "3:16: "
check "a missing key" refused "${head}{pattern: a, reason: r, link: l, expires: 2027-01-01}\n" '3:3: a waiver needs `owner`'
check "a day that is none" refused "${head}{pattern: a, reason: r, owner: o, link: l, expires: 2027-02-29}\n" "3:55: '2027-02-29' is no day"
check "an empty reason" refused "${head}{pattern: a, reason: '', owner: o, link: l, expires: 2027-02-28}\n" "3:24: a text is due here"
check "a reason of two lines" refused "${head}{pattern: a, reason: \"x\\\\nnot ok\", owner: o, link: l, expires: 2027-02-28}\n" "3:24: one line of text"
check "a version that is none" refused "${head}{pattern: a, reason: r, owner: o, link: l, expires: 2027-02-28, versions: {from: new}}\n" "3:84: a version begins"
check "a kind that is none" refused "${head}{pattern: a, reason: r, owner: o, link: l, expires: 2027-02-28, kind: bug}\n" "3:73: a failure is a defect, an extension, an ambiguity, contested, a reading or unpromised, not 'bug'"
check "answers that are none" refused "${head}{pattern: a, reason: r, owner: o, link: l, expires: 2027-02-28, answers: []}\n" "3:76: a list of at least one answer is due here"
check "an option without a value" refused "${head}{pattern: a, reason: r, owner: o, link: l, expires: 2027-02-28, options: jit}\n" "3:76: an option with its value is due"
check "a pattern of stars" refused "${head}{pattern: '$(printf '*a%.0s' {1..17})', reason: r, owner: o, link: l, expires: 2027-02-28}\n" "3:13: a pattern has at most 16 signs"
check "another format" refused 'waivers: 2\nentries: []\n' "1:10: this gatherum reads format 1"
check "no YAML" refused 'waivers: [\n' ""
check "an anchor" refused 'waivers: 1\nentries: &a []\n' "2:10: "
echo "1..$tap_count"
finish
