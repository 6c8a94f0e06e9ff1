#!/usr/bin/env bash
# resume.t - a run that is killed at any moment is gone on with, to the same bytes.
#
# KILLS=1000 tests/cli/run/resume.t kills a thousand times; without it, a few times.
# sanitizers: no, it ends hundreds of runs whose parts others test.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
kills=${KILLS:-25}
. tests/cli/shards.sh
export SOURCE_DATE_EPOCH=1790000000
echo "TAP version 13"

# Two backends, of which one fails in several ways, and one generator.
run=("$gatherum" run --backend "$plugins/claims_too_much.so" --backend ref gather/onnx-13/errors gather/onnx-13/types
    gather/onnx-13/index-edges)
"${run[@]}" --out "$work/whole.jsonl" >"$work/whole.tap" 2>"$work/err"
[ $? = 1 ] || bail "the run to be interrupted does not end with 1: $(cat "$work/err")"
size=$(wc -c <"$work/whole.jsonl")

same_files() { cmp "$1" "$2" >"$work/diff" 2>&1 || { why "$3: $(cat "$work/diff")"; return 1; }; }
resumes() {
    timeout 300 "${run[@]}" --resume "$1" >"$work/out" 2>"$work/err"
    same $? 1 "exit code; stderr: $(cat "$work/err")" || return
    same_files "$work/whole.jsonl" "$1" "$2" || return
    same_files "$work/whole.tap" "$work/out" "$2, TAP"
}

cut_anywhere() {
    local at start
    start=$(head -n 1 "$work/whole.jsonl" | wc -c)
    for at in 0 7 "$((start - 1))" "$start" "$((size / 5))" "$((size / 2))" "$((size * 9 / 10))" "$((size - 400))" "$((size - 1))" "$size"; do
        head -c "$at" "$work/whole.jsonl" >"$work/cut.jsonl"
        resumes "$work/cut.jsonl" "cut after $at of $size bytes" || return
    done
}
check "a file that was cut anywhere becomes the whole file" cut_anywhere
begun() { resumes "$work/new.jsonl" "a file that was not there"; }
check "a file that is not there is begun" begun

valid_so_far() {
    local whole
    whole=$(tr -cd '\n' <"$1" | wc -c)
    same "$(head -n "$whole" "$1" | jq -c . 2>"$work/jq" | wc -l)" "$whole" "records that can be read; $(cat "$work/jq")"
}
# Kill a run after a random time, again and again; now and then it gets to its end.
killed_often() {
    local n=0 ended=0 pid status seed=7
    rm -f "$work/killed.jsonl"
    while [ "$n" -lt "$kills" ]; do
        "${run[@]}" --resume "$work/killed.jsonl" >/dev/null 2>"$work/err" &
        pid=$!
        seed=$(((seed * 1103515245 + 12345) % 2147483648))
        sleep "0.$(printf '%03d' $((seed / 65536 % 700)))"
        kill -9 "$pid" 2>/dev/null
        wait "$pid" 2>/dev/null
        status=$?
        [ -e "$work/killed.jsonl" ] && { valid_so_far "$work/killed.jsonl" || return; }
        if [ "$status" = 137 ]; then
            n=$((n + 1))
        else
            same "$status" 1 "exit code of a run that got to its end; $(cat "$work/err")" || return
            ended=$((ended + 1))
            same_files "$work/whole.jsonl" "$work/killed.jsonl" "after $n kills" || return
            rm -f "$work/killed.jsonl"
        fi
    done
    [ -e "$work/killed.jsonl" ] || : >"$work/killed.jsonl"
    resumes "$work/killed.jsonl" "after $n kills" || return
    echo "# $n kills, $((ended + 1)) runs that ended with the same bytes"
}
check "killed with -9 at random moments: every record is whole, and the end is the same" killed_often
lanes() {
    head -c "$((size / 3))" "$work/whole.jsonl" >"$work/cut.jsonl"
    timeout 300 "${run[@]}" -j 3 --resume "$work/cut.jsonl" >"$work/out" 2>"$work/err"
    same_files "$work/whole.jsonl" "$work/cut.jsonl" "three lanes"
}
check "it may go on with another number of lanes" lanes

