#!/usr/bin/env bash
# output_files.t - what -o and --out name is written, and nothing beside it.
#
# A link stays a link, a pipe or device stays what it is, an unfinished file of the same
# name belongs to somebody else, and a file that is being read is not written over.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
plan 17

records=$work/good.jsonl
"$gatherum" run --backend ref --out "$records" 'gather/onnx-13/document/*' >/dev/null 2>"$work/err" ||
    bail "no records to report: $(cat "$work/err")"
"$gatherum" report csv "$records" >"$work/due.csv" || bail "no report"
cp "$records" "$work/kept.jsonl"

check_link() {
    echo old >"$work/target.csv"
    chmod 640 "$work/target.csv"
    mkdir "$work/other"
    ln -s ../target.csv "$work/other/link.csv"
    "$gatherum" report csv "$records" -o "$work/other/link.csv" || { why "exit code $?"; return 1; }
    [ -L "$work/other/link.csv" ] || { why "the link is gone"; return 1; }
    cmp "$work/due.csv" "$work/target.csv" || { why "its target is not the report"; return 1; }
    same "$(stat -c %a "$work/target.csv")" 640 "permissions of the target"
}
check_link
point $? "a symbolic link stays, and its target is the report"

check_dangling() {
    ln -s there.csv "$work/dangling.csv"
    "$gatherum" report csv "$records" -o "$work/dangling.csv" || { why "exit code $?"; return 1; }
    [ -L "$work/dangling.csv" ] || { why "the link is gone"; return 1; }
    cmp "$work/due.csv" "$work/there.csv"
}
check_dangling
point $? "a link to nothing stays, and what it names is made"

check_pipe() {
    mkfifo "$work/pipe"
    timeout 20 cat "$work/pipe" >"$work/piped.csv" &
    timeout 20 "$gatherum" report csv "$records" -o "$work/pipe" || { why "exit code $?"; return 1; }
    wait $!
    [ -p "$work/pipe" ] || { why "the pipe is a file now"; return 1; }
    cmp "$work/due.csv" "$work/piped.csv"
}
check_pipe
point $? "a pipe stays a pipe"

check_device() {
    mknod "$work/null" c 1 3 2>"$work/err" || return 2
    "$gatherum" report csv "$records" -o "$work/null" || { why "exit code $?"; return 1; }
    [ -c "$work/null" ] || { why "the device is a file now"; return 1; }
}
check_device
code=$?
if [ $code = 2 ]; then skip "a device stays a device" "no device can be made here"; else point $code "a device stays a device"; fi

# A name of our own for stdout: a program that is wrong here would replace /dev/stdout.
ln -s /proc/self/fd/1 "$work/fd1"
check_stdout() {
    { echo before; "$gatherum" report csv "$records" -o "$work/fd1"; echo after; } >"$work/stdout"
    { echo before; cat "$work/due.csv"; echo after; } | cmp - "$work/stdout"
}
check_stdout
point $? "a name of stdout that leads to a file gets the report between what else is written"

"$gatherum" report csv "$records" -o "$work/fd1" | cmp - "$work/due.csv"
point $? "a name of stdout that leads to a pipe"

check_strangers() {
    echo mine >"$work/mine"
    ln -s mine "$work/x.csv.new"
    ln -s mine "$work/x.csv.part"
    "$gatherum" report csv "$records" -o "$work/x.csv" || { why "exit code $?"; return 1; }
    same "$(cat "$work/mine")" mine "what a link beside it leads to"
}
check_strangers
point $? "links called .new and .part beside it are nobody's business"

check_export() {
    "$gatherum" run --backend ref --out "$work/x.jsonl" gather/onnx-13/document/rows >/dev/null 2>&1
    echo old >"$work/case.c"
    ln -s case.c "$work/link.c"
    "$gatherum" export c gather/onnx-13/document/rows/float32,int64 -o "$work/link.c" || { why "exit code $?"; return 1; }
    [ -L "$work/link.c" ] || { why "the link is gone"; return 1; }
    grep -q gat_call "$work/case.c" || grep -q gather "$work/case.c"
}
check_export
point $? "export writes through a link too"

