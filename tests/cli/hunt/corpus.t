#!/usr/bin/env bash
# corpus.t - the known inputs of every fuzz target run through it, with any compiler.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
targets=$(cd "$out/replay" && ls)
plan $(($(echo "$targets" | wc -w) + 3))

replays() {
    local want
    want=$(find "fuzz/corpus/$1" -type f | wc -l)
    "$out/replay/$1" "fuzz/corpus/$1" >"$work/out" 2>"$work/err" ||
        { why "it ends with $?: $(tail -n 3 "$work/err")"; return 1; }
    same "$(cat "$work/out")" "$want inputs" "what it says" || return
    [ "$want" -ge 10 ] || { why "only $want inputs"; return 1; }
}
for target in $targets; do
    replays "$target"
    point $? "$target: its corpus passes"
done

# Every file of fuzz/ that has the entry is a target, unless a library is missing.
all_there() {
    local file missing=
    for file in $(grep -l '^int LLVMFuzzerTestOneInput' fuzz/*.c); do
        case $file in fuzz/onnx_*) [ -e "$out/gen/onnx.pb-c.c" ] || continue ;; esac
        [ -x "$out/replay/$(basename "$file" .c)" ] || missing+=" $file"
    done
    same "$missing" "" "targets that were not built"
}
all_there
point $? "every target is built"

dies() {
    "$out/replay/opt_against_ref" "$work/nowhere" >/dev/null 2>"$work/err"
    same $? 2 "exit code for a file that is not there" || return
    mkdir -p "$work/none" && "$out/replay/opt_against_ref" "$work/none" >/dev/null 2>&1
    same $? 2 "exit code for a folder without inputs"
}
dies
point $? "nothing to run is an error"

verbose() {
    REPLAY_VERBOSE=1 "$out/replay/number_text" fuzz/corpus/number_text >/dev/null 2>"$work/err"
    same "$(wc -l <"$work/err")" "$(find fuzz/corpus/number_text -type f | wc -l)" "names"
}
verbose
point $? "each input is named before it runs"
finish
