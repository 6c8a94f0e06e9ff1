#!/usr/bin/env bash
# trust.sh - docs/trust.md with its figures and its matrix made anew, to stdout.
#
# usage: tools/trust.sh MATRIX.json, as `gatherum kill -o` writes it.  What lies
# between the two markers is replaced.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
[ $# = 1 ] || { echo 'usage: tools/trust.sh MATRIX.json' >&2; exit 2; }
matrix=$(realpath "$1")
cd "$(dirname "$0")/.."

# Lines of specs and cases that state what is due, by kind.
stated() { cat specs/*.yaml cases/*.yaml | grep -cE "expect: \{$1"; }

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

sed '/<!-- made by tools\/trust.sh -->/q' docs/trust.md
generated
sed -n '/<!-- end -->/,$p' docs/trust.md
