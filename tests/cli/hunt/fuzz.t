#!/usr/bin/env bash
# fuzz.t - gatherum fuzz: finds what is wrong, small, once, and keeps it.
# sanitizers: no, it runs backends whose faults a sanitizer would take for its own.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 18

broken() { echo "$out/tests/saboteurs/$1.so"; }
finds() { find "$work/$1/cases" -name '*.yaml' 2>/dev/null | wc -l; }

finds_saboteur() {
    gat fuzz --backend "$(broken minus_extent_refused)" --cases 1500 --time 60 --out "$work/a" gather/onnx-13
    same "$code" 1 "exit code; stderr: $(head -c 300 "$work/err")" || return
    grep -q '^refused: gather-13/index-domain' "$work/out" || { why "$(head -n 5 "$work/out")"; return 1; }
    [ "$(finds a)" -ge 1 ] || { why "no file"; return 1; }
}
check "a lower bound that is off by one is found" finds_saboteur

is_small() {
    awk '/ elements/ && $1 > 8 { print }' "$work/out" >"$work/large"
    [ ! -s "$work/large" ] || { why "$(cat "$work/large")"; return 1; }
    grep -q 'no step makes it smaller' "$work/out" || { why "not minimal: $(cat "$work/out")"; return 1; }
}
check "what is found has at most 8 elements, and no step makes it smaller" is_small

