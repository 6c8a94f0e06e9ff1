#!/usr/bin/env bash
# not_run.t - cases that a budget of deaths leaves out are counted apart from those that fail.
# sanitizers: no, a sanitizer ends the process before the fence does.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 8

# It reads past an operand from its second call on, and the run ends with the first death.
timeout 120 "$gatherum" run --deaths 1 --backend "$out/tests/drawn/drawn.so:gather/onnx-13+read-after:1+call-ge:2" \
    'gather/onnx-13/document/*' >"$work/out" 2>"$work/err"
same $? 1 "exit code; $(head -c 300 "$work/err")"
point $? "a run that was cut short does not conform"

few=$(sed -n 's/^# [0-9]* cases judged: [0-9]* pass, \([0-9]*\) fail;.*/\1/p' "$work/out")
idle=$(sed -n 's/^#  *\([0-9]*\) not-run .*/\1/p' "$work/out")
[ "${few:-0}" -ge 1 ] && [ "${few:-0}" -lt 100 ] && [ "${idle:-0}" -gt 10 ] || why "$few fail, $idle were not run: $(tail -n 4 "$work/out")"
[ "${few:-0}" -ge 1 ] && [ "${few:-0}" -lt 100 ] && [ "${idle:-0}" -gt 10 ]
point $? "few cases fail, and many were not run"

grep -qE '^#   0 of [0-9]+ cases fail, [0-9]+ were not run' "$work/out" && ! grep -q '^#   not-run:' "$work/out" || why "$(grep -A3 -m2 '^not ok' "$work/out")"
grep -qE '^#   0 of [0-9]+ cases fail, [0-9]+ were not run' "$work/out" && ! grep -q '^#   not-run:' "$work/out"
point $? "points say how many, and do not list them"

why_told() {
    gat run --quiet --deaths 1 --backend "$out/tests/drawn/drawn.so:gather/onnx-13+read-after:1+call-ge:2" 'gather/onnx-13/document/*'
    tr -s '\n ' ' ' <"$work/out" | grep -qE '[0-9]+ were not run: the budget of deaths was spent \(--deaths\)' || { why "$(tail -n 5 "$work/out")"; return 1; }
}
check "the summary says why" why_told

# It dies of negative indices out of range, in each variant.
timeout 120 "$gatherum" run --deaths-each 2 --backend "$out/tests/saboteurs/no_lower_bound.so" 'gather/onnx-1[13]/errors/*' >"$work/out" 2>"$work/err"
two=$(grep -A1 -E '^# gather/onnx-1[13] .* DOES NOT CONFORM$' "$work/out" | grep -cE '^#   and [0-9]+ cases of it were not run$')
same "$two" 2 "variants that were asked and then left: $(tail -n 9 "$work/out")" && ! grep -q '^#   cut short' "$work/out"
point $? "a budget of each variant leaves out the rest of that variant, and the next one is asked"

timeout 120 "$gatherum" run --deaths-each 1 --backend "$out/tests/saboteurs/no_lower_bound.so" gather/onnx-13/errors gather/onnx-13/index-edges >"$work/out" 2>"$work/err"
same "$(sed -n 's|^#     repeat: .* gather/onnx-13/\([a-z-]*\)/.*|\1|p' "$work/out" | sort -u | tr '\n' ' ')" 'errors index-edges ' 'files of cases whose deaths are told' &&
    grep -qE '^#   and 14583 cases of it were not run$' "$work/out"
point $? "it leaves out the rest of the cases of one file, and those of the next one are asked"

# A case expects what its document contradicts: that says nothing of the backend.
literal_wrong() {
    mkdir -p "$work/mine/cases/gather"
    cat >"$work/mine/cases/gather/wrong.yaml" <<'Y'
cases: 1
hunts: nothing
variants: [onnx-13]
tests:
  - name: literal
    data: {shape: [3], values: [1, 2, 3], dtype: float32}
    indices: [0, 2]
    axis: 0
    expect: {output: [1, 9]}
Y
    gat run --draw 0 --backend opt --path "$work/mine" --out "$work/wrong.jsonl" 'gather/onnx-13/wrong/*'
    same "$code" 3 'exit code' && has 'NOT JUDGED WHOLE' && has '0 cases judged: 0 pass, 0 fail' &&
        has 'through no fault of the backend' || return
    for format in summary markdown html tap; do
        gat report "$format" "$work/wrong.jsonl"
        ! grep -qi 'not conform' "$work/out" || { why "$format: $(grep -i 'not conform' "$work/out")"; return 1; }
    done
    gat report summary "$work/wrong.jsonl"
    has 'opt: NOT JUDGED WHOLE; 0 cases pass, 2 could not be judged' && gat report markdown "$work/wrong.jsonl" &&
        has '1 backend of 1 was not judged whole: opt.'
}
check "a case that expects what the oracle contradicts accuses nobody" literal_wrong

# cut_of BACKEND: what the summary says of a run of it that has no end.
cut_of() {
    gat run --draw 0 --backend "$1" --out "$work/whole.jsonl" gather/onnx-13/errors
    grep -v -e '"record":"variant"' -e '"record":"end"' "$work/whole.jsonl" >"$work/cut.jsonl"
    gat report summary "$work/cut.jsonl"
}
cut_told() {
    cut_of "$out/tests/saboteurs/no_lower_bound.so" && has ': DOES NOT CONFORM; ' &&
        cut_of opt && has 'opt: NOT JUDGED WHOLE; '
}
check "the summary of a run that was cut short says what was seen" cut_told
