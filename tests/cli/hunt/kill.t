#!/usr/bin/env bash
# kill.t - gatherum kill: every saboteur is caught, what is honest is not, and the
# page that says so is up to date.
# sanitizers: no, it judges 120 backends, whose faults a sanitizer would take for its own.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gat_limit=900
plan 12

field() { jq -r "$1" "$work/kill.json"; }

all_killed() {
    gat kill -x -j 2 -o "$work/kill.json"
    same "$code" 0 "exit code; stderr: $(head -c 300 "$work/err"); not good: $(field '.matrix[] | select(.good | not) | .name' | head -n 5)" || return
    same "$(field .killed)" "$(field .saboteurs)" "killed" || return
    same "$(field .pairs_killed)" "$(field .pairs)" "killed in each operator" || return
    same "$(field .saboteurs)" "$(find tests/saboteurs/*/ -name '*.c' ! -path '*/npu/*' ! -name honest.c ! -name indices_fetched_ahead.c | wc -l)" "saboteurs, by their files" || return
    [ "$(field .pairs)" -gt 300 ] || { why "only $(field .pairs) pairs"; return 1; }
}
check "all saboteurs are killed in every operator where they can show" all_killed

# Both are judged in every operator, and they are the only ones that say so.
honest_passes() {
    same "$(field '.matrix[] | select(.control) | .name' | sort | tr "\n" " ")" "honest winner_varies " "controls" || return
    same "$(field '.matrix[] | select(.name == "honest") | .operators[] | select(.judged > 10 and .first == "") | .operator')" \
        "$("$gatherum" list specs --json | jq -r '[.[].operator] | unique | .[]')" "operators that the honest kernels pass" || return
    same "$(field '.matrix[] | select(.name == "winner_varies") | .operators[] | select(.judged > 40 and .first == "") | .operator' | wc -l)" 3 "operators that the others pass"
}
check "the honest kernels pass what killed the others" honest_passes

# -x asks a control what killed the others; here it meets a part of everything.
honest_runs() {
    gat run --backend "$out/tests/saboteurs/honest.so" --shard 3/48 --draw 30
    same "$code" 0 "exit code of the honest kernels" || return
    gat run --backend "$out/tests/saboteurs/winner_varies.so" --shard 1/4 'scatter*/onnx-18/duplicates' 'scatter*/onnx-18/drawn'
    same "$code" 0 "exit code of those whose winner varies"
}
check "the controls pass a part of all cases" honest_runs

named_reason() {
    field '.matrix[] | select(.control | not) | .verdicts as $due | .name as $n | .operators[]
        | select([.verdict] | inside($due) | not) | $n + " in " + .operator + ": " + .verdict' >"$work/odd"
    [ ! -s "$work/odd" ] || { why "$(cat "$work/odd")"; return 1; }
    field '.matrix[].operators[] | select(.killed) | select(.first == "" or .diagnosis == "") | .operator' >"$work/odd"
    [ ! -s "$work/odd" ] || { why "kills without a case: $(wc -l <"$work/odd")"; return 1; }
}
check "each kill has a case, a diagnosis and a verdict that the saboteur names" named_reason

# Lanes share the saboteurs in another order, and get more or less far before it is enough.
same_bytes() {
    for j in 1 3; do
        gat kill -j "$j" --seed 5 -o "$work/some.$j.json" tail_dropped minus_zero_lost negative_refused index_aborts moves_to_another_folder
        jq 'del(.timing)' "$work/some.$j.json" >"$work/some.$j" || { why "no JSON with $j lanes"; return 1; }
    done
    cmp -s "$work/some.1" "$work/some.3" || { why "$(diff "$work/some.1" "$work/some.3" | head -n 6)"; return 1; }
    same "$(jq -c '[.schema, .gatherum, .seed, (.suite | length), .killed]' "$work/some.1")" "[1,\"$(cat VERSION)\",\"5\",16,5]" "what it says of itself" || return
    same "$(jq .pairs_killed "$work/some.1")" "$(jq .pairs "$work/some.1")" "killed in each operator, whatever state the one before left" || return
    same "$(jq -r 'keys_unsorted | join(" ")' "$work/some.1")" \
        "schema gatherum suite seed killed saboteurs pairs_killed pairs matrix" "members in their order"
}
check "apart from timing, the matrix is the same with one lane and with three" same_bytes

# The case that killed first fails in a run of its own.
case_repeats() {
    local name first
    for name in negative_not_wrapped scatter_by_mask infer_is_no_name; do
        compgen -G "tests/saboteurs/*/$name.c" >/dev/null || continue
        while read -r first; do
            gat run --backend "$out/tests/saboteurs/$name.so" "$first"
            same "$code" 1 "exit code of a run of $name on $first" || return
        done < <(field ".matrix[] | select(.name == \"$name\") | .operators[].first")
    done
}
check "the case that is named fails in gatherum run too" case_repeats

