#!/usr/bin/env bash
# determinism.t - run --repeat and --threads: are the answers the same where several are
# right, whatever the lane or the shard?
# sanitizers: no, it runs crowds of large cases.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
broken=${OUT:-build}/tests/saboteurs
unset SOURCE_DATE_EPOCH GATHERUM_PATH
export SOURCE_DATE_EPOCH=1700000000
plan 14
. tests/cli/shards.sh

cases="scatter_elements/onnx-11/duplicates scatter/onnx-9/crowded/updates-2-10 gather/onnx-13/errors/bad-first"
# run_of NAME ARGUMENTS...: records in $work/NAME.jsonl, exit code in $code.
run_of() {
    local name=$1
    shift
    # shellcheck disable=SC2086
    timeout 120 "$gatherum" run --out "$work/$name.jsonl" "$@" $cases >"$work/$name.tap" 2>"$work/err"
    code=$?
}
# variants NAME: what determinism each variant of the last backend has.
variants() {
    jq -r 'select(.record == "variant") | .variant + " " + (.determinism // "-")' "$work/$1.jsonl" | tail -n 3 | tr '\n' ' '
}
varying="gather/onnx-13 - scatter/onnx-9 order-dependent scatter_elements/onnx-11 order-dependent "
constant="gather/onnx-13 - scatter/onnx-9 deterministic scatter_elements/onnx-11 deterministic "

# told NAME: the summary names a case, and its command says the same again.
told() {
    local command
    grep -q '^#   order-dependent: ' "$work/$1.tap" || { why "no line in the summary"; return 1; }
    command=$(grep -A 1 '^#   order-dependent: ' "$work/$1.tap" | sed -n 's/^#     repeat: //p' | head -n 1)
    [ -n "$command" ] || { why "no command"; return 1; }
    bash -c "$command" >"$work/again" 2>&1 || { why "'$command' exits with $?: $(tail -n 3 "$work/again")"; return 1; }
    grep -q '^#   order-dependent: ' "$work/again" || { why "'$command' does not show it"; return 1; }
}

two_calls() {
    run_of calls --backend "$broken/winner_varies.so"
    same "$code" 0 "exit code" || return
    same "$(variants calls)" "$varying" "determinism" || return
    told calls
}
check "two admitted answers of one case that differ are order-dependent, and no failure" two_calls

repeated() {
    run_of once --backend "$broken/winner_varies.so:cases"
    same "$(variants once)" "$constant" "without --repeat" || return
    run_of more --backend "$broken/winner_varies.so:cases" --repeat 1
    same "$code" 0 "exit code" || return
    same "$(variants more)" "$varying" "with --repeat 1" || return
    told more || return
    same "$(jq -c 'select(.record == "end") | .judged' "$work/more.jsonl")" \
        "$(jq -c 'select(.record == "end") | .judged' "$work/once.jsonl")" "cases, each counted once"
}
check "--repeat shows what two calls do not" repeated

threads() {
    run_of odd --backend "$broken/winner_varies.so" --threads 1,3
    same "$code" 0 "exit code" || return
    same "$(variants odd)" "$constant" "with 1 and 3" || return
    run_of even --backend "$broken/winner_varies.so" --threads 1,3,2
    same "$code" 0 "exit code" || return
    same "$(variants even)" "$varying" "with 2 after 1 and 3" || return
    same "$(jq -r 'select(.record == "backend") | .backend' "$work/even.jsonl" | tr '\n' ' ')" \
        "winner_varies:threads=1 winner_varies:threads=3 winner_varies:threads=2 " "backends" || return
    told even
}
settings() {
    run_of set --backend "$broken/winner_varies.so" --settings 'threads=1 threads=3 threads=2'
    same "$code" 0 "exit code" || return
    jq -c 'if .record == "start" then del(.options) else . end | del(.running)' "$work/set.jsonl" >"$work/set"
    jq -c 'if .record == "start" then del(.options) else . end | del(.running)' "$work/even.jsonl" >"$work/even"
    cmp -s "$work/set" "$work/even" || { why "$(diff "$work/set" "$work/even" | head -n 2 | cut -c1-300)"; return 1; }
    told set || return
    timeout 20 "$gatherum" run --backend opt --settings ' ' gather/onnx-13/rows >"$work/out" 2>"$work/err"
    same $? 2 "exit code without any" || return
    timeout 20 "$gatherum" run --backend opt --threads 1 --settings threads=1 gather/onnx-13/rows >"$work/out" 2>"$work/err"
    same $? 2 "exit code with --threads"
}
check "--threads compares the answers of several numbers of threads" threads
check "--settings does so for any options" settings

honest() {
    run_of opt --backend opt --threads 1,2,8 --repeat 2
    same "$code" 0 "exit code: $(cat "$work/err")" || return
    same "$(variants opt)" "$constant" "opt" || return
    grep -q '^#   deterministic: [0-9]' "$work/opt.tap" || { why "the summary does not say so"; return 1; }
}
check "opt gives the same answers with 1, 2 and 8 threads" honest

