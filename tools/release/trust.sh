#!/usr/bin/env bash
# trust.sh - docs/why/trust.md with its figures and its matrix made anew, to stdout.
#
# usage: tools/release/trust.sh [--drawn DRAWN.json]... MATRIX.json [MUTANTS.json COVERAGE.json], as
# `gatherum kill --drawn N --json` (each with a seed of its own, or --class), `gatherum kill -o`, make mutants and
# make coverage write them.  What lies between markers is replaced;
# figures whose files are not named stay as they are, with the version that they are of.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
drawn=()
while [ "${1-}" = --drawn ]; do
    [ -s "$2" ] || { echo "$2 says nothing; gatherum kill --drawn N --json writes it at its end" >&2; exit 2; }
    drawn+=("$(realpath "$2")")
    shift 2
done
[ $# = 1 ] || [ $# = 3 ] || { echo 'usage: tools/release/trust.sh [--drawn DRAWN.json]... MATRIX.json [MUTANTS.json COVERAGE.json]' >&2; exit 2; }
matrix=$(realpath "$1")
mutants=${2:+$(realpath "$2")} coverage=${3:+$(realpath "$3")}
cd "$(dirname "$0")/../.."

# Lines of specs and cases that state what is due, by kind.
stated() { cat specs/*/*.yaml cases/*/*.yaml | grep -cE "expect: \{$1"; }

generated() {
    jq -r --arg outputs "$(stated output)" --arg errors "$(stated error)" \
        --arg shapes "$(stated shape)" '
        def rows: .matrix | map(select(.control | not));
        def control: .matrix | map(select(.control)) | map(.operators[].judged) | add // 0;
        "| | |", "|---|---|",
        "| saboteurs killed | \(.killed) of \(.saboteurs) |",
        "| counted in each operator where they can show | \(.pairs_killed) of \(.pairs) |",
        "| cases that the honest kernels pass | \(control) |",
        "| outputs written out by hand in specs and cases | \($outputs) |",
        "| errors demanded by hand | \($errors) |",
        "| shapes written out by hand | \($shapes) |"' "$matrix"
    echo
    jq -r '
        (.matrix | map(.operators[].operator) | unique) as $ops
        | "| saboteur | class | found in | \($ops | join(" | ")) |",
          "|---|---|---|\($ops | map("---|") | join(""))",
          (.matrix[] | select(.control | not) | . as $s
           | "| `\(.name)`: \(.title | rtrimstr(".")) | \(.class) | \(.origin) | "
             + ($ops | map(. as $op | ($s.operators[] | select(.operator == $op)
                 | if .killed then .verdict else "SURVIVES" end) // "") | join(" | ")) + " |")' "$matrix"
}

# The figures of make mutants and make coverage, with their version and sources.
figures() {
    jq -r 'def percent($all): if $all > 0 then "\(1000 * . / $all | floor / 10) %" else "-" end;
        . as $all | "| | |", "|---|---|",
        "| mutants of gatherum \(.gatherum), sources \(.suite) | \(.judged) of \(.generated) in \(.files), seed \(.seed) |",
        "| killed | \(.killed) (\(.killed | percent($all.judged))) |",
        "| survived, and justified as equivalent: no test can notice them | \(.justified) |",
        "| killed of those that a test can notice | \(.killed) of \(.judged - .justified) (\(.killed | percent($all.judged - $all.justified))) |",
        "| survived, and not justified | \(.survived - .justified) |",
        (.by_file | group_by(.file | split("/")[0])[] | "| of `\(.[0].file | split("/")[0])/` | \(map(.judged) | add) judged, \(map(.killed) | add) killed, \(map(.justified) | add) justified |")' "$mutants"
    jq -r 'def rate: "\(.reached) of \(.all) (\(1000 * .reached / .all | floor / 10) %)";
        "| lines of the oracle that tests reach, gatherum \(.gatherum) | \(.ref.lines | rate) |",
        "| its branches | \(.ref.branches | rate) |",
        "| its conditions, each seen to decide by itself (MC/DC) | \(.ref.conditions | rate) |",
        "| lines of the judge that tests reach | \(.judge.lines | rate) |",
        "| its branches | \(.judge.branches | rate) |",
        "| its conditions (MC/DC) | \(.judge.conditions | rate) |"' "$coverage"
}

# The score of drawn faults by class.
drawn_score() {
    jq -rs 'def one: "\(10 * . | round / 10)";
        def interval($k; $n): ($k / $n) as $p | 3.841458820694124 as $zz
            | ($zz * ($p * (1 - $p) / $n + $zz / (4 * $n * $n)) | sqrt) as $half
            | [-1, 1] | map(100 * ($p + $zz / (2 * $n) + . * $half) / (1 + $zz / $n));
        def share($k; $n): interval($k; $n) as $i
            | "\(100 * $k / $n | one) of 100 kills (\($k) of \($n), \($i[0] | one) to \($i[1] | one))";
        map(select(.class)) as $apart | map(select(.class | not)) as $all | def total(f): $all | map(f) | add;
        "gatherum \($all[0].gatherum), seed\(if $all | length > 1 then "s" else "" end) \($all | map(.seed) | join(", ")): \(total(.drawn)) faults drawn, \(total(.classes.all[0].unwitnessed)) of them without a witness.",
        "The first diagnosis names the effect in",
        "\(share(total(.diagnoses.effect); total(.diagnoses.killed))),",
        "another one in \(share(total(.diagnoses.other); total(.diagnoses.killed))).", "",
        "| faults | judged | killed | in 100 | 95 % interval |", "|---|---|---|---|---|",
        def row($what): (map(.killed) | add) as $k | (map(.judged) | add) as $n | interval($k; $n) as $i
            | "| \($what) | \($n) | \($k) | \(100 * $k / $n | one) | \($i[0] | one) to \($i[1] | one) |";
        ($all[0].classes | keys_unsorted[] as $of
         | $all | map(.classes[$of]) | add | group_by(.name)[]
         | row(if $of == "all" then "all" else "\($of): \(.[0].name)" end)),
        ($apart | group_by(.class)[] | .[0].class as $class | map(.classes.all) | add
         | row("class \($class), drawn alone"))' "${drawn[@]}"
}

block=
while IFS= read -r line; do
    case $line in '<!-- end'*) block= ;; esac
    [ -n "$block" ] || printf '%s\n' "$line"
    case $line in
    '<!-- made by tools/release/trust.sh -->') generated; block=matrix ;;
    '<!-- made by gatherum kill --drawn -->') [ ${#drawn[@]} = 0 ] || { drawn_score; block=drawn; } ;;
    '<!-- made by make mutants, make coverage -->') [ -z "$mutants" ] || { figures; block=figures; } ;;
    esac
done <docs/why/trust.md
