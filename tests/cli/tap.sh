# tap.sh - TAP 13 for tests in bash: sourced, not run.
# shellcheck shell=bash
#
# A check is a function that explains a failure with why() and returns 1; point
# turns its status into a line, followed by what was explained.
#
# SPDX-License-Identifier: Apache-2.0
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
