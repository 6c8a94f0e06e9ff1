#!/usr/bin/env bash
# records.t - what records hold: the published schema, pictures of failures, clauses.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
unset SOURCE_DATE_EPOCH GATHERUM_PATH
echo "TAP version 13"
. tests/cli/shards.sh

# run_of NAME ARGUMENTS...: records in $work/NAME.jsonl, exit code in $code.
run_of() {
    local name=$1
    shift
    timeout 300 "$gatherum" run --out "$work/$name.jsonl" "$@" >"$work/$name.tap" 2>"$work/err"
    code=$?
}
# jqs FILTER NAME: what jq says of the records of a run.
jqs() { jq -r "$1" "$work/$2.jsonl"; }

hostile="--path tests/fixtures/hostile gather/onnx-13/hostile gather/onnx-13/rows gather/onnx-13/errors"
for p in leaves_last swaps_axes writes_past quiets_nan drops_imaginary wrong_kind second_call_wrong infer_lies aborts claims_too_much; do
    # shellcheck disable=SC2086
    run_of "$p" --backend "$plugins/$p.so" --strict $hostile
done
run_of good --backend ref gather/onnx-13/rows gather/mindspore/rows gather_elements/torch/axis
run_of reduction --backend "${OUT:-build}/tests/saboteurs/reduction_ignored.so" scatter_elements/onnx-18/reductions
run_of scatter --backend ref --backend opt scatter/onnx-9/duplicates scatter/onnx-9/errors

python=
for p in /usr/bin/python3 python3; do
    "$p" -W ignore -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null && python=$p && break
