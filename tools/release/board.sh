#!/bin/sh
# board.sh GATHERUM DIR [NAME]... - judge the frameworks of this machine and write the board.
#
# Without names: every adapter of backends/, and onnxruntime.  Each is judged by the variants that it claims,
# with every written case and none of a generator, so that those that compile each shape come to an end; what
# is absent is left out, by name.  As many at a time as there are processors.  Then the smallest case of each
# deviation becomes a program of its own, which is run; last come the exported node tests (onnx_cases.sh).
# The records and programs lie in DIR too.  Exit 1: a program that does not show its deviation, a node test
# that fails, a waiver that bears nothing, or a framework that was cut short.
#
# SPDX-License-Identifier: Apache-2.0
set -u
tools=$(dirname "$0")

# judge GATHERUM DIR NAME: one framework, into DIR/NAME.jsonl.
judge() {
    gatherum=$1 dir=$2 name=$3
    claims=$("$gatherum" list backends --json "$name" | jq -r '.[0] | .absent // empty, (.claims // [] | unique[])')
    case $claims in
    */*) ;;
    *) echo "$name: left out: $claims"; return ;;
    esac
    # Names of written cases have four parts: operator, variant, topic, name.
    points=$(for c in $claims; do "$gatherum" list cases "$c/*" 2>/dev/null; done |
        awk -F/ 'NF >= 4 { sub(/ .*/, ""); print $1 "/" $2 "/" $3 }' | sort -u)
    [ -n "$points" ] || { echo "$name: left out: no case for what it claims"; return; }
    start=$(date +%s)
    # shellcheck disable=SC2086 # points are words
    timeout "${BOARD_SECONDS:-600}" "$gatherum" run --backend "$name" --deaths 200 --timeouts 30 --timeout 10 --memory 6000 \
        --out "$dir/$name.jsonl" $points >"$dir/$name.tap" 2>"$dir/$name.err"
    code=$?
    case $code in
    0 | 1) ;;
    124) echo "$name: cut short after ${BOARD_SECONDS:-600} s; its records hold what came till then" ;;
    *) echo "$name: exit $code: $(tail -n 1 "$dir/$name.err")" ;;
    esac
    echo "$name: $(grep 'cases judged' "$dir/$name.tap" | cut -c3-) in $(($(date +%s) - start)) s"
    # A run of chosen cases leaves undecided what a waiver is worth; here they are all that is judged.
    jq -r 'select(.record == "waiver" and .failed == 0 and .state != "other-version") |
        "\(.backend): \(.file):\(.line): the waiver of \(.pattern) bears nothing: it is \(.state)"' "$dir/$name.jsonl"
}
if [ "$1" = --judge ]; then
    shift
    judge "$@"
    exit
fi

gatherum=$1 dir=$2
shift 2
mkdir -p "$dir" || exit 3
if [ $# = 0 ]; then
    set -- onnxruntime
    for f in backends/*.py; do set -- "$@" "$(basename "$f" .py)"; done
fi
rm -rf "$dir"/*.jsonl "$dir/programs" "$dir/programs.json"
started=$(date +%s)
printf '%s\n' "$@" | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 1 "$0" --judge "$gatherum" "$dir" | tee "$dir/said"
set -- "$dir"/*.jsonl
[ -s "$1" ] || { echo "no framework is here; make peers PEERS=all installs them"; exit 0; }
bad=0
! grep -qE 'cut short|: exit [0-9]|bears nothing' "$dir/said" || bad=1
"$tools/release/board_programs.sh" "$gatherum" "$dir" "$@" || bad=1
"$tools/release/onnx_cases.sh" "$gatherum" "$dir" || bad=1
"$gatherum" report board "$@" "$dir/programs.json" -o "$dir/board.html" &&
    "$gatherum" report board-markdown "$@" "$dir/programs.json" -o "$dir/board.md" &&
    "$gatherum" report board-json "$@" "$dir/programs.json" -o "$dir/board.json" &&
    echo "$dir/board.html, board.md and board.json in $(($(date +%s) - started)) s" || bad=1
exit $bad
