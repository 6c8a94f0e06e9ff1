#!/usr/bin/env bash
# lint_cases.t - what a set of cases lacks is said, once, and nothing else is.
# sanitizers: no, it looks at each case there is; select.t and test_catalog read them all.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gat_limit=600
nodes=${NODES:-/usr/share/libonnx-testdata/data/node}
plan 17

lacks() { ! grep -qF -- "$1" "$work/out" || { why "printed: $1"; return 1; }; }
# set_of TEST...: a folder with these tests of gather/onnx-13.
set_of() {
    local test
    mkdir -p "$work/set/cases"
    printf '%s\n' 'cases: 1' 'hunts: nothing' 'variants: [onnx-13]' 'types: [int32]' 'tests:' >"$work/set/cases/gather.mine.yaml"
    for test in "$@"; do printf '  - {%s}\n' "$test" >>"$work/set/cases/gather.mine.yaml"; done
}

# ---- our own set

own_clean() {
    gat lint
    same "$code" 0 "exit code; it printed $(head -n 3 "$work/out")" || return
    same "$(wc -l <"$work/out")" 1 "lines" || return
    has ": nothing is missing"
}
check "our own cases lack nothing" own_clean

# ---- the published node tests

imported() {
    gat import onnx "$nodes" -o "$work/onnx"
    grep -q 'is not in this build' "$work/err" && return 9
    gat lint --path "$work/onnx"
    same "$code" 1 "exit code" || return
    for line in \
        'every operator: no index of exactly s: cannot catch an upper bound that is off by one (class BND; seen in ' \
        'every operator: no indices without elements: cannot catch ' \
        'gather, gather_elements, scatter, scatter_elements: no negative axis: cannot catch ' \
        'every operator: no case that demands an error: cannot catch ' \
        'gather: no single number as indices: cannot catch ' \
        'gather: one element type of sixteen: cannot catch '; do
        has "$line" || return
    done
    lacks 'gather: no index in [-s, -1]' && lacks 'gather: no axis of' && lacks 'every operator: no index of 0:' || return
    grep -qE '^1[2-9] cases of gather \(reach [0-9]+ %\), gather_elements .*: [0-9]+ findings$' "$work/out" ||
        { why "last line: $(tail -n 1 "$work/out")"; return 1; }
}
if [ -d "$nodes" ]; then
    imported
    status=$?
    if [ $status = 9 ]; then skip "what the ONNX node tests lack" "import onnx is not in this build"
    else point $status "what the ONNX node tests lack"; fi
else
    skip "what the ONNX node tests lack" "no $nodes (package libonnx-testdata)"
fi

# ---- one feature more is one line less

grows() {
    local before after
    set_of 'name: a, data: {shape: [5, 3]}, indices: [0, 2]'
    gat lint --path "$work/set"
    same "$code" 1 "exit code" || return
    cp "$work/out" "$work/before"
    has 'gather: no index in [-s, -1]: cannot catch a negative index that is not counted from the end, or not refused (class NEG; seen in ' || return
    set_of 'name: a, data: {shape: [5, 3]}, indices: [0, 2]' 'name: b, data: {shape: [5, 3]}, indices: [-1, 0]'
    gat lint --path "$work/set"
    diff "$work/before" "$work/out" | grep '^[<>]' >"$work/diff"
    same "$(grep -c '^< gather: no ' "$work/diff")" 2 "lines that went: $(cat "$work/diff")" || return
    grep -q '^< gather: no index in \[-s, -1\]' "$work/diff" && grep -q '^< gather: no index of -1:' "$work/diff" ||
        { why "$(cat "$work/diff")"; return 1; }
    same "$(grep -c '^> gather: no ' "$work/diff")" 0 "lines that came" || return
    before=$(sed -nE 's/.*: ([0-9]+) findings$/\1/p' "$work/before")
    after=$(sed -nE 's/.*: ([0-9]+) findings$/\1/p' "$work/out")
    same "$((before - after))" 4 "findings less, with two values of index_domain" || return
    grep -q '^gather/onnx-13: no case tells .*; index_domain: wraps from nonnegative, undefined; ' "$work/before" || { why "$(grep 'no case tells' "$work/before")"; return 1; }
    lacks 'index_domain: wraps' && has 'axis_domain: signed from nonnegative'
}
check "a case with two features takes two lines away" grows

