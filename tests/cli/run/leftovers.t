#!/usr/bin/env bash
# leftovers.t - what a call leaves behind in its process is told, by the line that repeats it
# too, fails with --strict, and changes no other verdict.
# sanitizers: no, what is freed stays there for a while.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 14

# run SABOTEUR PATTERN OPTIONS: leaves $code and $work/out.
run() {
    timeout 120 "$gatherum" run --backend "$out/tests/saboteurs/$1.so" "${@:3}" "$2" >"$work/out" 2>"$work/err"
    code=$?
}

# told SABOTEUR WORDS: in one case alone, which conforms, and not with --strict.
told() {
    run "$1" 'gather/onnx-13/rows/row-17/*' --out "$work/$1.jsonl"
    same "$code" 0 "exit code of $1: $(head -c 300 "$work/err")" || return
    "$gatherum" report summary "$work/$1.jsonl" >"$work/summary" 2>"$work/err" || { why "the records of $1: $(cat "$work/err")"; return 1; }
    grep -q "left something behind, which --strict fails" "$work/summary" || { why "$(cat "$work/summary")"; return 1; }
    grep -q "left behind: .*$2" "$work/out" || { why "$1: no '$2' in $(head -n 5 "$work/out")"; return 1; }
    local alone
    alone=$(sed -n 's/^# *noted: //p' "$work/out" | head -n 1)
    run "$1" "$alone" --strict
    same "$code" 1 "exit code of $1 --strict $alone" || return
    grep -q "left-behind: $alone" "$work/out" || { why "$1 --strict: $(head -n 5 "$work/out")"; return 1; }
}
leaks() {
    told leaks_memory 'memory .* grows' || return
    told leaks_files 'files stay' || return
    run leaks_threads 'scatter_elements/onnx-18/arithmetic/add-past-the-end'
    grep -q 'threads stay' "$work/out" || { why "$(head -n 5 "$work/out")"; return 1; }
}
check "memory, files and threads that grow with each call are told" leaks

# What a repeated call leaves in an output that is data too is not judged.
in_place() {
    run leaks_files 'scatter_elements/onnx-18/views/*+inplace'
    same "$code" 0 "exit code; $(grep -m 1 -A 2 '^not ok' "$work/out")" || return
    grep -q 'left behind: .*files stay' "$work/out" || { why "$(head -n 5 "$work/out")"; return 1; }
}
check "so are leaks of calls that work in place" in_place

states() {
    told rounds_upward_from_here 'rounding mode' || return
    told flushes_from_here 'flushed to zero' || return
    told replaces_a_handler 'another handler' || return
    told moves_to_another_folder 'working directory' || return
    told opens_the_fences 'can be touched'
}
check "states that are other ones after a call are told" states

# One processor is all that some machines let a process have.
seldom() {
    local words
    for words in 'creation:other permissions' 'processors:other processors' 'limits:resource limit'; do
        case $words in processors:*) [ "$(nproc)" -gt 1 ] || continue ;; esac
        timeout 120 "$gatherum" run --strict --backend "$out/tests/plugins/leaves_state.so:${words%%:*}" 'gather/onnx-13/rows/row-17/*' >"$work/out" 2>"$work/err"
        same $? 1 "exit code of ${words%%:*}: $(head -c 300 "$work/err")" || return
        grep -q "left behind: .*${words#*:}" "$work/out" || { why "$words: $(head -n 5 "$work/out")"; return 1; }
    done
}
check "so are permissions of new files, processors of the thread and resource limits" seldom

# Memory grows before that in many cases, as larger ones come.
left_late() {
    timeout 120 "$gatherum" run -x --strict --backend "$out/tests/drawn/drawn.so:$1" "${1%%+*}/drawn/sizes" >"$work/out" 2>"$work/err"
    same $? 1 "exit code of $1: $(head -c 300 "$work/err")" || return
    grep -q "left behind: .*$2" "$work/out" || { why "$1: $(head -n 5 "$work/out")"; return 1; }
}
late() {
    left_late 'scatter/onnx-11+leak-handler+picks-ge:1000' 'another handler' || return
    left_late 'scatter_elements/onnx-16+leak-memory:18139+bytes-ge:23889' 'memory .* grows'
}
check "so is what only large cases leave, long after the first, and memory that few of them leave" late

# Free lists of malloc that a call in twelve fills are no leak.
lists() {
    local words='scatter_slices/torch-index-reduce-2.x+base-twice+every:8+call-every:12'
    timeout 120 "$gatherum" run --backend "$out/tests/drawn/drawn.so:$words" --seed 12 \
        'scatter_slices/torch-index-reduce-2.x/drawn/edges' >"$work/out" 2>"$work/err"
    ! grep 'left behind: ' "$work/out" || { why "$(grep -m 1 'left behind: ' "$work/out")"; return 1; }
}

# drawn FAULT WORDS: the fault is told with these words, by cases of drawn/edges.
drawn() {
    timeout 120 "$gatherum" run --backend "$out/tests/drawn/drawn.so:$1" "${1%%+*}/drawn/edges" >"$work/out" 2>"$work/err"
    same $? 0 "exit code of $1: $(head -c 300 "$work/err")" || return
    grep -q "left behind: .*$2" "$work/out" || { why "$1: no '$2' in $(grep -A 1 noted: "$work/out")"; return 1; }
}
after_others() {
    drawn take/torch-2.x+leak-file+after-larger 'files stay.*right after take' || return
    grep -q 'repeat: .*--from take/torch-2.x/drawn/edges --to' "$work/out" || { why "$(grep repeat: "$work/out")"; return 1; }
    drawn put/torch-2.x+leak-memory:100+other-type 'memory .* grows' || return
    drawn put/torch-2.x+leak-thread+same-shape+call-ge:600 'threads stay' || return
    drawn put/torch-2.x+leak-handler+after-smaller 'another handler; so it is right after put' || return
    drawn put/torch-2.x+leak-folder+first-call+rank-is:3 'working directory'
}
check "what a call leaves only after other calls is told, with the cases before it" after_others

