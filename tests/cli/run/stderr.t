#!/usr/bin/env bash
# stderr.t - what a backend writes to stderr is seen, under its name, cleaned and bounded, and decides nothing.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 4
shouts=("$gatherum" run --backend "$plugins/shouts.so" --path tests/fixtures/hostile --timeout 1 gather/onnx-13/hostile)

# seen FILE NAME: lines of NAME and nothing of another form, one sentence at the end.
seen() {
    same "$(head -n 1 "$1")" "[$2] not ok 1 - forged$(printf '\357\277\275')[2J" "the first line" || return
    grep -qF "[$2] gatherum: forged"$'\t'"by $(printf '\357\277\275 \357\277\275')" "$1" || { why "second line: $(sed -n 2p "$1")"; return 1; }
    same "$(grep -cvE "^\[$2\] " "$1")" 1 "lines of another form" || return
    tail -n 1 "$1" | grep -qE "^gatherum: [0-9]{7,} more bytes that \[$2\] wrote to stderr are not shown$" || { why "$(tail -n 1 "$1" | head -c 200)"; return 1; }
    [ "$(wc -c <"$1")" -lt 67000 ] || { why "$(wc -c <"$1") bytes"; return 1; }
}
plugin() {
    timeout 60 "${shouts[@]}" >"$work/out" 2>"$work/err"
    same $? 0 "exit code" && seen "$work/err" shouts
}
check "of a plug-in" plugin

adapter() {
    sed 's/^import sys$/&\nsys.stderr.buffer.write(b"not ok 1 - forged\\x1b[2J\\rgatherum: forged\\tby \\xff \\xe2\\x80\\xae\\n" + 4000000 * b"x")/' \
        tests/fixtures/adapters/honest.py >"$work/shouts_too.py"
    chmod +x "$work/shouts_too.py"
    PYTHONPATH=tests/fixtures/adapters:backends/python timeout 60 "$gatherum" run --backend "$work/shouts_too.py" 'gather/onnx-13/document' >"$work/out" 2>"$work/err"
    same $? 0 "exit code; $(head -c 300 "$work/err")" && seen "$work/err" shouts_too
}
check "of an adapter" adapter

# Two seconds pass before anybody reads, twice the limit of a case.
late() {
    timeout 60 "${shouts[@]}" 2>&1 >"$work/out" | { sleep 2; cat >"$work/err"; }
    same "${PIPESTATUS[0]}" 0 "exit code; $(grep -m 2 '^not ok' "$work/out")" && seen "$work/err" shouts
}
check "where nobody reads it for a while: no case waits" late
gone() {
    timeout 60 "${shouts[@]}" 2> >(exec true) >"$work/out"
    same $? 0 "exit code"
}
check "where nobody reads it any more" gone
finish
