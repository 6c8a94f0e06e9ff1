#!/usr/bin/env bash
# hostile.t - plug-ins that misbehave: each gets the verdict that it deserves, on
# exactly the cases that deserve it, and every other case still runs and passes.
#
# What is due stands in the first comment of each tests/fixtures/plugins/*/*.c (plugin.h says
# how).  The cases are tests/fixtures/hostile/cases; the right plug-in, good.c, tells how
# many there are and what they are called.  Arguments name single plug-ins:
# prove -e '' tests/cli/run/hostile.t :: prints sleeps_sometimes
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
objects=${OUT:-build}/tests/plugins
select=gather/onnx-13/hostile

# header FILE WORD: the values of "word: value" lines in the first comment.
header() { sed -n "1,/\*\//s|^ \* $2: ||p" "$1"; }

# judge NAME OPTIONS...: run that plug-in; leaves $code and $work/NAME.*
judge() {
    local name=$1
    shift
    timeout 120 "$gatherum" run --backend "$objects/$name.so" --path tests/fixtures/hostile \
        --out "$work/$name.jsonl" "$@" "$select" >"$work/$name.tap" 2>"$work/$name.err"
    code=$?
}

# count NAME FIELD: a number of all points together.
count() { jq -s "map(select(.record == \"point\") | .$2) | add // 0" "$work/$1.jsonl"; }

mapfile -t plugins < <(grep -lE '^ \* (verdict|exit): ' tests/fixtures/plugins/*/*.c)
if [ $# -gt 0 ]; then
    plugins=()
    for name; do plugins+=(tests/fixtures/plugins/*/"$name.c"); done
fi
# A plug-in misbehaves alike with sanitizers, which make it slow: every third is enough there.
if [ $# -eq 0 ] && [ -n "${SAN:-}" ]; then
    for k in "${!plugins[@]}"; do [ $((k % 3)) -eq 0 ] || unset "plugins[k]"; done
fi
plan $((${#plugins[@]} + 1))

judge good --tap=full
sed -n 's|^ok [0-9]* - good: gather/onnx-13/hostile/\([^ ]*\)$|\1|p' "$work/good.tap" |
    sort >"$work/names"
total=$(wc -l <"$work/names")
if [ "$total" -lt 200 ]; then
    bail "good.so passes $total cases where hundreds are due (exit $code): $(head -c 300 "$work/good.err")"
fi

# A backend that must not load: the sentence on stderr and the exit code say why.
check_load() {
    local file=$1 name=$2 want=$3 part
    judge "$name"
    same "$code" "$want" "exit code" || return
    [ "$(wc -l <"$work/$name.err")" = 1 ] || { why "one sentence on stderr: $(cat "$work/$name.err")"; return 1; }
    header "$file" says >"$work/says"
    while read -r part; do
        grep -qF -- "$part" "$work/$name.err" || { why "stderr lacks '$part': $(cat "$work/$name.err")"; return 1; }
    done <"$work/says"
}

# A backend that loads: its guilty cases, and only they, have the verdict.
check_cases() {
    local file=$1 name=$2 verdict=$3 want=$4 options guilty n
    options=$(header "$file" options)
    # shellcheck disable=SC2086 # options are words
    judge "$name" $options
    guilty=$(header "$file" guilty)
    grep -xE -- "${guilty:-none}" "$work/names" >"$work/due"
    n=$(wc -l <"$work/due")
    [ "$verdict" = pass ] || [ "$n" -gt 0 ] || { why "no case is called $guilty"; return 1; }
    same "$code" "$want" "exit code; stderr: $(head -c 300 "$work/$name.err")" || return
    jq -r 'select(.record == "case" and .verdict != "weak") | .case' "$work/$name.jsonl" |
        sed "s|^$select/||" | sort >"$work/found"
    diff "$work/due" "$work/found" >"$work/diff" || { why "cases (< due, > found):"; why "$(cat "$work/diff")"; return 1; }
    jq -r --arg due "$verdict" 'select(.record == "case" and .verdict != "weak" and .verdict != $due)
        | .case + ": " + .verdict + ": " + .diagnosis' "$work/$name.jsonl" >"$work/diff"
    [ ! -s "$work/diff" ] || { why "verdict $verdict is due:"; why "$(cat "$work/diff")"; return 1; }
    [ "$want" = 0 ] && n=0
    same "$(count "$name" failed)" "$n" "failed" || return
    same "$(count "$name" passed)" $((total - n)) "passed" || return
    same "$(count "$name" not_run)" 0 "not run" || return
    same "$(jq -r 'select(.record == "end") | .exit' "$work/$name.jsonl")" "$want" "exit in the last record" || return
    check_says "$file" "$name" && check_repeat "$name" "$want"
}

# The command that the first finding names gives the same finding.
check_repeat() {
    local first repeat
    first=$(jq -c 'select(.record == "case" and .verdict != "weak") | del(.backend)' "$work/$1.jsonl" | head -n 1)
    [ -n "$first" ] || return 0
    repeat=$(jq -r .repeat <<<"$first")
    timeout 120 bash -c "$repeat --out $work/repeat.jsonl" >/dev/null 2>"$work/repeat.err"
    same $? "$2" "exit code of $repeat" || return
    jq -c 'select(.record == "case" and .verdict != "weak") | del(.backend)' "$work/repeat.jsonl" |
        grep -qxF -- "$first" || { why "another finding: $repeat"; why "due   $first"; why "found $(cat "$work/repeat.jsonl")"; return 1; }
}

# Every diagnosis holds every part that the plug-in's comment names.
check_says() {
    local part
    header "$1" says >"$work/says"
    while read -r part; do
        jq -e -s --arg part "$part" 'map(select(.record == "case" and .verdict != "weak"))
            | all(.diagnosis | contains($part))' "$work/$2.jsonl" >"$work/out" ||
            { why "diagnosis lacks '$part': $(jq -r 'select(.record == "case") | .diagnosis' "$work/$2.jsonl" | sort -u | head -n 3)"; return 1; }
    done <"$work/says"
}

for file in "${plugins[@]}"; do
    name=$(basename "$file" .c)
    verdict=$(header "$file" verdict)
    due=$(header "$file" exit)
    if [ -z "$verdict" ]; then
        check_load "$file" "$name" "$due"
    else
        check_cases "$file" "$name" "$verdict" "${due:-1}"
    fi
    point $? "$name: $(sed -n '1s|^/\* [^ ]* - ||p' "$file") ${verdict:-exit $due}"
done

# Raw addresses and process ids would make two runs differ.
sed -n '/^# gatherum/,$p' "$work"/*.tap "$work"/*.err | grep -nE '0x[0-9a-f]{9,}|\bpid\b' >"$work/diff"
[ ! -s "$work/diff" ] || { why "$(head -n 3 "$work/diff")"; false; }
point $? "no message holds an address or a process id"
finish
