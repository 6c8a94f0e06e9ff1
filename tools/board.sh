#!/bin/sh
# board.sh GATHERUM DIR [NAME]... - judge the frameworks of this machine and write the board.
#
# Without names: every adapter of backends/, and onnxruntime.  Each is judged by the variants that it claims,
# with every written case and none of a generator, so that those that compile each shape come to an end; what
# is absent is left out, by name.  The records lie in DIR too.
#
# SPDX-License-Identifier: Apache-2.0
set -u
gatherum=$1 dir=$2
shift 2
mkdir -p "$dir" || exit 3
if [ $# = 0 ]; then
    set -- onnxruntime
    for f in backends/*.py; do set -- "$@" "$(basename "$f" .py)"; done
fi
rm -f "$dir"/*.jsonl
for name; do
    claims=$("$gatherum" list backends --json "$name" | jq -r '.[0] | .absent // empty, (.claims // [] | unique[])')
    case $claims in
    */*) ;;
    *) echo "$name: left out: $claims"; continue ;;
    esac
    # Names of written cases have four parts: operator, variant, topic, name.
    points=$(for c in $claims; do "$gatherum" list cases "$c/*" 2>/dev/null; done |
        awk -F/ 'NF >= 4 { sub(/ .*/, ""); print $1 "/" $2 "/" $3 }' | sort -u)
    [ -n "$points" ] || { echo "$name: left out: no case for what it claims"; continue; }
    start=$(date +%s)
    # shellcheck disable=SC2086 # points are words
    timeout "${BOARD_SECONDS:-240}" "$gatherum" run --backend "$name" --deaths 50 --timeouts 5 --timeout 20 --memory 6000 \
        --out "$dir/$name.jsonl" $points >"$dir/$name.tap" 2>"$dir/$name.err"
    code=$?
    case $code in
    0 | 1) ;;
    124) echo "$name: cut short after ${BOARD_SECONDS:-240} s; its records hold what came till then" ;;
    *) echo "$name: exit $code: $(tail -n 1 "$dir/$name.err")" ;;
    esac
    echo "$name: $(grep 'cases judged' "$dir/$name.tap" | cut -c3-) in $(($(date +%s) - start)) s"
done
set -- "$dir"/*.jsonl
[ -s "$1" ] || { echo "no framework is here; make peers PEERS=all installs them"; exit 0; }
"$gatherum" report board "$@" -o "$dir/board.html" && "$gatherum" report board-markdown "$@" -o "$dir/board.md" &&
    echo "$dir/board.html and $dir/board.md"