# ---- what is not the same run

head -c "$((size / 2))" "$work/whole.jsonl" >"$work/half.jsonl"
refuses() {
    local part=$1
    shift
    cp "$work/half.jsonl" "$work/kept.jsonl"
    timeout 60 "$@" --resume "$work/half.jsonl" >"$work/out" 2>"$work/err"
    same $? 2 "exit code; stderr: $(cat "$work/err")" || return
    grep -qF -- "$part" "$work/err" || { why "stderr lacks '$part': $(cat "$work/err")"; return 1; }
    same "$(wc -l <"$work/err")" 1 "lines on stderr" || return
    same_files "$work/kept.jsonl" "$work/half.jsonl" "the file was changed"
}
mkdir -p "$work/more/cases"
printf '%s\n' 'cases: 1' 'hunts: more' 'tests:' '- {name: one, data: [1, 2], indices: [0]}' >"$work/more/cases/gather.more.yaml"
cp "$plugins/claims_too_much.so" "$work/claims_too_much.so"
printf ' ' >>"$work/claims_too_much.so"
check "another seed" refuses "its seed is" "${run[@]}" --seed 2
check "another suite" refuses "its suite is" "${run[@]}" --path "$work/more"
check "another pattern" refuses "its patterns is" "${run[@]}" gather/onnx-1
check "another shard" refuses "its shard is" "${run[@]}" --shard 1/2
check "another option" refuses "its options is" "${run[@]}" --strict
check "another backend" refuses "its backends is" "$gatherum" run --backend ref gather/onnx-13/errors gather/onnx-13/types gather/onnx-13/index-edges
rebuilt() {
    ( cd "$work" && cp claims_too_much.so one.so )
    local other=("$gatherum" run --backend "$work/one.so" gather/onnx-13/errors)
    "${other[@]}" --out "$work/half.jsonl" >/dev/null 2>&1
    sed -i '$d' "$work/half.jsonl"
    printf ' ' >>"$work/one.so"
    refuses "another content of the backend" "${other[@]}"
    local status=$?
    head -c "$((size / 2))" "$work/whole.jsonl" >"$work/half.jsonl"
    return "$status"
}
check "another build of the backend" rebuilt
spoilt() {
    local status
    sed -i "$1" "$work/half.jsonl"
    refuses "$2" "${run[@]}"
    status=$?
    head -c "$((size / 2))" "$work/whole.jsonl" >"$work/half.jsonl"
    return "$status"
}
check "a line that is no JSON, by its number" spoilt '9s/.*/{"record":/' "half.jsonl:9: this is no record"
alien() {
    local text
    for text in 'to do: call Bob' '{"record":"end' '{"recoil'; do
        printf '%s' "$text" >"$work/half.jsonl"
        refuses "half.jsonl:1: this is no record" "${run[@]}" || { why "$text"; return 1; }
    done
    head -c "$((size / 2))" "$work/whole.jsonl" >"$work/half.jsonl"
}
check "a file of one line that is cut short and begins no run" alien
check "a second start" spoilt '9s/.*/{"record":"start"}/' "half.jsonl:9: a second run"
check "no start" spoilt '1d' "half.jsonl:1: the first record of a run is a 'start'"
hostile_point() {
    sed -i "0,/\"record\":\"point\".*/s/\"passed\":[0-9]*/\"passed\":-3/; s/,\"running\":\"[0-9a-f]*\"//" "$work/half.jsonl"
    timeout 60 "${run[@]}" --resume "$work/half.jsonl" >"$work/out" 2>"$work/err"
    same $? 2 "exit code; stderr: $(cat "$work/err")" || return
    grep -qE "half.jsonl:[0-9]+: 'passed' is no count" "$work/err" || { why "$(cat "$work/err")"; return 1; }
    head -c "$((size / 2))" "$work/whole.jsonl" >"$work/half.jsonl"
}
check "a count that is none, by its line" hostile_point
check "--out beside --resume" refuses "leave out --out" "${run[@]}" --out "$work/x.jsonl"
check "--exit-first beside --resume" refuses "leave out --exit-first" "${run[@]}" -x
echo "1..$tap_count"
finish
