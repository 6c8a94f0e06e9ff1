#!/usr/bin/env bash
# walls.t - what breaks a wall of the house is found by `make lint`, and a house in order is not blamed.
# sanitizers: no, it runs nothing of gatherum.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
top=$PWD walls=$PWD/tools/lint/walls.py rooms=$PWD/tools/lint/rooms.txt
command -v python3 >/dev/null && command -v git >/dev/null || skip_all "needs python3 and git"
plan 15

# house: a small checkout in order, in $work/house
house() {
    rm -rf "$work/house" && mkdir -p "$work"/house/{core,tools/lint,harness/{base,judge,run}} && cd "$work/house" || exit 3
    git init -q . && cp "$rooms" tools/lint/ && : >tools/lint/circles.txt
    printf '#include "judge/answer.h"\n\nint gat_answer(void)\n{\n    return 42;\n}\n' >harness/judge/answer.c
    printf '#include "base/text.h"\n\nint gat_answer(void);\n' >harness/judge/answer.h
    printf '#define GAT_TEXT 1\n' >harness/base/text.h
}
# says STATUS WORDS: what walls.py says of the house
says() {
    "$walls" "$work/house" >"$work/out" 2>&1
    same $? "$1" "exit status" || { why "$(cat "$work/out")"; return 1; }
    grep -qF -- "$2" "$work/out" || { why "got: $(cat "$work/out")"; return 1; }
}
in_order() { house; "$walls" "$work/house" >"$work/out" && [ ! -s "$work/out" ] || { why "$(cat "$work/out")"; return 1; }; }
upwards() { house; echo '#include "judge/answer.h"' >>harness/base/text.h; says 1 "harness/base/text.h: includes harness/judge/answer.h"; }
elsewhere() { house; echo 'int gat_answer(void);' >>harness/base/text.h; says 1 "harness/base/text.h: declares gat_answer, which harness/judge/answer.c defines"; }
wide() { house; printf '/* %0180d */\n' 7 >>harness/base/text.h; says 1 "columns; a line has at most"; }
long_body() { house; { printf 'void gat_long(void)\n{\n'; yes '    ;' | head -n 60; printf '}\n'; } >>harness/judge/answer.c; says 1 "a function of 62 lines"; }
long_file() { house; yes '/* . */' | head -n 500 >>harness/judge/answer.c; says 1 "506 lines; a file has at most 500"; }
roomless() { house; sed -i 's|judge/answer.h|answer.h|' harness/judge/answer.c; says 1 'should say the room: "judge/answer.h"'; }
banned() { house; sed -i 's|return 42;|return atoi("42");|' harness/judge/answer.c; says 1 "a function that is not used here"; }
unknown() { house; mkdir attic && echo 'int x;' >attic/x.c; says 1 "attic/x.c: its folder is not in tools/lint/rooms.txt"; }
# circle: two files of a room that include each other
circle() {
    house
    printf '#include "judge/answer.h"\n' >harness/judge/question.h
    printf '#include "judge/question.h"\n' >>harness/judge/answer.h
}
no_reason() { circle; says 1 "a circle without a reason in tools/lint/circles.txt: judge/answer judge/question"; }
reason() { circle; echo 'judge: answer question | each knows the other' >tools/lint/circles.txt; "$walls" "$work/house" >"$work/out" && [ ! -s "$work/out" ]; }
# page SCRIPT EDIT WORDS: what SCRIPT --check says when EDIT has changed the pages that it holds
page() {
    house
    mkdir -p docs/why && cp "$top/README.md" . && cp "$top"/docs/why/{architecture,decisions}.md docs/why/ && cp "$top"/tools/lint/{marked.py,"$1"} tools/lint/
    "tools/lint/$1" --check || return 1
    sed -i "$2" README.md docs/why/*.md
    ! "tools/lint/$1" --check 2>"$work/out" && grep -qF -- "$3" "$work/out" || { why "got: $(cat "$work/out")"; return 1; }
}
no_circle() { house; echo 'judge: answer question | each knows the other' >tools/lint/circles.txt; says 1 "tools/lint/circles.txt:1: these files are no circle any more"; }

try() { local name=$1; shift; ( "$@" && exit 0; printf '%s' "$tap_why" >"$work/why"; exit 1 ); local s=$?; [ $s = 0 ] || why "$(cat "$work/why")"; point $s "$name"; }
try "a house in order" in_order
try "an include upwards" upwards
try "a function that is declared elsewhere" elsewhere
try "a line too long" wide
try "a function too long" long_body
try "a file too long" long_file
try "an include without its room" roomless
try "a function of C that the house does without" banned
try "a folder that the table does not know" unknown
try "a circle of files without a reason" no_reason
try "a circle of files with one" reason
try "a reason for a circle that is gone" no_circle
try "a picture without a room" page tower.py '/^| judge /d' "the tower is not what rooms.txt says"
try "an index without a decision" page decisions.py '/^- \[Windows\]/d' "the index is not what the headings say"
try "a decision that does not say what else" page decisions.py '/^- ..Else:.. The letter alone.$/d' "'MindSpore's negative axis' has What, Why;"
exit $tap_failed
