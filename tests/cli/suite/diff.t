#!/usr/bin/env bash
# diff.t - differences are real: what a sample shows, the two variants expect.
# sanitizers: no, it compares all pairs of variants; test_parting does some.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 12

# ---- the matrix

matrix() {
    gat diff --matrix
    same "$code" 0 "exit code; stderr: $(cat "$work/err")" || return
    diff docs/reference/dialects.md "$work/out" >"$work/diff" ||
        { why "docs/reference/dialects.md (<) is not what gatherum diff --matrix (>) prints:"; why "$(head -n 6 "$work/diff")"; return 1; }
}
check "docs/reference/dialects.md is the matrix" matrix

matrix_follows() {
    local home=$work/home
    mkdir -p "$home/cases" && cp -r specs "$home/specs" || return
    printf '  - index-domain: x\n    where: x\n    decides: {index_domain: nonnegative}\n  - out-of-range: x\n    where: x\n    decides: {out_of_range: clamp}\n' >"$work/more"
    sed -i "/^clauses:/r $work/more" "$home/specs/gather/onnx-13.yaml"
    GATHERUM_HOME=$home gat diff --matrix
    same "$code" 0 "exit code; stderr: $(cat "$work/err")" || return
    has '| `gather/onnx-13` | the nearest element | the nearest element |' || return
    diff docs/reference/dialects.md "$work/out" | grep '^>' >"$work/diff"
    same "$(wc -l <"$work/diff")" 1 "rows that changed"
}
check "a changed spec changes its row only" matrix_follows

# ---- pairs: each variant with those beside it, and the first variants of all operators

