#!/usr/bin/env bash
# kill_selftest.sh - is every protection of the harness missed when it is taken away?
#
# A saboteur that says "only: NAME" in its first comment is caught by that protection
# alone: without it the saboteur must survive, with it it must not.  The program is
# one that was built with GAT_SELFTEST (harness/base/without.h).  Written cases are enough
# here; those of generators would take minutes for each survivor.
#
# SPDX-License-Identifier: Apache-2.0
GATHERUM=${GATHERUM:-build/selftest/gatherum}
. "$(dirname "$0")/../../tests/cli/tap.sh"
mkdir "$work/tests" && cp --parents cases/*/*.yaml "$work" || exit 3
ln -s "$PWD/specs" "$work/specs" && ln -s "$PWD/tests/saboteurs" "$work/tests/saboteurs" || exit 3
export GATHERUM_HOME=$work
mapfile -t protections < <(sed -n 's/^ \* only: //p' tests/saboteurs/*/*.c | sort -u)
plan $((${#protections[@]} + 2))

# Saboteurs of which gatherum kill with these arguments says that they are not caught.
survivors() {
    "$gatherum" kill --json "$@" 2>>"$work/err" | jq -r '.matrix[] | select(.good | not) | .name'
}
names() { grep -lE "^ \* only: $1" tests/saboteurs/*/*.c | sed 's|.*/||; s|\.c$||'; }

# The hidden flag takes away just the protections that saboteurs say they need.
mapfile -t known < <(grep -oh 'gat_without([^)]*)' harness/*/*.c | grep -oE '"[a-z-]+"' | tr -d '"' | sort -u)
same "${protections[*]}" "${known[*]}" "protections that a saboteur needs, against those of the harness"
point $? "each of ${#known[@]} protections that can be taken away has a saboteur"

mapfile -t all < <(names '.')
left=$(survivors "${all[@]}")
same "$left" "" "survivors; stderr: $(head -c 300 "$work/err")"
point $? "with every protection none of ${#all[@]} saboteurs survives"
for protection in "${protections[@]}"; do
    mapfile -t due < <(names "$protection\$")
    left=$(GATHERUM_WITHOUT=$protection survivors "${due[@]}")
    same "$left" "$(printf '%s\n' "${due[@]}")" "survivors"
    point $? "without $protection: ${due[*]}"
done
finish
