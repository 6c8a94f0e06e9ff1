#!/usr/bin/env bash
# tutorial.t - docs/how-to/add-a-variant.md: one file makes a variant, and the same one as the variant that is there.
# sanitizers: no, it builds two plug-ins and judges them by what others judge too.
#
# The page's file is written into a copy of the tree, its commands are typed there.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
build=$(cd "${OUT:-build}" && pwd) || exit 3
unset OUT GATHERUM MAKEFLAGS MAKELEVEL MFLAGS GATHERUM_PATH
page=docs/how-to/add-a-variant.md
mine=gather/numpy-clip theirs=gather/numpy-take-clip-2.x

# The blocks of the page that begin with ```WORD.
blocks() { awk -v word="\`\`\`$1" 'index($0, word) == 1 { inside = 1; next } $0 == "```" { inside = 0 } inside' "$page"; }

# What git knows of the tree, and what is built of it already, as old as it is there.
tree_copy() {
    local folder
    mkdir -p "$work/tree/build/backends" && for folder in *; do
        [ "$(cd "$folder" 2>/dev/null && pwd)" = "$build" ] || [ "$folder" = build ] || cp -a "$folder" "$work/tree" || return
    done
    cp -a "$build/gatherum" "$build/obj" "$build/gen" "$work/tree/build" && cp -a "$work/tree" "$work/before"
}
one_file() {
    local file
    file=$(sed -n 's/^```yaml tutorial=//p' "$page")
    same "$file" specs/gather/numpy-clip.yaml "the file that the page names" || return
    blocks 'yaml tutorial=' >"$work/tree/$file"
    blocks 'sh tutorial' >"$work/typed"
    (cd "$work/tree" && timeout 300 bash -e "$work/typed") >"$work/printed" 2>&1 </dev/null || { why "$(tail -n 5 "$work/printed")"; return 1; }
    same "$(diff -rq --exclude=build "$work/before" "$work/tree" | sed "s|$work/||")" "Only in tree/specs/gather: numpy-clip.yaml" "what changed"
}
covered() {
    grep -q '^12 of 12 testable clauses covered;' "$work/printed" || { why "$(grep 'testable clauses' "$work/printed")"; return 1; }
}
# points VARIANT: its points and their verdicts, without its name; then how it is judged and read.
points() {
    (cd "$work/tree" && build/gatherum run --draw 60 --backend ref --backend opt "$1") >"$work/run" 2>&1 || { why "$1: $(grep -v ^ok "$work/run" | head -n 5)"; return 1; }
    # Examples are those of a file and of its parent: each of the two has its own.
    sed -nE "s|^(not )?ok [0-9]+ - ([a-z]+): $1/|\1ok \2 |p" "$work/run" | grep -v ' document/'
    sed -nE "s|^# $1 +(full\|partial) .* ([a-z]+)$|\1 \2|p" "$work/run"
}
alike() {
    points "$mine" >"$work/mine" && points "$theirs" >"$work/theirs" || return
    [ "$(wc -l <"$work/mine")" -gt 300 ] || { why "only $(wc -l <"$work/mine") points"; return 1; }
    cmp -s "$work/mine" "$work/theirs" || { why "$(diff "$work/mine" "$work/theirs" | head -n 5)"; return 1; }
}
# No case tells the two apart, as `diff` finds out from their rules.
no_difference() {
    (cd "$work/tree" && build/gatherum diff "$mine" "$theirs") >"$work/printed" 2>&1
    same "$? $(tail -n 1 "$work/printed")" "0 Nothing that a case could show tells them apart." "exit code, and the last line"
}

plan 4
tree_copy || bail "no copy of the tree"
one_file; point $? 'one file is new, the commands of the page work, and nothing else has changed'
covered; point $? 'its clauses are covered by cases that were there'
alike; point $? 'the points and verdicts of the variant that is there, from ref and opt'
no_difference; point $? 'diff finds no place where the two part'
finish