# The line that repeats it does: the case fails with the same verdict in a run.
repeats() {
    local name line
    line=$(sed -n "s/^  repeat: //p" "$work/out" | head -n 1)
    name=${line##* }
    gat run --backend "$(broken minus_extent_refused)" --path "$work/a" "$(eval echo "$name")"
    same "$code" 1 "exit code of: $line" || return
    grep -q '^#   refused: ' "$work/out" || { why "$(cat "$work/out")"; return 1; }
    gat run --backend "$(broken honest)" --path "$work/a" "$(eval echo "$name")"
    same "$code" 0 "exit code for the honest backend"
}
check "a find is a written case that fails, and that an honest backend passes" repeats

same_seed() {
    local k
    for k in 1 2 3; do
        gat fuzz --backend "$(broken bound_off_by_one)" --cases 500 --time 100 --seed $((k / 3 + 5)) --out "$work/s$k" gather_elements
        same "$code" 1 "exit code" || return
    done
    diff -r "$work/s1" "$work/s2" >"$work/diff" || { why "$(head "$work/diff")"; return 1; }
    ! diff -r "$work/s1" "$work/s3" >/dev/null || { why "another seed finds the same files"; return 1; }
}
check "the same seed finds the same, another seed something else" same_seed

honest_passes() {
    gat fuzz --backend "$(broken honest)" --cases 1500 --time 60 --out "$work/h"
    same "$code" 0 "exit code; $(head -n 3 "$work/out")" || return
    same "$(finds h)" 0 "finds" || return
    [ ! -e "$work/h" ] || { why "a folder without finds was made"; return 1; }
    gat fuzz --backend opt --backend ref --cases 800 --time 60 --out "$work/h"
    same "$code" 0 "exit code of ref and opt; $(head -n 3 "$work/out")"
}
check "nothing is found where nothing is wrong" honest_passes

survives() {
    gat fuzz --backend "$out/tests/plugins/dies_often.so" --cases 400 --time 60 --timeout 0.2 --out "$work/d"
    same "$code" 1 "exit code; stderr: $(head -c 300 "$work/err")" || return
    grep -q '^timeout: GAT-3' "$work/out" || { why "no hang: $(cat "$work/out")"; return 1; }
    grep -q '^unrepeatable: GAT-5' "$work/out" || { why "no crash: $(cat "$work/out")"; return 1; }
    [ "$(sed -n 's/.*: \([0-9]*\) cases in.*/\1/p' "$work/out")" -ge 300 ] || { why "$(tail -n 1 "$work/out")"; return 1; }
}
check "a backend that dies and hangs again and again is survived" survives

sent() {
    gat fuzz --backend "$out/tests/plugins/killed_in_crowd.so" --cases 4000 --time 60 --out "$work/k" gather/onnx-13
    same "$code" 0 "exit code; $(head -n 5 "$work/out") $(head -c 300 "$work/err")"
}
check "a worker that a signal from outside ends among other calls is no find" sent

interrupted() {
    "$gatherum" fuzz --backend "$(broken bound_off_by_one)" --time 100 --out "$work/i" >"$work/out" 2>&1 &
    local pid=$! k
    for k in $(seq 200); do
        [ "$(finds i)" -ge 1 ] && break
        sleep 0.1
    done
    kill -9 $pid
    wait $pid 2>/dev/null
    [ "$(finds i)" -ge 1 ] || { why "no find after $((k / 10)) s"; return 1; }
    gat list cases --path "$work/i" '*/*/*-*-*/*'
    same "$code" 0 "the finds can be read: $(head -c 300 "$work/err")" || return
    gat run --backend "$(broken bound_off_by_one)" --path "$work/i" "$(basename "$(find "$work/i" -name '*.yaml' | head -n 1)" .yaml | sed 's/^regression.\([a-z_]*\)-.*/\1/')/*/$(basename "$(find "$work/i" -name '*.yaml' | head -n 1)" .yaml | sed 's/^regression\.//')/*"
    same "$code" 1 "exit code of a run of what is there"
}
check "a search that is killed keeps what it found" interrupted

ends_early() {
    rm -f "$work/out" # what is waited for comes from this search
    "$gatherum" fuzz --backend "$(broken bound_off_by_one)" --time 100 --out "$work/e" gather >"$work/out" 2>&1 &
    local pid=$! k
    for k in $(seq 200); do
        grep -q repeat: "$work/out" && break
        sleep 0.1
    done
    kill -INT $pid
    wait $pid
    same $? 1 "exit code" || return
    grep -q 'found, seed 1' "$work/out" || { why "no summary: $(cat "$work/out")"; return 1; }
}
check "an interrupt ends it with a summary" ends_early

# Two searches over one corpus find what one does, and each find has one file.
beside() {
    local doubled
    gat fuzz --backend "$(broken bound_off_by_one)" -j 2 --cases 1200 --time 60 --out "$work/j" gather/onnx-13
    same "$code" 1 "exit code; stderr: $(head -c 300 "$work/err")" || return
    [ "$(sed -n 's/.*: \([0-9]*\) cases in.*/\1/p' "$work/out")" = 1200 ] || { why "$(tail -n 1 "$work/out")"; return 1; }
    [ "$(find "$work/j/corpus/gather-onnx-13" -type f | wc -l)" -ge 50 ] || { why "no corpus"; return 1; }
    find "$work/j/corpus" -type f -size +80c | grep -q . && { why "a genome of more than 80 bytes"; return 1; }
    doubled=$(sed -n 's/^  .* after .*: \(.*yaml\)$/\1/p' "$work/out" | sort | uniq -d)
    same "$doubled" "" "files that were told twice" || return
    same "$(find "$work/j/cases" -name '*.yaml' | wc -l)" "$(grep -c '^  repeat: ' "$work/out")" "files and finds"
}
check "two searches share a corpus, and no find is there twice" beside

# A known find is told as known, and still fails.
resumed() {
    local before
    before=$(ls "$work/j/cases")
    gat fuzz --backend "$(broken bound_off_by_one)" --cases 600 --time 60 --out "$work/j" --corpus "$work/j/corpus" gather/onnx-13
    same "$code" 1 "exit code" || return
    grep -q ', known before$' "$work/out" || { why "$(cat "$work/out")"; return 1; }
    for file in $before; do
        [ -e "$work/j/cases/$file" ] || { why "$file is gone"; return 1; }
    done
}
check "a search that goes on knows what was found" resumed

# The genomes of one search are the first cases of the next, whatever else lies there.
taken_up() {
    mkdir -p "$work/c/gather-onnx-13" && cp "$work/j/corpus/gather-onnx-13"/* "$work/c/gather-onnx-13" || return
    : >"$work/c/gather-onnx-13/0123456789abcdef"
    head -c 5000 /dev/urandom >"$work/c/gather-onnx-13/00000000000000aa"
    mkdir "$work/c/gather-onnx-13/00000000000000bb"
    mkfifo "$work/c/gather-onnx-13/00000000000000cc"
    gat fuzz --backend "$(broken honest)" --cases 100 --time 60 --corpus "$work/c" gather/onnx-13
    same "$code" 0 "exit code; stderr: $(head -c 300 "$work/err")" || return
    gat fuzz --backend "$(broken honest)" --cases 100 --time 60 --corpus "$work/c" gather/onnx-13
    [ "$(sed -n 's/.* s, \([0-9]*\) kept.*/\1/p' "$work/out")" -ge 30 ] || { why "kept: $(cat "$work/out")"; return 1; }
    : >"$work/file"
    gat fuzz --backend "$(broken honest)" --cases 10 --corpus "$work/file" gather/onnx-13
    same "$code" 3 "a corpus that is no folder"
}
check "a corpus may hold anything" taken_up

shape_found() {
    gat fuzz --backend "$(broken shape_ignores_batches)" --cases 1000 --time 60 --out "$work/w" gather
    same "$code" 1 "exit code" || return
    grep -q '^wrong-shape: ' "$work/out" || { why "$(cat "$work/out")"; return 1; }
}
check "a wrong shape is found by asking for it" shape_found

readings_found() {
    gat fuzz -x --backend "$(broken mean_of_int32_cut)" --cases 20000 --time 60 --out "$work/r" scatter_elements/torch-scatter_reduce-2.x
    grep -q '^inconsistent-reading' "$work/out" || { why "$(cat "$work/out")"; return 1; }
    cp "$work/out" "$work/told"
}
check "answers that no single reading explains are found" readings_found

# Alone each of their cases passes; more than two had left fewer readings.
readings_kept() {
    local n file
    n=$(sed -n '/^inconsistent-reading/,$s/^  \([0-9]*\) elements, no step makes it smaller.*/\1/p' "$work/told" | head -n 1)
    [ "${n:-99}" -le 8 ] || { why "${n:-no} elements: $(cat "$work/told")"; return 1; }
    file=$(find "$work/r" -name '*inconsistent-reading*.yaml' | head -n 1)
    same "$(grep -c '^- name: answer-' "$file")" 2 "cases in $file" || return
    eval "$(sed -n '/^inconsistent-reading/,$s/^  repeat: //p' "$work/told" | head -n 1)" >"$work/out" 2>&1
    same "$?" 1 "exit code of the command that repeats it" || return
    same "$(grep -c '^#   inconsistent-reading: ' "$work/out")" 2 "lines, one for each answer" || return
    grep -q '^#     its answer excludes .* ways to read the document, those with .*/mean-of-integers: ' "$work/out" || { why "$(cat "$work/out")"; return 1; }
}
check "they are one file of small cases, and the line that repeats it fails" readings_kept

# One loop in 32 bits, one copy, one bound, one string, one attribute: -x ends each with its
# first find, which is as small as the bug allows if there was the time to shrink it.
sample() {
    tools/mutants/fuzz_saboteurs.sh -t 60 loop_bound_in_32_bits base_not_copied bound_off_by_one string_cut_at_15 initial_ignored slices_added_once \
        >"$work/out" 2>&1
    grep -q '^6 of 6 found' "$work/out" || { why "$(cat "$work/out")"; return 1; }
    awk '/ elements / && !/32_bits|not the smallest/ && $4 > 8 { bad = 1 } END { exit bad }' "$work/out" || { why "$(cat "$work/out")"; return 1; }
}
check "a sample of saboteurs is found, each by a small case" sample

# The smallest giant that shows it has the extent at which 31 bits end.
giant_small() {
    gat fuzz -x --backend "$(broken extent_cut_to_32_bits)" --cases 5000 --time 60 --out "$work/g" gather_elements
    same "$code" 1 "exit code; stderr: $(head -c 300 "$work/err")" || return
    grep -q '^  21474836[0-9]* elements, no step makes it smaller' "$work/out" || { why "$(cat "$work/out")"; return 1; }
    same "$(grep -c '^  repeat: ' "$work/out")" 1 "finds of -x"
}
check "a giant is found, and shrunk to where 31 bits end" giant_small

usage() {
    gat fuzz --backend ref gather/nothing
    same "$code" 2 "a pattern without variants" || return
    gat fuzz --backend ref --cases -1
    same "$code" 2 "a number that is none" || return
    gat fuzz --backend ref -j 0.5
    same "$code" 2 "half a process" || return
    gat fuzz --backend nobody
    same "$code" 2 "a backend that is not there" || return
    gat fuzz --backend "$(broken bound_off_by_one)" --cases 2000 --out /proc/nowhere
    same "$code" 3 "a folder that cannot be made: $(cat "$work/err")"
}
check "what cannot be done is told" usage
finish
