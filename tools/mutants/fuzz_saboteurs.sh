#!/usr/bin/env bash
# fuzz_saboteurs.sh [-t SECONDS] [-s SEED] [NAME...] - how many backends with one seeded
# bug does `gatherum fuzz` find, without any written case?
#
# Without names all are tried but those that must pass.  One line per saboteur: seconds to
# the first find, elements of it when it is shrunk, its verdict; or "not found".  Then how
# many, the median time, and those of more than 8 elements.  The last column holds the verdicts by which the saboteur should be caught;
# another one is a find that says something else, and counts as such.  Limits of time and
# memory are those of `gatherum kill`.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 3
out=${OUT:-build}
seconds=30 seed=1
while getopts t:s: option; do
    case $option in
    t) seconds=$OPTARG ;;
    s) seed=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
names=$*
[ -n "$names" ] || names=$(cd "$out/tests/saboteurs" && ls -- *.so | sed 's/\.so$//' |
    while read -r name; do grep -q '^ \* verdict: *pass$' "$OLDPWD"/tests/saboteurs/*/"$name.c" || echo "$name"; done)
for name in $names; do
    [ -e "$out/tests/saboteurs/$name.so" ] ||
        { echo "fuzz_saboteurs: $out/tests/saboteurs/$name.so is not there: make broken, or correct the name" >&2; exit 2; }
done

for name in $names; do
    due=$(sed -n 's/^ \* verdict: *//p' tests/saboteurs/*/"$name.c" | head -n 1)
    operators=$(sed -n 's/^ \* operators: *//p' tests/saboteurs/*/"$name.c" | head -n 1)
    # shellcheck disable=SC2086
    timeout $((${seconds%.*} + 60)) "$out/gatherum" fuzz -x --backend "$out/tests/saboteurs/$name.so" --time "$seconds" \
        --seed "$seed" --memory 96 --timeout 0.5 --out "$work/$name" $operators >"$work/log" 2>&1
    awk -v name="$name" -v due="$due" '
        /^[a-z-]+: / && !/cases in/ && verdict == "" { verdict = $1; sub(/:$/, "", verdict) }
        / elements.* after / && time == "" {
            for (k = 1; k <= NF; k++) if ($k == "after") time = $(k + 1)
            count = $1 ""
            minimal = /no step makes it smaller/ ? "" : ", not the smallest"
        }
        END {
            if (time == "") printf "%-34s not found  [%s]\n", name, due
            else printf "%-34s %6.1f s %10s elements  %s%s%s\n", name, time, count, verdict, minimal,
                (index(" " due " ", " " verdict " ") > 0 ? "" : "  [" due "]")
        }' "$work/log" | tee -a "$work/table"
    rm -rf "${work:?}/$name"
done

grep -v 'not found' "$work/table" | awk '{ print $2 }' | sort -n >"$work/times"
n=$(wc -l <"$work/times")
printf '%d of %d found in %s s each, seed %s; median %s s to the first find; %d with more than 8 elements\n' \
    "$n" "$(wc -l <"$work/table")" "$seconds" "$seed" "$(sed -n "$(((n + 2) / 2))p" "$work/times")" \
    "$(grep -v 'not found' "$work/table" | awk '$4 > 8' | wc -l)"
