#!/usr/bin/env bash
# left_behind.t - what a run that is ended leaves on its machine, and a worker that is stopped or slow.
# sanitizers: no, it waits for processes to end, and what it runs has its own tests there.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
objects=${OUT:-build}/tests/plugins
plan 6

# state PROCESS: the letter of its state, Z where it has ended and nobody has asked yet, "" where it is gone.
state() { sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null; }
# await COMMAND...: until it succeeds, for 30 s at most.
await() {
    local k
    for ((k = 0; k < 300; k++)); do
        "$@" && return
        sleep 0.1
    done
    why "in vain: $*"
    return 1
}
gone() { [[ $(state "$1") == [ZX] || -z $(state "$1") ]]; }
child_is() { child=$(cat "$work/$1"/gatherum-*/child 2>/dev/null) && [ -n "$child" ]; }
emptied() { [ -z "$(ls -A "$1")" ]; }

# ended SIGNAL, which whoever starts the tests may ignore: a backend whose child hides is gone with the run, and so is its scratch folder.
ended() {
    local run
    mkdir "$work/$1"
    TMPDIR="$work/$1" env --default-signal=HUP,TERM "$gatherum" run --backend "$objects/forks_and_stays.so" gather/onnx-13/rows >"$work/out" 2>"$work/err" &
    run=$!
    await child_is "$1" || return
    kill "-$1" "$run"
    wait "$run" 2>/dev/null
    await gone "$child" && await emptied "$work/$1"
}
for signal in KILL TERM HUP; do
    ended "$signal"
    point $? "after SIG$signal no child of a backend lives, and no folder is left"
done

# A worker that somebody stops for longer than its limit has had no time, and is not blamed.
frozen() {
    local run worker
    mkdir "$work/frozen"
    TMPDIR="$work/frozen" "$gatherum" run --backend "$objects/forks_and_stays.so" --timeout 1 --draw 0 \
        gather/onnx-13/document/rows/float32,int64 >"$work/tap" 2>"$work/err" &
    run=$!
    await child_is frozen || return
    worker=$(pgrep -P "$run" -f -- --worker) && kill -STOP "$worker" || { why "no worker to be stopped"; return 1; }
    sleep 2.5
    [ "$(state "$worker")" = T ] || { why "the worker is gone or goes on: $(state "$worker")"; return 1; }
    kill -CONT "$worker"
    wait "$run"
    same $? 0 "exit code; $(grep '^not ok' "$work/tap" | head -n 3)"
}
frozen
point $? "a worker that was stopped for longer than --timeout fails no case"

# slow LIMIT CODE: a call that takes 0.4 s alone takes 3 s once, among others.
slow() {
    timeout 60 "$gatherum" run --backend "$objects/compiles_late.so" --timeout "$1" --draw 0 --out "$work/slow.jsonl" \
        "gather/onnx-13/document/columns/float*" "gather/onnx-13/document/rows/float*" >"$work/tap" 2>"$work/err"
    same $? "$2" "exit code; $(grep -A3 '^not ok' "$work/tap" | head -n 9)"
}
forgiven() {
    slow 1.2 0 || return
    "$gatherum" merge "$work/slow.jsonl" --out "$work/merged.jsonl" >"$work/tap" 2>"$work/err" || { why "its records: $(cat "$work/err")"; return 1; }
}
check "a case that takes a third of its time alone may take all of it among others" forgiven
same_one() { slow 2 1 && grep -q '^#   unrepeatable: ' "$work/tap" || { why "$(cat "$work/tap")"; return 1; }; }
check "one that takes a fifth of it alone hangs among others, and is told" same_one
