# tap.sh - TAP 13 for tests in bash: sourced, not run.
# shellcheck shell=bash
#
# A check is a function that explains a failure with why() and returns 1; point
# turns its status into a line, followed by what was explained.  Whoever sources this stands in
# the root of the repository, with the program, what was built beside it, and a folder of its own.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 3
unset GATHERUM_PATH
gatherum=${GATHERUM:-build/gatherum}
out=${OUT:-build}
# shellcheck disable=SC2034 # for those who source this
plugins=$out/tests/plugins
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
gat_limit=120 # seconds that a call of gat may take
tap_count=0 tap_failed=0 tap_why=

plan() { printf 'TAP version 13\n1..%d\n' "$1"; }
why() { tap_why+="$*"$'\n'; }

# point STATUS NAME
point() {
    tap_count=$((tap_count + 1))
    if [ "$1" = 0 ]; then
        printf 'ok %d - %s\n' "$tap_count" "$2"
    else
        tap_failed=1
        printf 'not ok %d - %s\n' "$tap_count" "$2"
        printf '%s' "$tap_why" | sed 's/^/#   /'
    fi
    tap_why=
}

# check NAME COMMAND...: a point for a function that explains its failure.
check() {
    "${@:2}"
    point $? "$1"
}

# gat ARGUMENTS...: leaves $code, $work/out and $work/err.
gat() {
    timeout "$gat_limit" "$gatherum" "$@" >"$work/out" 2>"$work/err"
    code=$?
}
# has TEXT: the last call of gat printed it.
has() { grep -qF -- "$1" "$work/out" || { why "no '$1' in: $(head -c 900 "$work/out") $(head -n 2 "$work/err")"; return 1; }; }

# skip NAME REASON
skip() {
    tap_count=$((tap_count + 1))
    printf 'ok %d - %s # SKIP %s\n' "$tap_count" "$1" "$2"
}

# same GOT WANT WHAT
same() { [ "$1" = "$2" ] || { why "$3: got '$1', want '$2'"; return 1; }; }

# skip_all REASON: none of the test can be here.
skip_all() { printf 'TAP version 13\n1..0 # SKIP %s\n' "$1"; exit 0; }
# needs PACKAGES TOOL...
needs() {
    local packages=$1 tool
    shift
    for tool in "$@"; do command -v "$tool" >/dev/null || skip_all "no $tool here (Debian: $packages)"; done
}
bail() { printf 'Bail out! %s\n' "$*"; exit 1; }
finish() { exit "$tap_failed"; }
