#!/bin/sh
# board.sh GATHERUM DIR [NAME]... - judge the frameworks of this machine and write the board.
#
# Without names: every adapter of backends/, and onnxruntime.  Each is judged by the variants that it claims, with
# written cases for BOARD_BUDGET seconds by what a call of it is said to take, one of each test at least, and with
# generated and drawn ones for as long; or with at most BOARD_CASES cases that are chosen, which BOARD_CHOSEN asks of
# the frameworks that it names alone.  What is absent is left out, by name.  As many at a time as there are
# processors, and memory for 6 GB each.
# Records lie in DIR, with a digest of all that they depend on: where that is the same, a run that was cut short
# goes on where it stopped, and one that has ended is not made again.  Then the smallest case of each deviation
# becomes a program of its own, which is run; last come the exported node tests (onnx_cases.sh), docs/found.md,
# and the page.  Exit 1: a program that does not show its deviation, a node test that fails, a waiver that bears
# nothing, or a framework that was cut short or not judged.
#
# SPDX-License-Identifier: Apache-2.0
set -u
tools=$(dirname "$0")

# All that the records of a framework depend on, as one digest.
state_of() {
    {
        sha256sum "$1" backends/"$2".* backends/python/*
        find specs cases -type f | LC_ALL=C sort | xargs cat | sha256sum
        cat "$(dirname "$1")/peers/$2/.version" 2>/dev/null
        echo "${BOARD_BUDGET:-30} ${BOARD_CASES:-all}"
    } | sha256sum
}

# chosen GATHERUM CLAIM...: patterns of what is judged: all cases of the claims, or BOARD_CASES of them.
chosen() {
    gatherum=$1
    shift
    if [ -z "${BOARD_CASES:-}" ]; then
        printf '%s/*\n' "$@"
    else
        # shellcheck disable=SC2046 # patterns are words
        "$gatherum" list cases --distinct "$BOARD_CASES" --profile cpu $(printf '%s/* ' "$@")
    fi
}

# compare GATHERUM DIR NAME CLAIM...: a framework with each of the options that the line "settings:" of its adapter
# names, in BOARD_SETTINGS cases (150; 0: none) that are chosen for what they have in them, into DIR/NAME.settings.jsonl.
compare() {
    gatherum=$1 dir=$2 name=$3
    shift 3
    settings=$(sed -n 's/^[ *#]*settings: //p' backends/"$name".py backends/"$name".c 2>/dev/null | head -n 1)
    [ -n "$settings" ] && [ "${BOARD_SETTINGS:-150}" != 0 ] && [ "$(tail -n 1 "$dir/$name.settings.jsonl" 2>/dev/null | jq -r .record)" != end ] || return 0
    start=$(date +%s)
    # shellcheck disable=SC2046 # patterns are words
    timeout "${BOARD_SECONDS:-1200}" "$gatherum" run --backend "$name" --settings "$settings" --draw 0 --deaths 50 --timeouts 20 --timeout 60 \
        --memory 6000 --resume "$dir/$name.settings.jsonl" \
        $("$gatherum" list cases --distinct "${BOARD_SETTINGS:-150}" --profile cpu $(printf '%s/* ' "$@")) >"$dir/$name.settings.tap" 2>"$dir/$name.settings.err"
    code=$?
    case $code in
    0 | 1) echo "$name with options ($settings): $(grep 'cases judged' "$dir/$name.settings.tap" | cut -c3-) in $(($(date +%s) - start)) s" ;;
    124) echo "$name: cut short with options after ${BOARD_SECONDS:-1200} s; the next call goes on there" ;;
    *) echo "$name: exit $code with options: $(tail -n 1 "$dir/$name.settings.err")" ;;
    esac
}

# judge GATHERUM DIR NAME: one framework, into DIR/NAME.jsonl.
judge() {
    gatherum=$1 dir=$2 name=$3
    case " ${BOARD_CHOSEN:-} " in *" $name "*) BOARD_CASES=${BOARD_CASES:-1000} ;; esac
    claims=$("$gatherum" list backends --json "$name" | jq -r '.[0] | .absent // empty, (.claims // [] | unique[])')
    case $claims in
    */*) ;;
    *) echo "$name: left out: $claims"; return ;;
    esac
    [ "$(cat "$dir/$name.of" 2>/dev/null)" = "$(state_of "$gatherum" "$name")" ] || rm -f "$dir/$name.jsonl" "$dir/$name.settings.jsonl" "$dir/$name.of"
    start=$(date +%s)
    if [ "$(tail -n 1 "$dir/$name.jsonl" 2>/dev/null | jq -r .record)" != end ]; then
        state_of "$gatherum" "$name" >"$dir/$name.of"
        # shellcheck disable=SC2046,SC2086 # patterns are words
        timeout "${BOARD_SECONDS:-1200}" "$gatherum" run --backend "$name" --budget "${BOARD_BUDGET:-30}" --draw 300 --deaths 1000 --deaths-each 5 \
            --timeouts 200 --timeouts-each 2 --timeout "${BOARD_TIMEOUT:-5}" --memory 6000 --resume "$dir/$name.jsonl" $(chosen "$gatherum" $claims) >"$dir/$name.tap" 2>"$dir/$name.err"
        code=$?
        case $code in
        0 | 1) ;;
        124) echo "$name: cut short after ${BOARD_SECONDS:-1200} s; its records hold what came till then, and the next call goes on there" ;;
        *) echo "$name: exit $code: $(tail -n 1 "$dir/$name.err")" ;;
        esac
        # Where no worker came any more the rest is told as not run; the next call begins again.
        lost=$(sed -n 's/^# *cut short: \(no fresh worker.*\)/\1/p' "$dir/$name.tap" | head -n 1)
        [ -z "$lost" ] || { echo "$name: cut short: $lost"; rm -f "$dir/$name.of"; }
    fi
    echo "$name: $(grep 'cases judged' "$dir/$name.tap" | cut -c3-) in $(($(date +%s) - start)) s"
    # shellcheck disable=SC2086 # patterns are words
    [ -n "${BOARD_CASES:-}" ] || compare "$gatherum" "$dir" "$name" $claims
    # A run of chosen cases, or within a budget, may leave undecided what a waiver is worth.
    jq -r 'select(.record == "waiver" and .failed == 0 and (.state | IN("other-version", "undecided") | not)) |
        "\(.backend): \(.file):\(.line): the waiver of \(.pattern) bears nothing: it is \(.state)"' "$dir/$name.jsonl"
}
if [ "$1" = --judge ]; then
    shift
    judge "$@"
    exit
