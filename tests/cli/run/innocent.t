#!/usr/bin/env bash
# innocent.t - beside cases in which a backend dies, prints, floods or hangs, no other case fails.
#
# CASES='gather/onnx-13/*' tests/cli/run/innocent.t does it with tens of thousands.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 1

innocent() {
    local guilty
    # shellcheck disable=SC2086
    timeout 3000 "$gatherum" run --backend "${OUT:-build}/tests/plugins/acts_up.so" --draw 0 --timeout 0.5 --deaths 1000000 --timeouts 1000000 \
        --out "$work/records" ${CASES:-gather/onnx-13/document gather/onnx-13/errors} >"$work/out" 2>"$work/err"
    same $? 1 "exit code; $(tail -c 300 "$work/err" | tr -d "\0")" || return
    guilty=$(jq -r 'select(.record == "case" and .verdict != "weak") | .case' "$work/records" | grep -c '/float64,')
    [ "$guilty" -gt 5 ] || { why "only $guilty cases misbehaved"; return 1; }
    same "$(jq -r 'select(.record == "case" and .verdict != "weak") | .case + " " + .verdict' "$work/records" | grep -v '/float64,' | head -n 3)" "" \
        "cases that fail and did nothing" || return
    echo "# $guilty cases misbehaved, $(jq -s 'map(select(.record == "point") | .passed) | add' "$work/records") passed"
}
innocent
point $? "no case fails that did nothing wrong"
finish
