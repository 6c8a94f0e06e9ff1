#!/usr/bin/env bash
# screen.t - colours and progress on terminals, and nothing of them elsewhere.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 3
gatherum=${GATHERUM:-build/gatherum}
plugins=${OUT:-build}/tests/plugins
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
. tests/cli/tap.sh
. tests/cli/shards.sh
unset NO_COLOR
export TERM=xterm
echo "TAP version 13"
if ! command -v script >/dev/null; then
    skip "colours on a terminal" "no program script here"
    echo "1..$tap_count"
    finish
fi
red=$(printf '\033[31m')
line="'$gatherum' run --backend '$plugins/claims_too_much.so' gather/onnx-13/types gather/onnx-13/shapes"
# on_screen COMMAND: what it prints on a terminal.
on_screen() { script -qec "$1" /dev/null </dev/null >"$work/out" 2>&1; }
colored() {
    on_screen "$line"
    [ "$(grep -cF "$red" "$work/out")" = "$(grep -c 'not ok' "$work/out")" ] && grep -qF "$red" "$work/out" || { why "$(grep -cF "$red" "$work/out") red lines, $(grep -c 'not ok' "$work/out") that fail"; return 1; }
}
check "what fails is red on a terminal" colored
plain() {
    "$@"
    ! grep -q "$(printf '\033')" "$work/out" || { why "an escape: $(grep -m1 "$(printf '\033')" "$work/out" | cat -v)"; return 1; }
    grep -q 'not ok' "$work/out" || { why "nothing failed"; return 1; }
}
check "NO_COLOR" plain on_screen "NO_COLOR=1 $line"
check "a dumb terminal" plain on_screen "TERM=dumb $line"
piped() { eval "$line" >"$work/out" 2>&1; }
check "a pipe" plain piped
progress() {
    on_screen "$line >/dev/null"
    grep -qE 'claims_too_much: [0-9]+ of [0-9]+ points' "$work/out" || { why "no progress: $(head -c 200 "$work/out" | cat -v)"; return 1; }
}
check "progress on stderr where stdout goes elsewhere" progress
echo "1..$tap_count"
finish