fi

# How many at a time.
jobs() {
    processors=$(getconf _NPROCESSORS_ONLN) room=$(awk '$1 == "MemAvailable:" { print int($2 / 6000000) }' /proc/meminfo)
    [ "${room:-1}" -ge 1 ] || room=1
    [ "$processors" -le "$room" ] && echo "$processors" || echo "$room"
}

gatherum=$1 dir=$2
shift 2
mkdir -p "$dir" || exit 3
all=no
if [ $# = 0 ]; then
    all=yes
    # What takes longest comes first.
    set -- openvino onnxruntime_openvino jax tract tensorflow torch onnxruntime
    for f in backends/*.py; do
        name=$(basename "$f" .py)
        case " $* " in *" $name "*) ;; *) set -- "$@" "$name" ;; esac
    done
fi
rm -rf "$dir/programs" "$dir/programs.json"
started=$(date +%s)
printf '%s\n' "$@" | xargs -P "$(jobs)" -n 1 "$0" --judge "$gatherum" "$dir" | tee "$dir/said"
bad=0
# A row without a word has no records of today, whatever ended it.
for name; do
    grep -q "^$name: " "$dir/said" || { echo "$name: was not judged: what should have judged it has ended"; bad=1; }
done
set -- "$dir"/*.jsonl
[ -s "$1" ] || { echo "no framework is here; make peers PEERS=all installs them"; exit $bad; }
! grep -qE 'cut short|: exit [0-9]|bears nothing' "$dir/said" || bad=1
"$tools/board_programs.sh" "$gatherum" "$dir" "$@" || bad=1
"$tools/onnx_cases.sh" "$gatherum" "$dir" || bad=1
for one in board:board.html board-markdown:board.md board-json:board.json found:found.md; do
    "$gatherum" report "${one%%:*}" "$@" "$dir/programs.json" -o "$dir/${one#*:}" || bad=1
done
# Kept in git: what was found in the versions that peers.txt names, by a board of all frameworks.
[ $bad = 1 ] || [ $all = no ] || [ "${BOARD_KEEP:-}" = no ] || cp "$dir/found.md" docs/found.md
echo "$dir/board.html, board.md, board.json and found.md in $(($(date +%s) - started)) s"
exit $bad
