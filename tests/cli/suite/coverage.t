#!/usr/bin/env bash
# coverage.t - every clause has the cases that it needs, and one that has not is seen.
# sanitizers: no, it asks the oracle of all cases; test_consulted does some.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gat_limit=300
gatherum=$(cd "$(dirname "$gatherum")" && pwd)/$(basename "$gatherum")
unset GATHERUM_PATH GATHERUM_HOME
plan 14

# at_home ARGUMENTS...: with the specs and cases in $work/home.
at_home() { GATHERUM_HOME=$work/home gat "$@"; }
# home [FILE]...: the specs, and these case files only.
home() {
    rm -rf "$work/home" && mkdir -p "$work/home/cases" && cp -r specs "$work/home/specs" || return
    [ $# = 0 ] || cp --parents "$@" "$work/home/"
}
is_open() { # is_open CLAUSE: it is printed as not covered
    grep -qE "^[^ ]*#$1 [a-z]+: NOT COVERED$" "$work/out" || { why "$1 is not open"; return 1; }
}

# ---- our own cases

all_covered() {
    gat list clauses --coverage --json
    same "$code" 0 "exit code; open: $(jq -r '.[] | select(.covered or .untestable | not) | .id' "$work/out" | head -n 3)" || return
    cp "$work/out" "$work/cover.json"
    same "$(jq '[.[] | select(.covered or .untestable | not)] | length' "$work/cover.json")" 0 "open clauses" || return
    [ "$(jq '[.[] | select(.covered)] | length' "$work/cover.json")" -gt 150 ] || { why "hardly any clause"; return 1; }
}
check "every clause that can be tested is covered" all_covered

names_real() {
    same "$(jq length "$work/cover.json")" "$("$gatherum" list clauses | wc -l)" "clauses" || return
    jq -r '.[] | (.passing + .must_fail + .open)[]' "$work/cover.json" | sort -u >"$work/named"
    "$gatherum" list cases | sort >"$work/cases"
    # A case that a generator makes is listed by its point alone where nobody asks for more.
    sed -E 's|/[^/]*$||' "$work/named" | sort -u | comm -12 - "$work/cases" >"$work/points"
    same "$(comm -23 "$work/named" "$work/cases" | grep -vFf <(sed 's|$|/|' "$work/points") | head -n 3)" "" "names that are no cases" || return
    [ "$(wc -l <"$work/named")" -gt 1000 ] || { why "hardly any names"; return 1; }
}
check "--json names cases that exist" names_real

json_sound() {
    local bad
    bad=$(jq -r '.[] | select(.covered and (.passing + .must_fail + .open | length) == 0) | .id' "$work/cover.json")
    same "$bad" "" "covered clauses without a case" || return
    bad=$(jq -r '.[] | select(.covered == (.untestable != null)) | .id' "$work/cover.json")
    same "$bad" "" "clauses that are neither covered nor given a reason, or both" || return
    bad=$(jq -r '.[] | select(.covered and .level == "error" and (.must_fail | length) == 0) | .id' "$work/cover.json")
    same "$bad" "" "clauses about errors without a case that must fail" || return
    bad=$(jq -r '.[] | select(.covered and .level == "undefined" and (.open | length) == 0) | .id' "$work/cover.json")
    same "$bad" "" "clauses about undefined things without a case"
}
check "each has a case; errors have cases that must fail; the others a reason" json_sound

# A blind comparison would also call everything untestable. An index that picks nothing by either
# rule, as one equal to the extent, tells no two of them apart.
alike() {
    local bad
    bad=$(jq -r '.[] | .id as $id | .all_alike[] | sub(" @.*"; "") | "\($id) \(.)"' "$work/cover.json" | sort -u |
        grep -vE ' (bad_[a-z_]+: (undefined is not told from either|either is not told from undefined)|(data|index|output)_rank_(min|max): [0-9]+ is not told from [0-9]+|out_of_range: undefined is not told from either)$' |
        # what is not listed has no sum
        grep -vE 'scatter-add/element-types bad_type: either is not told from error$' |
        # the clause is one about numbers that are no integers, which are refused by either
        grep -vE ' bad_index_type: no_integers is not told from error$' |
        # a scatter drops whatever picks nothing
        grep -vE '(scatter|jax-at-drop).* out_of_range: drop is not told from (zero|fill)$' |
        # where an index past the extent is undefined, one below 0 is so by either value
        grep -vE ' index_domain: (nonnegative is not told from undefined|undefined is not told from nonnegative)$' |
        # a longer index names elements that are not there, and an empty one is not checked
        grep -vE '^torch-(gather|scatter|scatter-add)/off-axis off_axis: at_most is not told from any$' |
        # the clause is ambiguous, and all of its cases are open
        grep -vF 'mindspore-scatter-nd-zeros/empty-tuple empty_tuple: allowed is not told from either')
    same "$bad" "" "values that no case could tell apart"
}
check "only undefined and either, and ranks that must agree, are all alike" alike

both_sides() {
    local bad
    bad=$(jq -r '.[] | select(.covered and (.id | test("/index-domain$")) and
        ((.passing | length) == 0 or (.must_fail + .open | length) == 0)) | .id' "$work/cover.json" |
        grep -vE '^(take-(clip|fill|along-axis)|jax-at-(get-fill|drop)|mindspore-scatter-elements|openvino-gather-8)/') # an index outside has a meaning there
    same "$bad" "" "index domains without cases on both sides"
}
check "an index domain has cases inside and outside" both_sides

