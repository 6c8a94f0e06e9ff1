#!/usr/bin/env bash
# readings.t - answers that no single reading of a document fits fail in TAP too, in a line that is planned.
# sanitizers: no, it judges the same cases several times.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
out=${OUT:-build} words='one reading of each document fits all answers'
cut=$out/tests/saboteurs/mean_of_int32_cut.so # right by one reading here and by another there
few=(scatter_elements/torch-scatter_reduce-2.x/reductions)

# run CODE WORD...: every line is planned, and has its number.
run() {
    local due=$1
    shift
    timeout 120 "$gatherum" run --draw 0 "$@" >"$work/tap" 2>"$work/err"
    same "$?" "$due" "exit code of $*; $(cat "$work/err")" || return
    same "$(grep -E '^(not )?ok ' "$work/tap" | sed -E 's/^(not )?ok ([0-9]+) .*/\2/' | tail -n 1) $(grep -cE '^(not )?ok ' "$work/tap")" \
        "$(sed -n 's/^1\.\.\([0-9]*\)$/\1 \1/p' "$work/tap")" "lines of $* against the plan"
}
fails() { # WORD...
    run 1 --backend "$cut" "$@" "${few[@]}" || return
    same "$(grep '^not ok' "$work/tap" | sed 's/^not ok [0-9]* - //')" "mean_of_int32_cut: $words" 'what fails' || return
    grep -q '^#   none of scatter_elements/torch-scatter_reduce-2.x does: inconsistent-reading, below$' "$work/tap" || { why 'no variant'; return 1; }
}
manners() { fails && fails -j 2 && fails --tap=full && fails --shard 1/1; }
resumed() {
    run 1 --backend "$cut" --out "$work/whole.jsonl" "${few[@]}" && cp "$work/tap" "$work/whole.tap" || return
    head -c 20000 "$work/whole.jsonl" >"$work/cut.jsonl"
    run 1 --backend "$cut" --resume "$work/cut.jsonl" "${few[@]}" && same "$(cat "$work/tap")" "$(cat "$work/whole.tap")" 'TAP of a run that is gone on with'
}
several() {
    run 1 --backend "$cut" --backend ref "${few[@]}" || return
    same "$(grep -c "^ok [0-9]* - ref: $words\$" "$work/tap") $(grep -c "^not ok [0-9]* - mean_of_int32_cut: $words\$" "$work/tap")" '1 1' 'a line for each'
}
none() {
    run 0 --backend ref gather/onnx-13/document && same "$(grep -c "$words" "$work/tap")" 0 'lines where a document is read in one way'
}

plan 4
manners; point $? 'no reading fits: a line that fails, with lanes, members and shards too'
resumed; point $? 'a run that is gone on with has it as well'
several; point $? 'each backend has a line of its own'
none; point $? 'none is planned where documents are read in one way'
finish