variants() { "$gatherum" list specs --json | jq -r '.[] | .name as $n | .profiles[] | if .name == "" then $n else "\($n)@\(.name)" end'; }
# The variants are sorted by operator; pairs are symmetric.  Two and two of each operator, so that a new variant
# changes the pairs of its operator alone, and the first ones of operators that follow each other.
chosen() { # chosen I J
    local d=$((operator[$1] - operator[$2]))
    if [ $d = 0 ]; then
        [ $((place[$1] / 2)) = $((place[$2] / 2)) ] && { [ "$1" != "$2" ] || [ $(($1 % 6)) = 0 ]; }
    else
        [ $((place[$1] + place[$2])) = 0 ] && [ ${d#-} = 1 ]
    fi
}
pairs() {
    local a b i j n=0 operators=0 at=0 before=
    local -a all operator place
    variants >"$work/variants"
    mapfile -t all <"$work/variants"
    for i in "${!all[@]}"; do
        [ "${all[i]%%/*}" = "$before" ] || operators=$((operators + 1)) at=0
        before=${all[i]%%/*} operator[i]=$operators place[i]=$((at++))
    done
    rm -f "$work"/pair.* "$work/asked"
    for i in "${!all[@]}"; do
        for j in "${!all[@]}"; do
            chosen "$i" "$j" || continue
            a=${all[i]} b=${all[j]}
            gat diff --json "$a" "$b"
            same "$code" 0 "exit code of $a $b; stderr: $(cat "$work/err")" || return
            mv "$work/out" "$work/pair.$((n += 1))"
            echo "$a $b" >>"$work/asked"
        done
    done
    # One jq for all of them, in the order in which they were asked.
    seq -f "$work/pair.%g" $n | xargs jq -r '.variants | join(" ")' | diff "$work/asked" - >"$work/diff" || { why "the two: $(head -n 4 "$work/diff")"; return 1; }
    same "$(jq -r 'select(.variants[0] == .variants[1] and .differences != []) | .variants[0]' "$work"/pair.*)" "" "differences of a variant and itself" || return
    [ $n -gt 100 ] || { why "only $n pairs"; return 1; }
}
check "two variants can be compared" pairs

mirrored() {
    jq -s '[.[] | {key: (.variants | join(" ")), value: [.differences[] | .what + ": " + (.values | join(" | "))] | sort}] | from_entries' "$work"/pair.* >"$work/all"
    jq -r 'to_entries[] | .key as $k | ($k | split(" ")) as $v | .value[] | "\($k)\t\(.)"' "$work/all" | sort >"$work/forth"
    jq -r 'to_entries[] | .key as $k | ($k | split(" ")) as $v | .value[] |
        capture("^(?<w>.*): (?<a>.*) \\| (?<b>.*)$") | "\($v[1]) \($v[0])\t\(.w): \(.b) | \(.a)"' "$work/all" | sort >"$work/back"
    # Of two one combines nothing, and only cases that are made for the other show what it would do then.
    diff <(grep -v 'bad_reduction' "$work/forth") <(grep -v 'bad_reduction' "$work/back") >"$work/diff" ||
        { why "$(head -n 4 "$work/diff")"; return 1; }
}
check "the other way round is the same" mirrored

sampled() {
    local bad
    bad=$(jq -r 'select([.variants[] | split("/")[0]] | unique | length == 1) | (.variants | join(" ")) as $v |
        .differences[] | select(.case == null and .what != "max_elements" and .what != "too_large") | "\($v): \(.what)"' "$work"/pair.* |
        grep -vE '(gather/numpy-take|take/numpy|put/numpy)-wrap.*: index_domain$' | # either way such an index is counted from the end
        grep -vE 'scatter_slices/(numpy|paddle)-.*: (element|index) types? ' | # no call fits both: one has an axis, the other none
        grep -vE 'gather/aclnn-(gather-v3|index-select).*aclnn-(gather-v3|index-select).*: (element|index) types ' |
        grep -vE '(torch-scatter_reduce.*webnn|webnn.*torch-scatter_reduce).*: (element|index) types ' | # nor these: one needs a reduction, the other has none
        grep -vE 'scatter_nd/(tensorflow-zeros.*torch-index-put|torch-index-put.*tensorflow-zeros).*: reduction$' | # the sum of zero and one update is the update
        grep -vE 'scatter_nd/(mindspore-sub.*mindspore-zeros|mindspore-zeros.*mindspore-sub).*: bad_reduction$' | # one has no truth values
        grep -v 'scatter_nd/tensorflow-zeros.*: element types complex64, complex128$') # which have no least one
    same "$bad" "" "differences of one operator without a case"
}
check "each difference of two variants of one operator has a case" sampled

# Samples that both can be asked and that the decided readings show, as tests of one
# folder; then what `show` says of them.
samples_write() {
    local op
    rm -rf "$work/set" && mkdir -p "$work/set/cases"
    jq -r 'select([.variants[] | split("/")[0]] | unique | length == 1) | .variants as $v | .differences[] |
        select(.kind != "reading" and .case != null and .cannot_be_asked == [null, null]) |
        [$v[0], $v[1], .case, .expected[0], .expected[1]] | @tsv' "$work"/pair.* | sort -u >"$work/samples"
    for op in $(cut -d/ -f1 "$work/variants" | sort -u); do
        printf '%s\n' 'cases: 1' 'hunts: nothing' 'tests:' >"$work/set/cases/$op.sample.yaml"
    done
    awk -F '\t' -v to="$work/set/cases" '{
        split($1, one, /[\/@]/); split($2, two, /[\/@]/); line = $3; sub(/^\{/, "", line)
        types = line ~ /^data: [^{]/ || line ~ /^data: \{shape: [^ ]*\}/ ? "types: [float32], " : ""
        if (line ~ /, types: \[|, tile_shape: /) types = "" # how many bytes a tile has depends on the type
        both = one[2] == two[2] ? one[2] : one[2] ", " two[2]
        printf "  - {name: s%d, variants: [%s], %s%s\n", NR, both, types, line >>(to "/" one[1] ".sample.yaml")
    }' "$work/samples"
    for op in "$work/set/cases"/*.yaml; do [ "$(wc -l <"$op")" -gt 3 ] || rm "$op"; done
}
# expectation VARIANT N: what show says, in one line
expectation() {
    "$gatherum" show --json --path "$work/set" "$1/sample/s$2" 2>"$work/err" |
        jq -c '.expected | {demand, shape, values}'
}
samples_hold() {
    local n=0 a b one two
    samples_write
    while IFS=$'\t' read -r a b _ _ _; do
        n=$((n + 1))
        [ $((n % 5)) = 0 ] || continue
        one=$(expectation "$a" $n) two=$(expectation "$b" $n)
        { [ -n "$one" ] && [ -n "$two" ]; } || { why "$a $b: $(sed -n ${n}p "$work/samples") $(cat "$work/err")"; return 1; }
        # Two answers may differ in what they leave open, which values do not show.
        [ "$one" != "$two" ] || sed -n ${n}p "$work/samples" | grep -qE '\||any' ||
            { why "$a and $b both expect $one in $(sed -n ${n}p "$work/samples")"; return 1; }
    done <"$work/samples"
    [ $n -gt 50 ] || { why "only $n samples"; return 1; }
}
check "samples are cases, and the variants expect different things of them" samples_hold

# ---- single ones

known() {
    gat diff gather/onnx-13 gather/mindspore@npu
    same "$code" 0 "exit code" || return
    has 'index_domain: wraps | nonnegative' && has '{data: [1], indices: [-1], axis: 0}' &&
        has 'gather/onnx-13            expects [1]' &&
        has 'gather/mindspore-2.x@npu  expects an error (range) or [any]' &&
        has '#gather-13/index-domain' && has 'element types bool, string: listed | not listed' &&
        has 'cannot be asked: it has no batch_dims'
}
check "what tells onnx-13 from mindspore on an npu" known
alike() {
    gat diff scatter/onnx-11 scatter_elements/onnx-11
    same "$code" 0 "exit code" || return
    has "Nothing that a case could show tells them apart." || return
    same "$(wc -l <"$work/out")" 4 "lines"
}
check "two names of one operator" alike
open_one() {
    gat diff gather/onnx-1 gather/onnx-11
    same "$code" 0 "exit code" || return
    has 'index_domain: wraps or nonnegative | wraps' && has '#gather-1/index-domain (ambiguous)' &&
        has 'when the ambiguous clause is read the other way'
}
check "a clause that one of them leaves open" open_one
formulas() {
    gat diff gather/onnx-13 gather_elements/onnx-13
    has 'formula: gather | gather_elements' && has 'expects [[[1, 2]]]' && has 'expects [[1]]' || return
    gat diff gather/onnx-13 scatter/onnx-11
    has 'their operands differ, so no call can be asked of both'
}
check "two operators" formulas

fails_with() {
    gat "${@:2}"
    same "$code" 2 "exit code" || return
    grep -qF -- "$1" "$work/err" || { why "stderr: $(cat "$work/err")"; return 1; }
    same "$(cat "$work/err" | wc -l)" 1 "lines on stderr" || return
    [ ! -s "$work/out" ] || { why "stdout: $(head -n 1 "$work/out")"; return 1; }
}
wrong_words() {
    fails_with "did you mean 'gather/onnx-13'?" diff gather/onnx-133 gather/onnx-1 &&
        fails_with "has no profile 'tpu'" diff gather/mindspore@tpu gather/onnx-1 &&
        fails_with "has no profiles" diff gather/onnx-1@cpu gather/onnx-13
}
check "variants and profiles that are none" wrong_words
wrong_count() {
    fails_with "takes two variants" diff gather/onnx-1 && fails_with "takes two variants" diff &&
        fails_with "takes no variant" diff --matrix gather/onnx-1
}
check "not two variants" wrong_count
finish
