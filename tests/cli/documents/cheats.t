#!/usr/bin/env bash
# cheats.t - the page of cheats counts its own lines, and the files that it names are there.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 2
page=docs/why/cheats.md

# Lines of the table whose third cell begins with a word.
n() { awk -F'|' -v w="$1" '/^\| / && $4 ~ "^ " w "[: ]" { n++ } END { print n + 0 }' "$page"; }
counted() {
    local sum
    sum="$(n stopped) stopped, $(n noticed) noticed, $(n not) not"
    grep -q "$sum" "$page" || { why "the table has $sum"; return 1; }
    same "$(($(n stopped) + $(n noticed) + $(n not) + 1))" "$(grep -c '^| [^-]' "$page")" "lines of the table, with its head"
}
counted
point $? "stopped, noticed and not are counted rightly"

there() {
    local name
    while read -r name; do
        compgen -G "$name" >/dev/null || compgen -G "tests/fixtures/$name" >/dev/null || compgen -G "tests/fixtures/plugins/*/$name" >/dev/null ||
            { why "no file $name"; return 1; }
    done < <(awk -F'|' '/^\| / { print $5 }' "$page" | grep -o '`[^`]*`' | tr -d '`')
}
there
point $? "what shows a line is there"
finish
