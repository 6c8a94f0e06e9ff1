#!/usr/bin/env bash
# select.t - parts of the plan: shards as schedulers tell them, and what failed before.
# sanitizers: no, it selects cases by name, which tests of units do there.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
. tests/cli/shards.sh
unset GATHERUM_PATH TEST_TOTAL_SHARDS TEST_SHARD_INDEX TEST_SHARD_STATUS_FILE GTEST_TOTAL_SHARDS GTEST_SHARD_INDEX \
    SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_COUNT SLURM_ARRAY_TASK_MIN
echo "TAP version 13"

judge() { timeout 120 env "${vars[@]}" "$gatherum" run --backend ref gather/onnx-13/rows --format jsonl "$@" >"$work/out" 2>"$work/err"; }
# is_shard WANT LINE VARIABLE=VALUE...: these name that shard, and LINE says which of them did.
is_shard() {
    local want=$1 line=$2
    shift 2
    vars=("$@")
    judge
    same "$?" 0 "exit code; stderr: $(cat "$work/err")" || return
    same "$(cat "$work/err")" "$line" stderr || return
    same "$(jq -r 'select(.record == "start") | .shard' "$work/out")" "$want" shard
}
is_refused() {
    local part=$1
    shift
    vars=("$@")
    judge
    same "$?" 2 "exit code; stderr: $(cat "$work/err")" || return
    grep -qF -- "$part" "$work/err" || { why "stderr lacks '$part': $(cat "$work/err")"; return 1; }
    same "$(wc -l <"$work/err")" 1 "lines on stderr"
}
check "no scheduler: one shard" is_shard 1/1 ""
check "Bazel" is_shard 2/3 "gatherum: shard 2/3 by TEST_SHARD_INDEX of Bazel" TEST_SHARD_INDEX=1 TEST_TOTAL_SHARDS=3 TEST_SHARD_STATUS_FILE="$work/status"
point "$([ -e "$work/status" ]; echo $?)" "Bazel's status file is there"
check "GoogleTest" is_shard 3/3 "gatherum: shard 3/3 by GTEST_SHARD_INDEX of GoogleTest" GTEST_SHARD_INDEX=2 GTEST_TOTAL_SHARDS=3
check "a Slurm array that counts from 1" is_shard 1/4 "gatherum: shard 1/4 by SLURM_ARRAY_TASK_ID of Slurm" SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=4
check "a Slurm array that counts from 0" is_shard 4/4 "gatherum: shard 4/4 by SLURM_ARRAY_TASK_ID of Slurm" SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=4
check "two that agree" is_shard 2/4 "gatherum: shard 2/4 by GTEST_SHARD_INDEX of GoogleTest" TEST_SHARD_INDEX=1 TEST_TOTAL_SHARDS=4 GTEST_SHARD_INDEX=1 GTEST_TOTAL_SHARDS=4
given() {
    vars=(GTEST_SHARD_INDEX=2 GTEST_TOTAL_SHARDS=3)
    judge --shard 1/5
    same "$(jq -r 'select(.record == "start") | .shard' "$work/out") $(cat "$work/err")" "1/5 " "shard, and stderr"
}
check "--shard goes before the environment" given
check "two that contradict each other" is_refused "Bazel says shard 2/4 and GoogleTest shard 1/4" TEST_SHARD_INDEX=1 TEST_TOTAL_SHARDS=4 GTEST_SHARD_INDEX=0 GTEST_TOTAL_SHARDS=4
check "an index without a total" is_refused "TEST_SHARD_INDEX is set and TEST_TOTAL_SHARDS is not" TEST_SHARD_INDEX=1
check "a total without an index" is_refused "GTEST_TOTAL_SHARDS is set and GTEST_SHARD_INDEX is not" GTEST_TOTAL_SHARDS=1
check "an index beyond the total" is_refused "TEST_SHARD_INDEX=4" TEST_SHARD_INDEX=4 TEST_TOTAL_SHARDS=4
check "an index below the first" is_refused "SLURM_ARRAY_TASK_ID=2" SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_COUNT=4
check "a number that is none" is_refused "GTEST_TOTAL_SHARDS=four" GTEST_SHARD_INDEX=0 GTEST_TOTAL_SHARDS=four
check "a negative number" is_refused "TEST_SHARD_INDEX=-1" TEST_SHARD_INDEX=-1 TEST_TOTAL_SHARDS=4
check "no shards at all" is_refused "TEST_TOTAL_SHARDS=0" TEST_SHARD_INDEX=0 TEST_TOTAL_SHARDS=0

