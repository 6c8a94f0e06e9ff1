#!/usr/bin/env bash
# flips.t - a record file in which one bit has flipped is never believed.
#
# FLIPS=1000 tests/cli/run/flips.t tries so many bits, and each by every reader; without it a few.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
unset SOURCE_DATE_EPOCH GATHERUM_PATH
export SOURCE_DATE_EPOCH=1700000000
echo "TAP version 13"

run=("$gatherum" run --backend "$plugins/claims_too_much.so" --backend "$plugins/aborts.so" --draw 0
     gather/onnx-13/axis/primes-axis-0 gather/onnx-13/document gather/onnx-13/errors)
whole=$work/whole.jsonl bad=$work/bad.jsonl
timeout 300 "${run[@]}" --out "$whole" >/dev/null 2>&1
bits=$(($(wc -c <"$whole") * 8))
[ "$(grep -c '"record":"end"' "$whole")" = 1 ] || { echo "Bail out! no whole file of records"; exit 3; }

# Bit number $1 of the whole file, the other way round.
flip() {
    perl -e 'local $/; open F, "<:raw", $ARGV[0]; $_ = <F>; vec($_, $ARGV[2], 8) ^= 1 << $ARGV[3];
             open F, ">:raw", $ARGV[1]; print F $_' "$whole" "$bad" $(($1 / 8)) $(($1 % 8))
}
# Each reader either refuses the file, or says that its run was cut short, or makes it whole again.
report_tells() {
    timeout 60 "$gatherum" report tap "$bad" >"$work/out" 2>"$work/err"
    [ $? = 2 ] || grep -q 'cut short' "$work/out" || { why "report believes bit $1: $(head -n 2 "$work/err")"; return 1; }
}
merge_tells() {
    timeout 60 "$gatherum" merge "$bad" -o "$work/merged" >"$work/out" 2>"$work/err"
    same $? 2 "exit code of merge, bit $1" || return
    [ ! -e "$work/merged" ] || { why "a merged file after bit $1"; return 1; }
}
resume_tells() {
    timeout 300 "${run[@]}" --resume "$bad" >"$work/out" 2>"$work/err"
    [ $? = 2 ] || cmp -s "$whole" "$bad" || { why "--resume goes on with bit $1"; return 1; }
}
# flips READER EVERY: bits at equal distances, each another one of its byte, and the last byte.
flips() {
    local n=${FLIPS:-$2} k at
    for ((k = 0; k < n; k++)); do
        at=$((bits * k / n / 8 * 8 + k % 8))
        ((k < n - 1)) || at=$((bits - 1))
        flip "$at" && "$1" "$at" || return
    done
}
check "report: no flipped bit is believed" flips report_tells 60
check "merge: no flipped bit is believed" flips merge_tells 6
check "run --resume: no flipped bit is believed" flips resume_tells 4
exit_tells() {
    jq -c 'del(.running) | if .record == "end" then .exit = 0 else . end' "$whole" >"$bad" || return
    timeout 60 "$gatherum" report tap "$bad" >"$work/out" 2>"$work/err"
    same $? 2 "exit code of report: $(head -n 2 "$work/out")" || return
    grep -q 'it says that all conform' "$work/err" || { why "$(cat "$work/err")"; return 1; }
    jq -c 'del(.running)' "$whole" >"$bad"
    timeout 60 "$gatherum" report tap "$bad" >"$work/out" 2>"$work/err"
    same $? 0 "exit code of a report of the same without the change: $(cat "$work/err")"
}
check "a file without a running hash whose end says 0 after failures is not believed" exit_tells
# A line that does not end is read up to its limit, by each reader, whether it is the first or a later one.
endless_tells() {
    local first
    for first in "" "$(head -n 1 "$whole")"$'\n'; do
        printf %s "$first" >"$bad"
        truncate -s 200M "$bad"
        for words in "report tap" "merge -o $work/merged" "run --backend $plugins/good.so --failed" \
            "judge-results" "run --backend $plugins/good.so --resume"; do
            # shellcheck disable=SC2086
            ([ -n "${SAN:-}" ] || ulimit -v 1000000 # sanitizers reserve more
             timeout 60 "$gatherum" $words "$bad" >"$work/out" 2>"$work/err")
            same $? 2 "exit code of $words: $(head -n 2 "$work/err")" || return
            [[ $words = judge-results && -n $first ]] || grep -q "$bad:[12]: a line of more than 16 MiB" "$work/err" ||
                { why "$words: $(head -n 2 "$work/err")"; return 1; }
        done
        same "$(stat -c %s "$bad")" 209715200 "size afterwards" || return
    done
}
check "a line without end is refused, with its place, by every reader" endless_tells
echo "1..$tap_count"
finish
