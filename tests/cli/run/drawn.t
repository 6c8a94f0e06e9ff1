#!/usr/bin/env bash
# drawn.t - cases that nobody wrote are part of a run like every other case.
# sanitizers: no, it draws the same cases many times; test_sizes, test_small and hostile.t draw some.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
. tests/cli/shards.sh
export SOURCE_DATE_EPOCH=1790000000
echo "TAP version 13"

bad=$plugins/claims_too_much.so
variant=gather/onnx-13
# run_of NAME ARGUMENTS...: records in $work/NAME.jsonl, exit code in $code.
run_of() {
    local name=$1
    shift
    timeout 300 "$gatherum" run --out "$work/$name.jsonl" "$@" >"$work/$name.tap" 2>"$work/err"
    code=$?
}
same_files() { cmp "$1" "$2" >"$work/diff" 2>&1 || { why "$3: $(cat "$work/diff")"; return 1; }; }

names() { "$gatherum" list cases --tap full "$@"; }
number_is_kept() {
    names --draw 200 "$variant/drawn" >"$work/few"
    names --draw 400 "$variant/drawn" >"$work/more"
    [ "$(wc -l <"$work/few")" -gt 100 ] || { why "only $(wc -l <"$work/few") cases"; return 1; }
    [ -z "$(comm -23 <(sort "$work/few") <(sort "$work/more"))" ] || { why "fewer are others"; return 1; }
}
check "the first of many are those of few" number_is_kept
seeds_differ() {
    names --draw 200 --seed 2 "$variant/drawn" >"$work/other"
    local n
    n=$(comm -12 <(sort "$work/few") <(sort "$work/other") | wc -l)
    [ "$n" -lt $(($(wc -l <"$work/few") / 3)) ] || { why "$n are the same"; return 1; }
    names --draw 200 --seed 2 "$variant/drawn" | cmp - "$work/other"
}
check "another seed draws others, and again the same" seeds_differ
none() {
    [ "$(names --draw 0 "$variant" 2>&1 | grep -c /drawn/)" = 0 ] || { why "there are some"; return 1; }
    names --draw 0 "$variant/drawn" >/dev/null 2>&1
    same $? 2 "exit code for drawn cases of none" || return
    names --draw -1 "$variant" >"$work/said" 2>&1
    same $? 2 "exit code for --draw -1" && grep -q -- "--draw takes a number" "$work/said"
}
check "--draw 0 draws none" none

infer_asked() {
    run_of infer --draw 300 --backend "$out/tests/saboteurs/infer_takes_any_axis.so" "$variant/drawn"
    same "$code" 1 "exit code of an infer() that takes any axis" &&
        grep -q "infer() states" "$work/infer.tap"
}
check "infer() is asked of drawn cases that have no answer" infer_asked

twins() {
    run_of ends --draw 1500 --backend "$plugins/knows_by_ends.so" "$variant/drawn/sizes"
    same "$code" 1 "exit code; $(cat "$work/err")" && grep -q 'unrepeatable: .*-twin-' "$work/ends.tap" || { why "$(tail -n 4 "$work/ends.tap")"; return 1; }
}
check "indices that were seen before but for two in the middle are asked" twins

lanes_agree() {
    run_of one --draw 300 --backend "$bad" --backend opt "$variant/drawn"
    same "$code" 1 "exit code; $(cat "$work/err")" || return
    run_of lanes -j 3 --draw 300 --backend "$bad" --backend opt "$variant/drawn"
    same_files "$work/one.jsonl" "$work/lanes.jsonl" "records with -j 3"
}
check "three lanes write what one does" lanes_agree
shards_agree() {
    local k
    for k in 1 2 3; do run_of "s$k" --shard "$k/3" --draw 300 --backend "$bad" --backend opt "$variant/drawn"; done
    "$gatherum" merge -o "$work/merged.jsonl" "$work"/s[123].jsonl >"$work/said" 2>&1
    same $? 1 "exit code of merge; $(cat "$work/said")" || return
    same_files "$work/one.jsonl" "$work/merged.jsonl" "three shards merged"
}
check "three shards merged are the whole run" shards_agree
resumes() {
    local at size
    size=$(wc -c <"$work/one.jsonl")
    for at in 3 7; do
        head -c $((size * at / 10)) "$work/one.jsonl" >"$work/cut.jsonl"
        timeout 300 "$gatherum" run --resume "$work/cut.jsonl" --draw 300 --backend "$bad" --backend opt "$variant/drawn" >/dev/null 2>"$work/err"
        same_files "$work/one.jsonl" "$work/cut.jsonl" "cut at $at tenths" || return
    done
    head -c $((size / 2)) "$work/one.jsonl" >"$work/cut.jsonl"
    timeout 300 "$gatherum" run --resume "$work/cut.jsonl" --draw 200 --backend "$bad" --backend opt "$variant/drawn" >/dev/null 2>"$work/err"
    same $? 2 "exit code with another --draw"
}
check "a run that was cut goes on, with the same number alone" resumes

repeats() {
    local line name
    line=$(jq -r 'select(.record == "case" and .fails != false) | .repeat' "$work/one.jsonl" | grep /drawn/ | head -n 1)
    name=${line##* }
    [ -n "$name" ] || { why "nothing fails"; return 1; }
    # shellcheck disable=SC2086
    sh -c "$line --draw 0 --out '$work/again.jsonl'" >"$work/said" 2>&1
    same $? 1 "exit code of: $line; $(tail -n 3 "$work/said")" || return
    same "$(jq -r 'select(.record == "case") | [.verdict, .diagnosis] | @tsv' "$work/again.jsonl")" \
        "$(jq -r --arg n "$name" 'select(.record == "case" and .repeat != null and (.repeat | endswith($n))) | [.verdict, .diagnosis] | @tsv' "$work/one.jsonl" | head -n 1)" \
        "verdict" || return
    "$gatherum" show "$name" >"$work/shown" 2>&1
    same $? 0 "exit code of show; $(cat "$work/shown")" || return
    "$gatherum" export c "$name" -o "$work/case.c" >"$work/said" 2>&1
    same $? 0 "exit code of export c; $(cat "$work/said")"
}
check "a name and the seed are enough to run, show and export a case" repeats
far_number() {
    local name
    name=$(names --draw 3000 "$variant/drawn" | grep "/drawn/sizes" | sed -n 2345p)
    run_of far --backend opt "$name"
    same "$code" 0 "exit code for $name; $(cat "$work/err")" && grep -q "^# 1 case judged: 1 pass" "$work/far.tap"
}
check "so it is for a number beyond those that are usually drawn" far_number
many_names() { # the time is the processor's own, as the machine may be busy
    names --draw 1500 "$variant/drawn" | awk 'NR % 3 != 1' | tac | head -n 900 >"$work/many"
    (
        ulimit -t 12
        # shellcheck disable=SC2046 # names are words
        timeout 120 "$gatherum" run --backend opt --quiet --out "$work/many.jsonl" $(cat "$work/many") >"$work/tap" 2>"$work/err"
    )
    same $? 0 "exit code; $(cat "$work/err")" || return
    same "$(jq -s 'map(select(.record == "point") | .passed + .not_claimed) | add' "$work/many.jsonl")" 900 "cases of 900 names"
}
check "hundreds of names take seconds, in any order" many_names
echo "1..$tap_count"
finish