done
schema_holds() {
    "$python" -W ignore tests/cli/validate_records.py docs/reference/records.schema.json "$work"/*.jsonl >"$work/said" || {
        why "$(head -n 5 "$work/said")"
        return 1
    }
    local kind
    for kind in start document backend case point variant end; do
        grep -qE "$kind=[1-9]" "$work/said" || { why "no record of kind $kind: $(tail -n 1 "$work/said")"; return 1; }
    done
}
schema_refuses() {
    local n=0 change
    for change in 'del(.member)' '.verdict = "fine"' '.wrong = -1' '.surprise = 1' '.picture.elements[0].kind = "odd"' '.picture.got = [1]'; do
        jqs 'select(.record == "case")' leaves_last | jq -cs ".[0] | $change" >"$work/spoilt.json"
        if "$python" -W ignore tests/cli/validate_records.py docs/reference/records.schema.json "$work/spoilt.json" >"$work/said"; then
            why "accepted: $change"
            n=1
        fi
    done
    return "$n"
}
if [ -n "$python" ]; then
    check "every record obeys docs/reference/records.schema.json" schema_holds
    check "the schema refuses what is no record" schema_refuses
else
    skip "every record obeys docs/reference/records.schema.json" "no python3 with jsonschema (package python3-jsonschema)"
fi
described() {
    same "$(jq '[."$defs" | .. | objects | select(has("properties")) | .properties[] | objects | select((has("description") or has("$ref")) | not)] | length' docs/reference/records.schema.json)" 0 "members without a description"
}
check "the schema describes every member" described

# ---- pictures

picture_of() { jqs 'select(.record == "case" and .picture.elements != null)' "$1" | jq -cs '.[0]'; }
unwritten_drawn() {
    local p
    p=$(picture_of leaves_last)
    same "$(jq -r '.verdict' <<<"$p")" unwritten verdict || return
    same "$(jq '[.picture.elements[] | select(.kind == "unwritten") | .element] == [(.picture.got | to_entries[] | select(.value == "") | .key) + .picture.from]' <<<"$p")" \
        true "the empty texts of got are the unwritten elements: $(jq -c .picture <<<"$p")"
}
check "an unwritten element is told from a wrong one" unwritten_drawn
displaced_drawn() {
    local p
    p=$(picture_of swaps_axes)
    same "$(jq -r '.picture.elements[0].kind' <<<"$p")" displaced "kind; $(jq -c . <<<"$p" | head -c 600)" || return
    # The place that it names holds what was got, and the place that is due what was expected.
    jq -e '.picture as $p | $p.inputs[0] as $d
        | def at($place): ($place | capture("\\[(?<i>[0-9]+),(?<j>[0-9]+)\\]") | (.i | tonumber) * $d.shape[1] + (.j | tonumber)) as $k | $d.values[$k];
        all($p.elements[]; . as $e | at($e.holds) == $p.got[$e.element - $p.from] and at($e.due) == $p.expected[$e.element - $p.from])' \
        <<<"$p" >/dev/null || { why "$(jq -c .picture <<<"$p")"; return 1; }
}
check "a displaced element names where its value lies and where it must come from" displaced_drawn
damaged_drawn() {
    same "$(picture_of quiets_nan | jq -r '.picture.elements[0].kind')" damaged "kind of a NaN whose payload is lost"
}
check "lost bits are told from a value of another place" damaged_drawn
unstable_drawn() {
    same "$(picture_of second_call_wrong | jq -r '[.verdict, .picture.elements[0].kind] | join(" ")')" "unstable unstable" "verdict and kind"
}
check "what is right in one of two calls is unstable" unstable_drawn
differs_where_wrong() {
    local p
    for p in leaves_last swaps_axes drops_imaginary; do
        jqs 'select(.record == "case" and .picture.elements != null)' "$p" >"$work/drawn"
        same "$(jq -s 'map(.picture as $p | ($p.expected | length) == ($p.got | length)
            and ([range($p.got | length) | select($p.got[.] != $p.expected[.]) + $p.from] | . - [$p.elements[].element] == [])) | all' "$work/drawn")" \
            true "in $p: got differs from expected where elements says so, and nowhere else" || return
    done
}
check "expected and got differ exactly in the wrong elements" differs_where_wrong
bounded() {
    mkdir -p "$work/big/cases"
    printf '%s\n' 'cases: 1' 'hunts: size' 'variants: [onnx-13]' 'types: [float32]' 'index_types: [int64]' 'tests:' \
        '- {name: large, data: {shape: [4, 4]}, indices: {shape: [300], fill: cycle}, axis: 0}' >"$work/big/cases/gather.big.yaml"
    run_of big --backend "$plugins/swaps_axes.so" --path "$work/big" gather/onnx-13/big
    same "$code" 1 "exit code" || return
    jqs 'select(.record == "case")' big >"$work/case"
    same "$(jq '[.picture.got, .picture.expected, .picture.inputs[1].values] | map(length) | join(" ")' "$work/case")" '"256 256 256"' "elements kept" || return
    same "$(jq '.picture.elements[0].element == .element' "$work/case")" true "the first wrong element is among them" || return
    [ "$(wc -c <"$work/case")" -lt 65536 ] || { why "a record of $(wc -c <"$work/case") bytes"; return 1; }
}
check "of a large tensor the 256 elements around the first wrong one are kept" bounded
three_pictures() {
    same "$(jqs 'select(.record == "case") | [.case, has("picture")] | join(" ")' claims_too_much | grep -c true)" \
        "$(jqs 'select(.record == "case" and .verdict != "not-run" and .verdict != "weak") | .case | sub("/[^/]*$"; "")' claims_too_much | sort | uniq -c | awk '{ n += $1 < 3 ? $1 : 3 } END { print n + 0 }')" "pictures"
}
check "the first three failing cases of a point are drawn" three_pictures
yaml_runs() {
    local name
    mkdir -p "$work/again/cases"
    name=$(picture_of swaps_axes | jq -r .case)
    picture_of swaps_axes | jq -r .picture.yaml >"$work/again/cases/gather.again.yaml"
    timeout 60 "$gatherum" run --backend "$plugins/swaps_axes.so" --path "$work/again" gather/onnx-13/again >"$work/out" 2>"$work/err"
    same $? 1 "exit code of the case from its record ($name); $(cat "$work/err")"
}
check "the YAML of a record is a case that fails again" yaml_runs
content_tells() {
    run_of seed2 --backend "$plugins/leaves_last.so" --seed 2 --strict --path tests/fixtures/hostile gather/onnx-13/hostile gather/onnx-13/rows gather/onnx-13/errors
    same "$(jqs 'select(.record == "case") | .content' leaves_last | grep -cvE '^[0-9a-f]{16}$')" 0 "contents that are no hash" || return
    same "$(jqs 'select(.record == "case") | .content' leaves_last | sort | uniq -d | wc -l)" 0 "cases with the same content"
}
check "content is a hash of what was asked" content_tells

# ---- clauses

requirements() {
    same "$(jqs 'select(.record == "case" and .clause != "" and .requirement == "") | .case' claims_too_much | wc -l)" 0 "clauses without their sentence" || return
    same "$(jqs 'select(.record == "case" and .clause == "GAT-1") | .requirement' writes_past | sort -u)" "It reads and writes nothing outside its operands." "GAT-1" || return
    local id
    for id in 1 2 3 4 5 6 7 8; do
        grep -qF "| GAT-$id | $(sed -nE "s/^CLAUSE\\(\"GAT-$id\", \"(.*)\"\\)/\\1/p" harness/judge/own_clauses.def) |" docs/reference/verdicts.md || { why "docs/reference/verdicts.md and own_clauses.def differ in GAT-$id"; return 1; }
    done
}
check "a broken clause comes with its sentence, also our own" requirements
clauses_covered() {
    jqs 'select(.record == "document") | .variant as $v | .clauses[] | select(.untestable == null) | "\($v)#\(.id) \(.covered)"' good | sort >"$work/a"
    timeout 60 "$gatherum" list clauses --coverage --json gather/onnx-13 gather/mindspore gather_elements/torch | jq -r '.[] | select(.untestable == null) | "\(.variant)#\(.id) \(.covered)"' | sort >"$work/b"
    [ -s "$work/a" ] || { why "no clauses"; return 1; }
    diff "$work/a" "$work/b" >"$work/diff" || { why "$(head -n 5 "$work/diff")"; return 1; }
}
check "documents come with their clauses, and whether cases cover them" clauses_covered
dated() {
    SOURCE_DATE_EPOCH=86400 run_of dated --backend ref gather/onnx-13/rows
    same "$(jqs 'select(.record == "start") | .environment.date' dated)" 1970-01-02 "date by SOURCE_DATE_EPOCH" || return
    SOURCE_DATE_EPOCH=soon run_of undated --backend ref gather/onnx-13/rows
    same "$code $(cat "$work/err")" "2 gatherum: SOURCE_DATE_EPOCH is no number of seconds: 'soon'" "a date that is none"
}
check "the day comes from SOURCE_DATE_EPOCH" dated
once_inferred() {
    run_of whole --backend "$plugins/infer_lies.so" --path tests/fixtures/hostile gather/onnx-13/hostile gather/onnx-13/shape gather/onnx-13/counts
    run_of lanes --backend "$plugins/infer_lies.so" -j 3 --path tests/fixtures/hostile gather/onnx-13/hostile gather/onnx-13/shape gather/onnx-13/counts
    same "$(jqs 'select(.verdict == "wrong-shape") | .case' whole | wc -l)" "$(jqs 'select(.record == "point" and .failed > 0) | .point' whole | wc -l)" "questions for the shape" || return
    [ "$(jqs 'select(.record == "point" and .failed > 0) | .point' whole | wc -l)" -ge 3 ] || { why "hardly any points"; return 1; }
    cmp "$work/whole.jsonl" "$work/lanes.jsonl" >"$work/diff" || { why "three lanes: $(cat "$work/diff")"; return 1; }
}
check "the shape is asked for once per point, however many lanes there are" once_inferred
echo "1..$tap_count"
finish