lanes() {
    run_of lanes --backend "$broken/winner_varies.so" --threads 1,3,2 -j 3
    cmp -s "$work/lanes.jsonl" "$work/even.jsonl" || { why "$(diff "$work/lanes.jsonl" "$work/even.jsonl" | head -n 4)"; return 1; }
    run_of lanes --backend "$broken/winner_varies.so:cases" --repeat 1 -j 2
    cmp -s "$work/lanes.jsonl" "$work/more.jsonl" || { why "$(diff "$work/lanes.jsonl" "$work/more.jsonl" | head -n 4)"; return 1; }
}
check "lanes give the same bytes" lanes

# merged NAME ARGUMENTS...: the shards of a run are the run.
merged() {
    local name=$1 k
    shift
    for k in 1 2 3; do
        run_of "shard.$k" --shard "$k/3" "$@"
    done
    "$gatherum" merge --out "$work/merged.jsonl" "$work"/shard.?.jsonl >"$work/said" 2>&1
    same $? 0 "exit code of merge: $(tail -n 2 "$work/said")" || return
    cmp -s "$work/merged.jsonl" "$work/$name.jsonl" || { why "$(diff "$work/merged.jsonl" "$work/$name.jsonl" | head -n 4)"; return 1; }
}
check "shards with several numbers of threads merge to the same bytes" merged even --backend "$broken/winner_varies.so" --threads 1,3,2
check "shards with two calls that differ merge to the same bytes" merged calls --backend "$broken/winner_varies.so"

resumed() {
    local n
    for n in 8 12 30; do
        head -n "$n" "$work/even.jsonl" >"$work/cut.jsonl"
        # shellcheck disable=SC2086
        timeout 120 "$gatherum" run --resume "$work/cut.jsonl" --backend "$broken/winner_varies.so" --threads 1,3,2 $cases >/dev/null 2>"$work/err"
        same $? 0 "exit code: $(cat "$work/err")" || return
        cmp -s "$work/cut.jsonl" "$work/even.jsonl" || { why "after $n lines: $(diff "$work/cut.jsonl" "$work/even.jsonl" | head -n 4)"; return 1; }
    done
}
check "a run that is resumed has the same bytes" resumed

torn() {
    local name
    for name in duplicate_update_torn duplicate_update_lost every_second_call_wrong; do
        run_of torn --backend "$broken/$name.so" --repeat 2
        same "$code" 1 "exit code with $name" || return
        same "$(jq -c 'select(.record == "end") | .judged' "$work/torn.jsonl")" \
            "$(jq -c 'select(.record == "end") | .judged' "$work/once.jsonl")" "cases with $name" || return
    done
}
check "an answer that no update offered fails, once" torn

# A case that kills its worker is not run again, and costs its time once.
dies() {
    run_of dies --backend "$broken/index_aborts.so" --repeat 3
    same "$code" 1 "exit code" || return
    run_of dies.once --backend "$broken/index_aborts.so"
    same "$(jq -c 'select(.record == "end") | .verdicts' "$work/dies.jsonl")" \
        "$(jq -c 'select(.record == "end") | .verdicts' "$work/dies.once.jsonl")" "verdicts"
}
check "a worker that dies in a repetition is one verdict" dies

# What is suspected is asked again between other cases, so a fault that hangs on the number of a
# call shows whether that is at the same places each time.
same_calls() {
    local k command
    for k in 1 2 3; do
        timeout 120 "$gatherum" run --draw 20 --backend "${OUT:-build}/tests/plugins/counts_calls.so" 'gather/onnx-13/counts/*' 'gather/onnx-13/drawn/*' >"$work/calls.$k" 2>"$work/err"
        same $? 1 "exit code: $(head -n 2 "$work/err")" || return
        cmp -s "$work/calls.1" "$work/calls.$k" || { why "$(diff "$work/calls.1" "$work/calls.$k" | head -n 4 | cut -c1-300)"; return 1; }
    done
    command=$(sed -n 's/^#  *repeat: //p' "$work/calls.1" | tail -n 1)
    timeout 120 bash -c "$command" >"$work/again" 2>&1
    grep '^#  *unrepeatable: ' "$work/calls.1" | tail -n 1 >"$work/last"
    [ -s "$work/last" ] && grep -qFf "$work/last" "$work/again" || { why "'$command' does not show $(cat "$work/last")"; return 1; }
}
check "the same calls come in the same order, however fast the worker is, and a command repeats them" same_calls

# refused CODE PART ARGUMENTS...
refused() {
    local want=$1 part=$2
    shift 2
    run_of refused "$@"
    same "$code" "$want" "exit code of $*" || return
    grep -qF -- "$part" "$work/err" || { why "no '$part' in: $(cat "$work/err")"; return 1; }
}
bad_numbers() {
    local text
    for text in 0 1, ,1 1,,2 1,x 1,2000 -1 '' 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17; do
        refused 2 "--threads takes whole numbers from 1 to 1024" --backend opt "--threads=$text" || return
    done
    for text in 1.5 0 0x10 " 1" 1e3 1000001; do refused 2 "--repeat takes a whole number from 1 to 1000000" --backend opt --repeat "$text" || return; done
}
check "numbers that make no sense" bad_numbers
no_threads() {
    refused 2 "from 1 to 256" --backend opt --threads 1,512
}
check "a backend that takes no such number of threads says so" no_threads
finish
