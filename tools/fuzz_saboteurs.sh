#!/usr/bin/env bash
# fuzz_saboteurs.sh [SECONDS [NAME...]] - how many backends with one seeded bug does
# `gatherum fuzz` find, without any written case?
#
# One line per saboteur: seconds to the first find, elements of the smallest, verdicts;
# or "not found".  Then how many, the median time, and how many finds have more than 8
# elements.  The last column holds the verdicts by which the saboteur should be caught.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 3
out=${OUT:-build}
seconds=${1:-3}
[ $# -gt 0 ] && shift
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
names=$*
[ -n "$names" ] || names=$(cd "$out/tests/broken" && ls -- *.so | sed 's/\.so$//' | grep -v '^honest$')
for name in $names; do
    due=$(sed -n 's/^ \* verdict: *//p' "tests/broken/$name.c" | head -n 1)
    timeout 60 "$out/gatherum" fuzz --backend "$out/tests/broken/$name.so" --time "$seconds" --out "$work/$name" \
        ${SEED:+--seed "$SEED"} >"$work/log" 2>&1
    awk -v name="$name" -v due="$due" '
        /^[a-z-]+: / && !/cases in/ { verdict = $1; sub(/:$/, "", verdict); if (!(verdict in seen)) { seen[verdict] = 1; list = list " " verdict } }
        / elements.* after / {
            for (k = 1; k <= NF; k++) if ($k == "after") t = $(k + 1)
            if (first == "") first = t
            if (least == "" || $1 + 0 < least) least = $1 + 0
        }
        END {
            if (first == "") printf "%-36s not found  [%s]\n", name, due
            else printf "%-36s %6.1f s %5d elements %s  [%s]\n", name, first, least, list, due
        }' "$work/log" | tee -a "$work/table"
    rm -rf "${work:?}/$name"
done
grep -v 'not found' "$work/table" | awk '{ print $2 }' | sort -n >"$work/times"
n=$(wc -l <"$work/times")
printf '%d of %d found in %s s each; median %s s to the first find; %d with more than 8 elements\n' \
    "$n" "$(wc -l <"$work/table")" "$seconds" "$(sed -n "$(((n + 1) / 2))p" "$work/times")" \
    "$(grep -v 'not found' "$work/table" | awk '$4 > 8' | wc -l)"