selects() {
    gat list clauses --coverage 'gather/onnx-13#gather-13/index-domain'
    same "$code" 0 "exit code" || return
    same "$(grep -c '^gather' "$work/out")" 1 "clauses" || return
    has "passing " && has "must fail " && has "1 of 1 testable clauses covered; 0 not testable" || return
    gat list clauses --coverage gather/mindspore
    same "$(grep '^gather' "$work/out" | grep -vc '^gather/mindspore-2.x#')" 0 "clauses of others" || return
    gat list clauses --coverage nothing
    same "$code" 2 "exit code for a pattern that selects nothing" || return
    gat list cases --coverage
    same "$code" 2 "exit code of list cases --coverage"
}
check "patterns select clauses" selects

# ---- what is missing is seen

without() {
    home || return
    at_home list clauses --coverage gather/onnx-13 gather_elements/torch-2.x
    same "$code" 1 "exit code without any case of ours" || return
    is_open gather-13/index-domain && is_open gather-13/out-of-range && is_open torch-gather/no-broadcast || return
    has "missing   no case with index of exactly -s-1" && has "missing   no case with axis of exactly r that demands none"
}
check "without our cases clauses are open" without

# The cases that a gap names as closing it, as case files.
candidates_write() {
    awk -v to="$1" '
        /^[a-z_]+\/[^ ]+#/ { split($1, half, "#"); split(half[1], part, "/"); op = part[1]; variant = part[2] }
        / this would: / {
            sub(/.* this would: \{/, ""); file = to "/" op ".found.yaml"
            if (!(file in n)) printf "cases: 1\nhunts: anything\ntests:\n" >file
            printf "  - {name: c%d, variants: [%s], %s\n", ++n[file], variant, $0 >file
        }' "$work/out"
}
closes() {
    local before some=(gather/onnx-13 gather_elements/onnx-13 gather_elements/torch-2.x gather_nd/onnx-13 scatter_elements/onnx-18 scatter_nd/onnx-18 scatter_slices/openvino-3 put/numpy-wrap-2.x)
    home || return
    at_home list clauses --coverage "${some[@]}"
    before=$(grep -c ' this would: ' "$work/out")
    [ "$before" -gt 100 ] || { why "only $before suggestions"; return 1; }
    candidates_write "$work/home/cases"
    at_home list clauses --coverage "${some[@]}"
    [ "$code" -le 1 ] || { why "$(cat "$work/err")"; return 1; }
    same "$(grep -c ' this would: ' "$work/out")" 0 "gaps that were to be closed by what was suggested: $(grep -m 2 ' this would: ' "$work/out")"
}
check "each gap is closed by the case that it suggests" closes

# without_file FILE VARIANT CLAUSE: nothing but this file tells the clause.
without_file() {
    home cases/*/*.yaml || return
    rm "$work/home/cases/$1"
    at_home list clauses --coverage "$2"
    same "$code" 1 "exit code without $1" || return
    is_open "$3"
}
check "without the tilings the buffer is open" without_file gather_elements/tiling.yaml gather_elements/pypto pypto-gather/tiles-fit
check "without the batches the batch extents are open" without_file gather/batch.yaml gather/mindspore mindspore-gather/batch-extents

no_edge() {
    home cases/gather_elements/*.yaml || return
    rm "$work/home/cases/gather_elements/giants.yaml" # has the edge as well
    at_home list clauses --coverage gather_elements/pypto
    same "$code" 0 "exit code" || return
    sed -i '/- name: minus-extent$/,/axis:/d' "$work/home/cases/gather_elements/undefined.yaml"
    sed -i 's/reached-by: \[index_negative\]/reached-by: [index_minus_extent]/' "$work/home/specs/gather_elements/pypto-2026.02.yaml"
    at_home list clauses --coverage gather_elements/pypto
    same "$code" 1 "exit code without a case that has the feature" || return
    is_open pypto-gather/negative-index
}
check "a clause that a feature is demanded for is open without it" no_edge

# ---- specs that say too little

no_rule() {
    home cases/gather/*.yaml || return
    sed -i '/decides: {axis_domain: signed}/d; s/decides: {bad_axis: error}/decides: {bad_axis: error, axis_domain: signed}/' "$work/home/specs/gather/onnx-11.yaml"
    at_home list clauses --coverage gather/onnx-13
    same "$code" 1 "exit code" || return
    is_open gather-13/axis-negative && has "it decides and supports no rule"
}
check "a clause of no rule is open" no_rule

unknown_feature() {
    home || return
    sed -i 's/reached-by: \[axis_default\]/reached-by: [axis_defalt]/' "$work/home/specs/gather/onnx-11.yaml"
    at_home list clauses --coverage
    same "$code" 2 "exit code" || return
    same "$(wc -l <"$work/err")" 1 "lines on stderr" || return
    grep -qE "gather.onnx-11.yaml:[0-9]+:[0-9]+: unknown feature 'axis_defalt'; did you mean 'axis_default'\?" "$work/err" ||
        { why "$(cat "$work/err")"; return 1; }
}
check "a feature that is none is refused with its place" unknown_feature

told_reading() {
    home cases/gather/*.yaml || return
    rm "$work/home/cases"/gather/negative.yaml
    sed -i '/-[0-9]/{/indices: \[/d;}' "$work/home/cases"/gather/*.yaml
    # A test that lost its indices is no case any more.
    rm -f "$work/home/cases"/gather/range.yaml "$work/home/cases"/gather/undefined.yaml
    for f in "$work/home/cases"/*/*.yaml; do "$gatherum" list cases --path "$work/home" >/dev/null 2>&1 || rm "$f"; done
    at_home list clauses --coverage gather/onnx-1
    [ "$code" = 1 ] || { why "exit code $code: $(cat "$work/err")"; return 1; }
    has "reading 'nonnegative' is not told from 'wraps'"
}
check "a reading that no case tells from the decision is open" told_reading
finish