json_agrees() {
    local text
    gat lint --path "$work/set"
    text=$(sed -nE 's/.*: ([0-9]+) findings$/\1/p' "$work/out")
    gat lint --json --path "$work/set"
    same "$code" 1 "exit code" || return
    same "$(jq .n_findings "$work/out")" "$text" "findings" || return
    same "$(jq -r '.operators[0].n_cases' "$work/out")" 4 "cases" || return
    same "$(jq -r '.operators[0].lacks[] | select(.feature == "index_extent") | .class' "$work/out")" BND "class" || return
    same "$(jq -c '.operators[0].types' "$work/out")" '["int32"]' "types" || return
    same "$(jq -r '[.operators[0].lacks[] | select(.feature == "index_negative")] | length' "$work/out")" 0 "index_negative" || return
    same "$(jq -r '[.variants[0].rules[] | select(startswith("axis_domain"))] | join(",")' "$work/out")" 'axis_domain: signed is not told from nonnegative' "rules"
}
check "--json says the same" json_agrees

# ---- the rest of what is said

weak() {
    set_of 'name: zeros, data: {shape: [5, 3], fill: zeros}, indices: [0, 2]' 'name: good, data: {shape: [5, 3]}, indices: [0, 2]'
    gat lint --path "$work/set"
    same "$code" 1 "exit code" || return
    has 'gather/onnx-13/mine/zeros/int32,int64: weak: ' && lacks 'mine/good'
}
check "a case whose data cannot show a wrong position is named" weak

reach() {
    set_of 'name: a, data: {shape: [10]}, indices: [0, 1]' 'name: b, data: {shape: [10]}, indices: [1, 0, 1]' \
        'name: c, data: {shape: [10]}, indices: [0, 9]'
    gat lint --path "$work/set"
    has 'gather: the median case reaches 20 % of the axis: cannot catch ' || return
    set_of 'name: a, data: {shape: [10]}, indices: [0, 1]' 'name: b, data: {shape: [10]}, indices: [1, 0, 7]' \
        'name: c, data: {shape: [10]}, indices: [0, 9]'
    gat lint --path "$work/set"
    lacks 'the median case reaches' && has 'gather (reach 80 %)'
}
check "how far the indices of the median case reach" reach

types() {
    set_of 'name: a, types: [int32, float32, string], data: {shape: [10]}, indices: [0, 9]'
    gat lint --path "$work/set"
    has 'gather: three element types of sixteen: cannot catch ' || return
    set_of 'name: a, types: [int32, float32], data: {shape: [10]}, indices: [10, 9]'
    gat lint --path "$work/set"
    has 'gather: no element types of sixteen: cannot catch '
}
check "types count where an answer is due" types

operators() {
    set_of 'name: a, data: {shape: [10]}, indices: [0, 9]'
    printf '%s\n' 'cases: 1' 'hunts: nothing' 'variants: [onnx-11]' 'tests:' \
        '  - {name: a, data: [1, 2], indices: [0], updates: [5]}' >"$work/set/cases/scatter.mine.yaml"
    gat lint --path "$work/set"
    rm "$work/set/cases/scatter.mine.yaml"
    has 'every operator: no index of -1: ' && has 'gather: no single number as indices' &&
        has 'scatter: no element with several updates' && lacks 'gather: no element with several'
}
check "each operator is asked for what it can have" operators

# traps_of INDICES: what onnx-13 lacks beside onnx-12, whose bad index (0,2) has the offset of (1,0).
traps_of() {
    mkdir -p "$work/traps/cases"
    printf '%s\n' 'cases: 1' 'hunts: nothing' 'types: [int32]' 'tests:' \
        "  - {name: a, variants: [onnx-12], data: {shape: [4, 2]}, indices: [[0, 2]]}" \
        "  - {name: b, variants: [onnx-13], data: {shape: [4, 2]}, indices: $1}" >"$work/traps/cases/gather_nd.mine.yaml"
    gat lint --path "$work/traps"
    grep -o '^.*: no bad index that stays inside data by its offset' "$work/out"
    "$gatherum" lint --json --path "$work/traps" | jq -r '.variants[] | select(any(.lacks[]; .feature == "bad_index_in_buffer")) | .variant'
}
traps() {
    same "$(traps_of '[[3, 2]]')" "$(printf '%s\n' 'gather_nd/onnx-13: no bad index that stays inside data by its offset' gather_nd/onnx-13)" 'an offset beyond data' &&
        same "$(traps_of '[[-4, -3]]')" "$(printf '%s\n' 'gather_nd/onnx-13: no bad index that stays inside data by its offset' gather_nd/onnx-13)" 'an offset before data' &&
        same "$(traps_of '[[1, -3]]')" '' 'an offset inside data' && same "$(traps_of '[[2, 3]]')" '' 'another'
}
check "a trap is wanted of each variant" traps