survivor_told() {
    gat kill --draw 0 --backend "$out/tests/plugins/good.so"
    same "$code" 1 "exit code; stderr: $(head -c 300 "$work/err")" || return
    grep -qE '^good .* gather +SURVIVED' "$work/out" || { why "$(cat "$work/out")"; return 1; }
    grep -qF '0 of 1 saboteurs killed' "$work/out" || { why "$(tail -n 3 "$work/out")"; return 1; }
}
check "an honest backend is reported as surviving" survivor_told

# A home with few cases, in which a saboteur names other verdicts than in ours.
other_home() {
    rm -rf "$work/home"
    mkdir -p "$work/home/tests/saboteurs/index" "$work/home/cases" && ln -s "$PWD/specs" "$work/home" &&
        cp --parents cases/gather/negative.yaml cases/gather/order.yaml "$work/home" || return
    sed "s/^ \* verdict: .*/ * verdict: $1/" tests/saboteurs/index/negative_refused.c >"$work/home/tests/saboteurs/index/negative_refused.c"
}
wrong_reason() {
    other_home wrong-value
    GATHERUM_HOME=$work/home gat kill --draw 0 negative_refused
    same "$code" 1 "exit code; stderr: $(head -c 300 "$work/err")" || return
    grep -qE 'gather +WRONG REASON +refused' "$work/out" || { why "$(cat "$work/out")"; return 1; }
}
check "who is caught for another reason than the one it names is not killed" wrong_reason

control_killed() {
    other_home pass
    GATHERUM_HOME=$work/home gat kill --draw 0 negative_refused
    same "$code" 1 "exit code; stderr: $(head -c 300 "$work/err")" || return
    grep -qE 'gather +KILLED +refused' "$work/out" || { why "$(cat "$work/out")"; return 1; }
}
check "a control that fails a case fails the command" control_killed

# A saboteur that names a trap is killed by cases that have it, and by no other.
traps_alone() {
    local trap
    for trap in $(sed -n 's/^TRAP(\([a-z_]*\),.*/\1/p' harness/spec/features.def); do
        grep -rlq "^ \* trap: $trap$" tests/saboteurs || { why "no saboteur names the trap $trap"; return 1; }
    done
    other_home 'refused\n * trap: target_crowd'
    GATHERUM_HOME=$work/home gat kill --draw 0 negative_refused
    same "$code" 1 "exit code; stderr: $(head -c 300 "$work/err")" || return
    grep -qE 'gather +WITHOUT TRAP +refused' "$work/out" || { why "$(cat "$work/out")"; return 1; }
}
check "each trap has a saboteur that it alone kills" traps_alone

bad_input() {
    local want=2
    gat kill no_such_saboteur
    same "$code" "$want" "exit code for a name that is none" || return
    same "$(cat "$work/err")" "gatherum: no saboteur is called 'no_such_saboteur'" "stderr" || return
    other_home nonsense
    GATHERUM_HOME=$work/home gat kill --draw 0 negative_refused
    same "$code" "$want" "exit code for a verdict that is none" || return
    grep -qF "'nonsense' is no verdict" "$work/err" || { why "$(cat "$work/err")"; return 1; }
    rm "$work/home/tests/saboteurs/index/negative_refused.c"
    GATHERUM_HOME=$work/home gat kill --draw 0 negative_refused
    same "$code" "$want" "exit code without a source" || return
    gat kill -j 0.5 negative_refused
    same "$code" "$want" "exit code for -j 0.5" || return
    gat kill --backend /nonexistent/x.so
    same "$code" 3 "exit code for a file that is not there" || return
    gat kill -o "$work" negative_refused
    same "$code" 3 "exit code for a folder as a file"
}
check "bad input costs one sentence" bad_input

# Names, classes, origins and the operators of each; figures and verdicts may change
# with every new case.
page_current() {
    tools/release/trust.sh "$work/kill.json" >"$work/trust.md" || { why "tools/release/trust.sh failed"; return 1; }
    grep -qF SURVIVES "$work/trust.md" && { why "somebody survives"; return 1; }
    for f in docs/why/trust.md "$work/trust.md"; do
        perl -pe 'if (/<!-- made by/ .. /<!-- end/) { s/\| [a-z-]+ (?=\|)/| verdict /g; s/\| [0-9]+ /| N /; s/of [0-9]+/of N/ }' "$f" >"$work/$(basename "$f").$(wc -c <<<"$f")"
    done
    diff "$work"/trust.md.* >"$work/diff" || { why "docs/why/trust.md is old: make trust"; why "$(head -n 6 "$work/diff")"; return 1; }
}
check "docs/why/trust.md names the saboteurs that there are" page_current
finish