# ---- --failed

failed() {
    local p=$plugins/claims_too_much.so
    timeout 120 "$gatherum" run --backend "$p" gather/onnx-13/types gather/onnx-13/errors gather/onnx-13/shapes --out "$work/first.jsonl" >/dev/null 2>"$work/err"
    timeout 120 "$gatherum" run --backend "$p" --failed "$work/first.jsonl" --out "$work/again.jsonl" >"$work/out" 2>"$work/err"
    same $? 1 "exit code; $(cat "$work/err")" || return
    jq -r 'select(.record == "case") | .case' "$work/first.jsonl" >"$work/a"
    jq -r 'select(.record == "case") | .case' "$work/again.jsonl" >"$work/b"
    cmp "$work/a" "$work/b" >"$work/diff" || { why "the cases differ: $(cat "$work/diff")"; return 1; }
    same "$(jq 'select(.record == "end") | .judged' "$work/again.jsonl")" "$(wc -l <"$work/a")" "cases that were judged" || return
    [ "$(grep -c shapes/ "$work/a")" -gt 0 ] || { why "none of a generator"; return 1; }
}
check "--failed runs what failed, and nothing else" failed
failed_narrowed() {
    timeout 120 "$gatherum" run --backend "$plugins/claims_too_much.so" --failed "$work/first.jsonl" gather/onnx-13/types --format jsonl >"$work/out" 2>"$work/err"
    same "$(jq -r 'select(.record == "case") | .case' "$work/out" | wc -l)" "$(grep -c gather/onnx-13/types/ "$work/a")" "cases"
}
check "--failed with a pattern: both" failed_narrowed
none_failed() {
    timeout 120 "$gatherum" run --backend ref gather/onnx-13/rows --out "$work/good.jsonl" >/dev/null 2>"$work/err"
    timeout 120 "$gatherum" run --backend ref --failed "$work/good.jsonl" >"$work/out" 2>"$work/err"
    same "$? $(cat "$work/err")" "2 gatherum: nothing selected: no case failed in $work/good.jsonl" "exit code and stderr"
}
check "--failed of records without a failure selects nothing" none_failed
failed_unknown() {
    sed 's|gather/onnx-13/types|gather/onnx-13/no-such|g; s/,"running":"[0-9a-f]*"//' "$work/first.jsonl" >"$work/strange.jsonl"
    timeout 120 "$gatherum" run --backend ref --failed "$work/strange.jsonl" >"$work/out" 2>"$work/err"
    same $? 2 "exit code" || return
    grep -qE 'strange.jsonl:[0-9]+: the suite has no case gather/onnx-13/no-such' "$work/err" || { why "$(cat "$work/err")"; return 1; }
}
check "--failed with a case that is gone, by its line" failed_unknown

# ---- patterns

# seconds COMMAND...: of processor.
seconds() { local TIMEFORMAT=%U; { time timeout 300 "$@" >"$work/out" 2>"$work/err"; } 2>&1; }
once() {
    local one all
    one=$(seconds "$gatherum" list cases 'gather*/o*-13/[d]ocument')
    all=$(seconds "$gatherum" run --draw 0 --backend ref --backend opt --backend blas 'gather*/o*-13/[d]ocument')
    awk -v one="$one" -v all="$all" 'BEGIN { exit !(one > 0 && all < 3 * one) }' || { why "a list takes $one s, a run of three backends $all s"; return 1; }
}
check "a glob asks generators for their names once in a run" once
echo "1..$tap_count"
finish