# ---- a few cases in place of all

distinct() {
    set_of 'name: a, data: {shape: [5, 3]}, indices: [0, 2]' 'name: b, data: {shape: [5, 3]}, indices: [0, 2]' \
        'name: c, data: {shape: [5, 3]}, indices: [0, 5]'
    gat list cases --path "$work/set" --distinct 9 'gather/onnx-13/mine/*'
    same "$(tr '\n' ' ' <"$work/out")" 'gather/onnx-13/mine/c/int32,int32 gather/onnx-13/mine/a/int32,int64 ' 'those that add something' || return
    gat list cases --distinct 20 'gather/onnx-13/*' 'scatter_nd/onnx-18/*'
    same "$(sort -u "$work/out" | wc -l)" 20 'cases' || return
    "$gatherum" list cases --tap full 'gather/onnx-13/*' 'scatter_nd/onnx-18/*' | sort >"$work/all"
    same "$(sort "$work/out" | comm -23 - "$work/all")" '' 'names that are no cases' || return
    gat list cases --distinct 0.5 'gather/onnx-13/*'
    same "$code" 2 'exit code for half a case'
}
check "list cases --distinct takes those that have what others have not" distinct

# ---- what is selected

selection() {
    gat lint gather/onnx-13/document
    same "$code" 1 "exit code" || return
    has "cases of gather (reach" && lacks "scatter (reach" || return
    gat lint 'gather/onnx-13/index-edges/rank1-axis0-by1-first-zero/int8,int64'
    has "1 cases of gather " || return
    gat lint --path "$work/set" 'gather/onnx-13/document'
    same "$code" 2 "exit code for cases that lie elsewhere" || return
    same "$(wc -l <"$work/err")" 1 "lines on stderr"
}
check "patterns and folders select" selection
places() {
    set_of 'name: mine, data: {shape: [10]}, indices: [0]'
    for place in "$work/set" "$work/set/cases" "$work/set/cases/gather.mine.yaml"; do
        gat lint "$place"
        same "$code" 1 "exit code for $place; stderr: $(cat "$work/err")" || return
        has "2 cases of gather " || { why "for $place"; return 1; }
    done
    gat lint cases/gather/axis.yaml
    same "$code" 1 "exit code for one of our files" || return
    has "cases of gather (reach" && lacks "scatter (reach"
}
check "a file, a folder of cases or the folder around it select" places

fails_with() {
    gat "${@:3}"
    same "$code" "$1" "exit code" || return
    grep -qF -- "$2" "$work/err" || { why "stderr: $(cat "$work/err")"; return 1; }
    [ ! -s "$work/out" ] || { why "stdout: $(head -n 1 "$work/out")"; return 1; }
}
check "nothing selected" fails_with 2 "nothing selected" lint no/such/case
check "no such file" fails_with 2 "$work/nowhere.yaml: there is no such file" lint "$work/nowhere.yaml"
check "no such folder" fails_with 2 "nowhere" lint --path "$work/nowhere"
bad_file() {
    set_of 'name: a, data: {shape: [10]}, indizes: [0]'
    fails_with 2 "gather.mine.yaml:6:" lint --path "$work/set"
}
check "a file that is wrong" bad_file
bad_script() {
    rm -r "$work/set" && mkdir -p "$work/set/cases"
    printf 'return { cases = 1, hunts = "x", generate = function(rng, emit) emit { name = "a" } end }\n' >"$work/set/cases/gather.mine.lua"
    fails_with 2 "gather.mine.lua" lint --path "$work/set"
}
check "a generator that makes no case" bad_script
finish
