#!/usr/bin/env bash
# merge.t - shards put together are the run that they were split from.
# sanitizers: no, it judges the same cases many times.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
. tests/cli/shards.sh
export SOURCE_DATE_EPOCH=1790000000
echo "TAP version 13"

same_files() { cmp "$1" "$2" >"$work/diff" 2>&1 || { why "$3: $(cat "$work/diff")"; return 1; }; }
# split NAME N ARGUMENTS...: the whole run and its N shards.
split() {
    local name=$1 n=$2 k
    shift 2
    timeout 300 "$gatherum" run --out "$work/$name.jsonl" "$@" >/dev/null 2>"$work/err"
    whole=$?
    for ((k = 1; k <= n; k++)); do
        timeout 300 "$gatherum" run --shard "$k/$n" --out "$work/$name-$k.jsonl" "$@" >/dev/null 2>"$work/err"
    done
}
merges() {
    local name=$1
    shift
    timeout 300 "$gatherum" merge "$@" "$work/$name"-*.jsonl -o "$work/merged.jsonl" >"$work/out" 2>"$work/err"
    same $? "$whole" "exit code, and that of the whole run; $(cat "$work/err")" || return
    same_files "$work/$name.jsonl" "$work/merged.jsonl" "merged and whole"
}
equal() {
    split four 4 --backend "$plugins/claims_too_much.so" --backend ref --path tests/fixtures/hostile 'gather/onnx-13/[a-ce-g]*' gather/mindspore/axis
    same "$whole" 1 "exit code of the whole run" || return
    merges four --path tests/fixtures/hostile
}
check "four shards merged have the bytes of the whole run" equal
wrong_values() {
    split wrong 3 --backend "$plugins/swaps_axes.so" --backend "$plugins/infer_lies.so" --backend "$plugins/vague_error.so" --strict --path tests/fixtures/hostile \
        gather/onnx-13/hostile gather/onnx-13/shape gather/onnx-13/errors
    merges wrong --path tests/fixtures/hostile
}
check "... also with wrong values, shapes and error kinds" wrong_values
printed() {
    "$gatherum" merge --path tests/fixtures/hostile "$work"/four-[4321].jsonl >"$work/out" 2>"$work/err"
    same_files "$work/four.jsonl" "$work/out" "printed and whole"
}
check "without -o they are printed; the order of the files does not matter" printed
readings_excluded() {
    [ "$(jq -r 'select(.record == "point" and .excluded != null) | .point' "$work/four.jsonl" | wc -l)" -gt 0 ] || { why "no point excludes a reading"; return 1; }
    jq -r 'select(.record == "variant" and .backend == "ref") | .readings' "$work/four.jsonl" | grep -q . || { why "no variant has a reading"; return 1; }
}
check "... with readings among them" readings_excluded
environments() {
    # Without the running hash, as after a change of records on purpose.
    sed -i '1s/"processors":"[0-9]*"/"processors":"9"/; s/,"running":"[0-9a-f]*"//' "$work/four-2.jsonl"
    "$gatherum" merge --path tests/fixtures/hostile "$work"/four-?.jsonl -o "$work/merged.jsonl" >/dev/null 2>"$work/err"
    jq -r 'select(.record == "start") | .environment.processors' "$work/merged.jsonl" | grep -q '; 9$' || { why "processors: $(jq -r 'select(.record == "start") | .environment.processors' "$work/merged.jsonl")"; return 1; }
}
check "shards of different hosts tell both" environments

refuses() {
    local part=$1
    shift
    rm -f "$work/no.jsonl"
    timeout 60 "$gatherum" merge -o "$work/no.jsonl" "$@" >"$work/out" 2>"$work/err"
    same $? 2 "exit code; stderr: $(cat "$work/err")" || return
    grep -qF -- "$part" "$work/err" || { why "stderr lacks '$part': $(cat "$work/err")"; return 1; }
    same "$(wc -l <"$work/err")" 1 "lines on stderr" || return
    [ ! -e "$work/no.jsonl" ] || { why "something was written"; return 1; }
}
f=$work/four p="--path tests/fixtures/hostile"
# shellcheck disable=SC2086
{
    check "a shard that is missing" refuses "shard 3/4 is missing" $p "$f-1.jsonl" "$f-2.jsonl" "$f-4.jsonl"
    check "a shard that comes twice" refuses "shard 2/4 comes twice" $p "$f-1.jsonl" "$f-2.jsonl" "$f-2.jsonl" "$f-4.jsonl"
    check "shards of different numbers" refuses "it is one of 3 shards" $p "$f-1.jsonl" "$work/wrong-2.jsonl"
    sed '1s/"seed":"1"/"seed":"2"/; s/,"running":"[0-9a-f]*"//' "$f-3.jsonl" >"$work/seed.jsonl"
    check "shards of different seeds" refuses 'its seed is "2"' $p "$f-1.jsonl" "$f-2.jsonl" "$work/seed.jsonl" "$f-4.jsonl"
    sed '1s/"options":{}/"options":{"strict":true}/; s/,"running":"[0-9a-f]*"//' "$f-3.jsonl" >"$work/strict.jsonl"
    check "shards of different options" refuses 'its options is' $p "$f-1.jsonl" "$f-2.jsonl" "$work/strict.jsonl" "$f-4.jsonl"
    sed '/"record":"backend","backend":"ref"/s/"content":"./"content":"x/; s/,"running":"[0-9a-f]*"//' "$f-3.jsonl" >"$work/built.jsonl"
    check "shards of different builds" refuses "another content of the backend 'ref'" $p "$f-1.jsonl" "$f-2.jsonl" "$work/built.jsonl" "$f-4.jsonl"
    sed '$d' "$f-3.jsonl" >"$work/cut.jsonl"
    check "a shard that was cut short" refuses "cut.jsonl: its run was cut short" $p "$f-1.jsonl" "$f-2.jsonl" "$work/cut.jsonl" "$f-4.jsonl"
    check "another suite" refuses "it is about the suite" "$f-1.jsonl" "$f-2.jsonl" "$f-3.jsonl" "$f-4.jsonl"
    check "a file that is not there" refuses "nowhere.jsonl: the file cannot be read: No such file" $p "$work/nowhere.jsonl"
}
over_itself() {
    timeout 60 "$gatherum" merge --path tests/fixtures/hostile "$f"-?.jsonl -o "$f-2.jsonl" >"$work/out" 2>"$work/err"
    same $? 2 "exit code; $(cat "$work/err")" || return
    [ -s "$f-2.jsonl" ] || { why "the shard is gone"; return 1; }
}
check "a shard is not written over" over_itself
check "no file" refuses "merge takes the records" --path tests/fixtures/hostile
echo "1..$tap_count"
finish
