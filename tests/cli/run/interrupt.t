#!/usr/bin/env bash
# interrupt.t - a run that somebody interrupts tells what it knows and how much is missing, and can be gone on with.
# sanitizers: no, it ends runs whose parts others test.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
plugins=$(realpath "${OUT:-build}/tests/plugins")

# interrupt WORD...: a run of much more than it gets to, which gets SIGINT when the first line that fails is there.
interrupt() {
    local pid k
    : >"$seen"
    env --default-signal=INT "$gatherum" run --backend "$plugins/clamps.so" --draw 0 "$@" >"$work/out" 2>"$work/err" &
    pid=$!
    for ((k = 0; k < 1200; k++)); do
        grep -q "$begun" "$seen" && break
        sleep 0.05
    done
    kill -INT "$pid"
    sleep 0.1
    kill -INT "$pid" 2>/dev/null # as `timeout` does, for one and the same wish
    wait "$pid"
    code=$?
}
told() {
    begun='^not ok' seen=$work/out
    interrupt "$@"
    same "$code" 130 "exit code; $(cat "$work/err")" || return
    grep -q '^# [1-9][0-9]* cases judged: [0-9]* pass, [1-9][0-9]* fail; ' "$work/out" || { why "no count: $(tail -n 5 "$work/out")"; return 1; }
    grep -q '^# gather/onnx-13  .* DOES NOT CONFORM$' "$work/out" || { why 'no line of what fails'; return 1; }
    ! grep -q ' conforms$' "$work/out" || { why "$(grep ' conforms$' "$work/out")"; return 1; }
    tail -n 1 "$work/out" | grep -q '^Bail out!  interrupted: \(at least \)\?[1-9][0-9]* of the selected cases are not judged$' ||
        { why "last line: $(tail -n 1 "$work/out")"; return 1; }
}
screen() {
    begun='"verdict":"accepted"' seen=$work/r.jsonl
    interrupt --quiet --out "$seen"
    same "$code" 130 'exit code' || return
    ! grep -q 'run of this run' "$work/out" || { why "$(grep 'run of' "$work/out")"; return 1; }
    grep -q 'failing cases, 1 cause$' "$work/out" || { why "no cause: $(cat "$work/out")"; return 1; }
    grep -q '^clamps: DOES NOT CONFORM; ' "$work/out" || { why "no result: $(cat "$work/out")"; return 1; }
    grep -q '^gatherum: interrupted: ' "$work/err" || { why "stderr: $(cat "$work/err")"; return 1; }
}
resumed() {
    local few='gather/onnx-13'
    begun='"verdict":"accepted"' seen=$work/cut.jsonl
    interrupt --out "$seen" "$few"
    same "$code" 130 'exit code' || return
    same "$(grep -c '"record":"\(end\|variant\)"' "$seen")" 0 'records of what is not known' || return
    "$gatherum" run --backend "$plugins/clamps.so" --draw 0 --out "$work/whole.jsonl" "$few" >/dev/null 2>&1
    "$gatherum" run --backend "$plugins/clamps.so" --draw 0 --resume "$seen" "$few" >/dev/null 2>"$work/err"
    same "$?" 1 "exit code of the rest; $(cat "$work/err")" || return
    same "$(jq -c 'select(.record == "end") | del(.running)' "$seen")" "$(jq -c 'select(.record == "end") | del(.running)' "$work/whole.jsonl")" 'the end'
}

plan 4
check 'SIGINT: counts, what fails and how many cases are missing; 130' told
check 'and of several lanes' told -j 3
check 'with --quiet the causes, and the rest on stderr' screen
check '--resume goes on where the run was' resumed
finish
