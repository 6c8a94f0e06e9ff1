#!/usr/bin/env bash
# screen.t - a run on a terminal: one moving line, failures as they come, causes and a summary; TAP elsewhere.
# sanitizers: no, it looks at texts; what runs and reports is tried there by hostile.t and report.t.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
. tests/cli/shards.sh
needs 'python3 jq' python3 jq
unset NO_COLOR
export TERM=xterm
# A terminal of 80 columns, and what stays on it: \r and "erase to the end of the line" are obeyed.
cat >"$work/terminal.py" <<'P'
import fcntl, os, pty, re, struct, sys, termios
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
data = b""
while True:
    try:
        more = os.read(fd, 65536)
    except OSError:
        break
    if not more:
        break
    data += more
_, status = os.waitpid(pid, 0)
open(sys.argv[1] + ".raw", "wb").write(data)
lines, line = [], ""
for part in re.split("(\n|\r|\033\\[K)", data.decode(errors="replace")):
    if part == "\n":
        lines.append(line)
        line = ""
    elif part == "\r":
        at = 0
    elif part == "\033[K":
        line = ""
    else:
        line += part
open(sys.argv[1], "w").write("".join(re.sub("\033\\[[0-9;]*m", "", x) + "\n" for x in lines + ([line] if line else [])))
sys.exit(os.waitstatus_to_exitcode(status))
P
# on_screen COMMAND...: what stays of it on a terminal is in $work/out, the bytes in $work/out.raw.
on_screen() {
    timeout 120 python3 "$work/terminal.py" "$work/out" "$@" </dev/null
    code=$?
}
says() { grep -qE -- "$1" "$work/out" || { why "not said: '$1'; but: $(head -n 40 "$work/out")"; return 1; }; }
narrow() { local wide; wide=$(grep -vE 'repeat: |^gatherum: ' "$work/out" | awk 'length > 80' | head -n 1); [ -z "$wide" ] || { why "wider than 80 columns: $wide"; return 1; }; }
escape=$(printf '\033')
bad=(--backend "$plugins/refuses_negative.so" gather/onnx-13/negative gather/onnx-13/document gather/onnx-13/types)
good=(--backend "$plugins/good.so" gather/onnx-13/negative gather/onnx-13/document gather/onnx-13/types)

plan 9
all_well() {
    on_screen "$gatherum" run "${good[@]}"
    same "$code" 0 "exit code" && says '^good: conforms; [0-9]+ cases pass; 1 of 1 claimed variant obeyed$' && narrow || return
    [ "$(wc -l <"$work/out")" -lt 6 ] || { why "$(wc -l <"$work/out") lines"; return 1; }
    grep -qF 'cases/s' "$work/out.raw" || { why "no moving line"; return 1; }
    ! grep -qE '^ok |cases/s' "$work/out" || { why "TAP, or the moving line stayed"; return 1; }
}
check "all is well: a few lines, and the moving one is gone" all_well
one_bug() {
    on_screen "$gatherum" run "${bad[@]}"
    same "$code" 1 "exit code" && narrow || return
    says '^not ok - refuses_negative: gather/onnx-13/negative/' && says '^refuses_negative: [0-9]+ failing cases, 1 cause$' &&
        says '^ 1\. [0-9]+ cases: ' && says 'an index below 0, which no' && says '^      repeat: ' && says 'DOES NOT CONFORM' || return
    [ "$(wc -l <"$work/out")" -lt 40 ] || { why "$(wc -l <"$work/out") lines"; return 1; }
    repeat=$(sed -n 's/^      repeat: //p' "$work/out")
    $repeat --format tap >"$work/again" 2>&1
    same "$?" 1 "exit code of $repeat" && grep -q '^not ok' "$work/again"
}
check "one bug: failures as they come, one cause, its simplest case, and the line that repeats it" one_bug
smallest() {
    "$gatherum" run "${bad[@]}" --out "$work/records" >"$work/tap" 2>&1
    same "$(sed -n 's/^ *simplest: *//p; /simplest:$/{n;s/ *//p}' "$work/out" | head -n 1 | xargs -I{} jq -r 'select(.case == "{}") | .size' "$work/records")" \
        "$(jq -s 'map(select(.record == "case" and .verdict != "weak") | .size) | min' "$work/records")" "size of the case that is shown first"
}
check "the case that is shown first is one of the smallest that fail" smallest
two_bugs() {
    on_screen "$gatherum" run --backend "$plugins/refuses_negative.so" --backend "$plugins/loses_minus_zero.so" --backend "$plugins/open_crashes.so" gather/onnx-13
    same "$code" 1 "exit code" && says '^open_crashes: COULD NOT BE OPENED' && says '^loses_minus_zero: [0-9]+ failing cases' && narrow || return
    [ "$(wc -l <"$work/out")" -lt 100 ] || { why "$(wc -l <"$work/out") lines"; return 1; }
}
check "several backends, one of which cannot be opened: below 100 lines" two_bugs
piped() {
    "$gatherum" run "${bad[@]}" >"$work/out" 2>&1
    says '^TAP version 13$' && says '^not ok [0-9]+ - ' && ! grep -q "$escape" "$work/out" || { why "no plain TAP"; return 1; }
    "$gatherum" run "${bad[@]}" --out "$work/kept" >"$work/out.kept" 2>&1
    same "$(cat "$work/out.kept")" "$(cat "$work/out")" "the same with --out"
}
check "a pipe gets TAP, without an escape" piped
asked() {
    on_screen "$gatherum" run --format tap "${bad[@]}"
    says '^TAP version 13' && grep -qF "$escape[31mnot ok" "$work/out.raw" || { why "no red TAP"; return 1; }
    on_screen env NO_COLOR=1 "$gatherum" run --format tap "${bad[@]}"
    ! grep -qF "$escape" "$work/out.raw" || { why "colours in spite of NO_COLOR"; return 1; }
}
check "--format tap gives TAP on a terminal too, what fails in red" asked
quiet() {
    "$gatherum" run --quiet "${bad[@]}" >"$work/out" 2>"$work/err"
    same "$?" 1 "exit code" && same "$(cat "$work/err")" '' stderr && says '^refuses_negative: [0-9]+ failing cases, 1 cause$' || return
    ! grep -qE '^(not )?ok|TAP' "$work/out" || { why "TAP"; return 1; }
    "$gatherum" run "${bad[@]}" --out "$work/records" >/dev/null 2>&1
    "$gatherum" report summary "$work/records" >"$work/report" && same "$(cat "$work/report")" "$(cat "$work/out")" "report summary of the same run" || return
    "$gatherum" run --quiet --format tap "${bad[@]}" >"$work/out" 2>"$work/err"
    same "$?" 2 "exit code with --format"
}
check "--quiet prints the summary alone, which report summary makes of records too" quiet
dumb() {
    on_screen env TERM=dumb "$gatherum" run "${bad[@]}"
    ! grep -qF "$escape" "$work/out.raw" && says 'DOES NOT CONFORM'
}
check "a dumb terminal gets no escapes" dumb
progress() {
    timeout 60 python3 "$work/terminal.py" "$work/out" sh -c "'$gatherum' run --backend '$plugins/good.so' gather/onnx-13/types >'$work/tap'" </dev/null
    grep -qE 'good: [0-9]+ of [0-9]+ points' "$work/out.raw" && grep -q '^TAP version 13' "$work/tap" || { why "no progress: $(head -c 200 "$work/out.raw")"; return 1; }
}
check "progress on stderr where stdout goes elsewhere" progress
finish