check_input() {
    "$gatherum" report html "$records" -o "$records" 2>"$work/err"
    same $? 2 "exit code" || return
    grep -q 'is one of the inputs' "$work/err" || { why "$(cat "$work/err")"; return 1; }
    cmp "$records" "$work/kept.jsonl"
}
check_input
point $? "records are not replaced by their own report"

check_merge() {
    ln -s merged.jsonl "$work/merged-link"
    "$gatherum" merge "$records" --out "$work/merged-link" >/dev/null 2>"$work/err" || { why "exit code $?: $(cat "$work/err")"; return 1; }
    [ -L "$work/merged-link" ] || { why "the link is gone"; return 1; }
    jq -e -s '.[-1].record == "end"' "$work/merged.jsonl" >/dev/null
}
check_merge
point $? "merge writes through a link"

check_half() {
    head -n 5 "$records" >"$work/cut.jsonl"
    echo old >"$work/merged"
    "$gatherum" merge "$work/cut.jsonl" --out "$work/merged" >/dev/null 2>&1
    same $? 2 "exit code" || return
    same "$(cat "$work/merged")" old "the old file"
}
check_half
point $? "a merge that fails leaves the old file"

check_full() {
    mknod "$work/full" c 1 7 2>"$work/err" || return 2
    "$gatherum" report csv "$records" -o "$work/full" 2>"$work/err"
    same $? 3 "exit code" || return
    grep -q full "$work/err" || { why "$(cat "$work/err")"; return 1; }
}
check_full
code=$?
if [ $code = 2 ]; then skip "a full device" "no device can be made here"; else point $code "a full device is told with its name"; fi

same "$(ls "$work" | grep -c 'part-')" 0 "unfinished files"
point $? "nothing unfinished is left"

# ---- records that come from a pipe, or go into one ----

check_pipe_in() {
    local command
    for command in "report summary" "report junit" merge "run --quiet --backend ref --failed"; do
        # shellcheck disable=SC2086
        timeout 20 "$gatherum" $command <(cat "$records") >"$work/out" 2>"$work/err"
        same $? 2 "exit code of $command from a pipe; $(head -c 200 "$work/out")" || return
        grep -q 'no plain file; records are read more than once' "$work/err" || { why "$command: $(cat "$work/err")"; return 1; }
    done
}
check_pipe_in
point $? "records from a pipe are refused: a second reading would find none"

check_pipe_out() {
    rm -f "$work/through" && mkfifo "$work/through" || return
    timeout 20 cat "$work/through" >"$work/came" &
    timeout 20 "$gatherum" run --quiet --backend ref --out "$work/through" gather/onnx-13/document/rows >"$work/out" 2>"$work/err"
    same $? 0 "exit code; $(cat "$work/err")" && wait $! && jq -e -s '.[-1].record == "end"' "$work/came" >"$work/out"
}
check_pipe_out
point $? "a run whose records go into a pipe ends"

check_after_end() {
    jq -c 'del(.running)' "$records" >"$work/longer.jsonl" && tail -n 1 "$work/longer.jsonl" >"$work/end" &&
        cat "$work/end" >>"$work/longer.jsonl"
    "$gatherum" report junit "$work/longer.jsonl" >"$work/out" 2>"$work/err"
    same $? 2 "exit code" && grep -q 'a record after the last one' "$work/err"
}
check_after_end
point $? "report refuses records after the last one"

check_hunts() {
    mkdir -p "$work/d/cases" && printf '%s\n' 'cases: 1' 'hunts: "x\nok 9 - forged"' 'tests:' '  - name: t' '    data: [1, 2]' \
        '    indices: [0]' '    axis: 0' >"$work/d/cases/gather.bad.yaml"
    "$gatherum" list cases --path "$work/d" gather/onnx-13/bad >"$work/out" 2>"$work/err"
    same $? 2 "exit code" && grep -q 'gather.bad.yaml:2:8: one line of text without control characters' "$work/err"
}
check_hunts
point $? "what a case hunts cannot forge a line of TAP"

finish