# Calls of that shape come once, while a look at memory that grows is attended to, or just before
# another process begins.
once() {
    for shape in 1x3x1x8 1x17x1x17 1x6x1x15; do
        timeout 120 "$gatherum" run --backend "$out/tests/plugins/moves_once.so:$shape" gather/onnx-13/drawn/edges >"$work/out" 2>"$work/err"
        same $? 0 "exit code of $shape: $(head -c 300 "$work/err")" || return
        grep -q 'left behind: .*working directory' "$work/out" || { why "$shape: $(head -n 5 "$work/out")"; return 1; }
        ! grep -q 'left behind: memory' "$work/out" || { why "plans: $(grep -m 1 'left behind: memory' "$work/out")"; return 1; }
    done
}
check "what one call of many leaves is told wherever it comes" once

# What fails has its verdict; what it leaves accuses nobody, and the run comes to its end.
fails() {
    timeout 120 "$gatherum" run -q --backend "$out/tests/plugins/fails_and_leaks.so" --draw 200 gather/onnx-13/document gather/onnx-13/drawn/edges >"$work/out" 2>"$work/err"
    same $? 1 "exit code: $(head -c 300 "$work/err")" && grep -q 'cases judged: .*[1-9][0-9]* fail' "$work/out"
}
check "a backend that fails each case may leave what it likes" fails

# Threads, files, workspaces and plans that come late, and blocks that are given back at once or after a hundred calls.
pools() {
    run_plugin() { timeout 120 "$gatherum" run --strict --backend "$out/tests/plugins/$1.so" --seed "$2" "${@:3}" gather/onnx-13/drawn/edges >"$work/out" 2>"$work/err"; }
    for seed in 1 2; do
        run_plugin keeps_pools $seed && run_plugin frees_in_hundreds $seed --draw 20
        grep -q 'cases judged: .* 0 fail' "$work/out" || { why "$(grep -A 2 '^not ok' "$work/out" | head -n 5)"; return 1; }
    done
}
check "pools, caches and workspaces that are kept are no leak" pools

# Threads that outlive the call that started them and end by themselves.
brief() {
    run_plugin brief_threads 1
    grep -q 'cases judged: .* 0 fail' "$work/out" || { why "$(grep -A 2 '^not ok' "$work/out" | head -n 5)"; return 1; }
}
check "threads that end a little after their call are no leak" brief

# The first call of the case is made in a context of its own.
texts() {
    timeout 120 "$gatherum" run --backend "$out/tests/plugins/keeps_texts.so" --draw 0 --seed 1 \
        'gather/onnx-13/index-edges/*' >"$work/out" 2>"$work/err"
    same $? 0 "exit code; $(grep -m 1 -A 2 '^not ok' "$work/out")"
}
check "strings of an answer are read before their context is closed" texts

# A pool of threads that is made once is no leak; sums after a call that left the rounding mode
# otherwise are judged as ever.
innocent() {
    lists || return
    run rounds_upward_from_here 'scatter_elements/onnx-18/arithmetic/*'
    same "$code" 0 "exit code; $(grep -m 1 -A 2 '^not ok' "$work/out")" || return
    timeout 120 "$gatherum" run --backend opt --strict 'gather/pypto/*' >"$work/out" 2>&1
    ! grep -q 'left-behind' "$work/out" || { why "opt: $(grep -A 1 -m 1 left-behind "$work/out")"; return 1; }
}
check "no other case is judged by what one left behind" innocent

# A process that begins grows by what it loads: with these draws each round of the looks had a death.
deaths() {
    local fault=scatter_elements/dpnp-clip-0.x+write-input+other-type+data-ge:291602
    timeout 120 "$gatherum" run --backend "$out/tests/drawn/drawn.so:$fault" --draw 2500 --seed 9420 \
        "${fault%%+*}/drawn/sizes" >"$work/out" 2>"$work/err"
    same $? 1 "exit code of $fault" || return
    grep -q 'input-written' "$work/out" || { why "nothing died: $(head -n 5 "$work/out")"; return 1; }
    ! grep -q 'left behind: memory' "$work/out" || { why "$(grep -m 1 -B 1 'left behind: memory' "$work/out")"; return 1; }
}
check "processes that end take no blame for what the next ones load" deaths

manners() {
    run settings_of_one_context 'gather/onnx-13/rows/*'
    grep -q 'internal error .*in a context of its own' "$work/out" || { why "$(head -n 5 "$work/out")"; return 1; }
    run scratch_of_one_thread 'gather/onnx-13/rows/*'
    grep -q 'from another thread' "$work/out" || { why "$(head -n 5 "$work/out")"; return 1; }
    timeout 120 "$gatherum" run --backend "$out/tests/plugins/one_context.so" --draw 0 'gather/onnx-13/rows/*' >"$work/out" 2>"$work/err"
    same $? 1 "exit code of a backend that opens one context" || return
    grep -q 'internal error in the first call.*open() gave no second context: one is open' "$work/out" || { why "$(head -n 9 "$work/out")"; return 1; }
}
check "a second context and another thread are tried, and told" manners
