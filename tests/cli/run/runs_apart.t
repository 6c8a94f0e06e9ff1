#!/usr/bin/env bash
# runs_apart.t - what a run must not lose or mix up: its streams, its records, its words.
# sanitizers: no, its runs differ in their folders alone.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
objects=$(realpath "${OUT:-build}")/tests/plugins
plan 28
few='gather/onnx-13/document/*'

# ---- descriptors that are closed ----

"$gatherum" run --backend ref "$few" >"$work/due" 2>/dev/null
check_closed() {
    "$gatherum" run --backend ref "$few" <&- >"$work/tap" 2>"$work/err"
    same $? 0 "exit code; $(cat "$work/err")" && cmp "$work/due" "$work/tap"
}
check_closed
point $? "stdin may be closed"

"$gatherum" run --backend ref --out "$work/a.jsonl" "$few" >&- 2>"$work/err"
same $? 0 "exit code; $(cat "$work/err")" && jq -e -s '.[-1].record == "end"' "$work/a.jsonl" >"$work/out"
point $? "stdout may be closed, where the records go to a file"
closed() {
    local command
    for command in 'run --backend ref' 'run --quiet --backend ref' 'list cases'; do
        # shellcheck disable=SC2086 # words
        "$gatherum" $command "$few" >&- 2>"$work/err"
        same "$? $(wc -l <"$work/err")" '3 1' "exit code, lines on stderr of $command" && grep -q 'could not be written' "$work/err" || return
    done
}
closed
point $? "... or else what could not be written is told"

check_stderr() {
    "$gatherum" run --backend "$objects/prints_then_dies.so" --path tests/fixtures/hostile --out "$work/b.jsonl" \
        gather/onnx-13/hostile >/dev/null 2>&-
    same $? 1 "exit code" || return
    jq -e -s '.[-1].record == "end" and all(.record)' "$work/b.jsonl" >"$work/out" || { why "not all lines are records"; return 1; }
}
check_stderr
point $? "stderr may be closed: no sentence gets among the records"

# ---- what a machine lacks ----

check_stack() {
    (ulimit -s 16 && "$gatherum" run --backend ref "$few") >"$work/out" 2>"$work/err"
    same "$? $(cat "$work/err")" "3 gatherum: the stack is limited to less than 256 KiB; ulimit -s 8192 raises it" "exit code, sentence"
}
check_stack
point $? "a small stack is told"
check_full() {
    "$gatherum" run --backend ref --out /dev/full "$few" >/dev/null 2>"$work/err"
    same "$? $(cat "$work/err")" "3 gatherum: the results could not be written to /dev/full" "exit code, sentence" || return
    "$gatherum" run --backend ref --out "$work/good.jsonl" "$few" >/dev/full 2>"$work/err"
    same "$? $(cat "$work/err")" "3 gatherum: the results could not be written to standard output" "exit code, sentence"
}
check_full
point $? "a full disk is told, and which file"
check_absent() { # found, not named: one line each, and no failure
    mkdir -p "$work/lacks/build/backends"
    ln -s "$PWD/specs" "$PWD/cases" "$work/lacks"
    cp "$gatherum" "$work/lacks/build"
    cp "$objects/open_fails.so" "$objects/good.so" "$work/lacks/build/backends"
    for command in "fuzz --cases 5 --time 60 --out $work/finds gather/onnx-13" 'shrink gather/onnx-13/document/rows/float32,int64'; do
        # shellcheck disable=SC2086 # words
        env -u GATHERUM_HOME -u GATHERUM_PATH "$work/lacks/build/gatherum" $command >"$work/out" 2>"$work/err"
        same "$? $(wc -l <"$work/err")" '0 1' "exit code and lines of $command; $(cat "$work/err")" || return
    done
    rm "$work/lacks/build/backends/good.so"
    for command in "fuzz --cases 5 --time 60 --out $work/finds gather/onnx-13" 'shrink gather/onnx-13/document/rows/float32,int64'; do
        # shellcheck disable=SC2086 # words
        env -u GATHERUM_HOME -u GATHERUM_PATH "$work/lacks/build/gatherum" $command >"$work/out" 2>"$work/err"
        same "$? $(tail -n 1 "$work/err")" '3 gatherum: no backend of this machine could be opened' "$command" || return
    done
}
check_absent
point $? "fuzz and shrink pass over what is absent"
check_bail() {
    env --default-signal=TERM "$gatherum" run --backend ref gather_elements >"$work/out" 2>"$work/err" &
    for ((k = 0; k < 600; k++)); do
        grep -q '^ok 1 ' "$work/out" && break
        sleep 0.05
    done
    kill -TERM $!
    wait $!
    same "$? $(tail -n 1 "$work/out")" '143 Bail out!  a signal ended the run' "status, last line"
}
check_bail
point $? "a run that a signal ends says so in TAP"

# ---- two runs, one file ----

check_lock() {
    local holder code
    exec 8>>"$work/locked.jsonl"
    flock 8
    "$gatherum" run --backend ref "$1" "$work/locked.jsonl" "$few" >/dev/null 2>"$work/err"
    code=$?
    exec 8>&-
    same "$code" 2 "exit code" || return
    grep -q 'another run writes' "$work/err" || { why "$(cat "$work/err")"; return 1; }
}
check_lock --out
point $? "--out: a file that another run writes to is refused"
check_lock --resume
point $? "--resume: a file that another run writes to is refused"

# ---- old records ----

check_kept() {
    local name=$1 due=$2
    echo old >"$work/old.jsonl"
    "$gatherum" run --backend "$objects/$name.so" --out "$work/old.jsonl" "$few" >/dev/null 2>"$work/err"
    same $? "$due" "exit code" || return
    same "$(cat "$work/old.jsonl")" old "the old records"
}
check_kept constructor_crashes 2
point $? "a backend that dies while it is loaded leaves the old records"
check_kept open_fails 3
point $? "a backend that cannot work here leaves the old records"

check_begun() {
    echo old >"$work/old.jsonl"
    "$gatherum" run --backend ref --out "$work/old.jsonl" "$few" >/dev/null 2>"$work/err"
    same $? 0 "exit code" || return
    same "$(head -n 1 "$work/old.jsonl" | jq -r .record)" start "the first record"
}
check_begun
point $? "a run that begins replaces them"

# ---- words of strangers ----

check_version() {
    "$gatherum" "$@" >"$work/out" 2>"$work/err"
    grep -q 'forged' "$work/out" || { why "the version is not shown: $(cat "$work/out" "$work/err")"; return 1; }
    ! grep -q '^ok 3 - forged' "$work/out" || { why "a line is forged"; return 1; }
    ! grep -qP '\x1b|\xe2\x80\xae' "$work/out" || { why "a control character passes"; return 1; }
}
check_version run --backend "$objects/version_forges.so" "$few"
point $? "run: no version forges a line"
cat >"$work/forges.py" <<'PY'
#!/usr/bin/env python3
import json, socket
line = socket.socket(fileno=3).makefile("rw")
for text in line:
    ask = json.loads(text)
    if ask["do"] == "hello":
        say = {"ok": True, "protocol": 1}
    elif ask["do"] == "manifest":
        say = {"name": "forges", "version": "1\x1b[2J\nok 3 - forged\u202e", "profile": "cpu", "claims": []}
    else:
        break
    line.write(json.dumps(say) + "\n")
    line.flush()
PY
chmod +x "$work/forges.py"
check_version smoke "$work/forges.py"
point $? "smoke: no version forges a line"

check_reason() {
    mkdir -p "$work/w/backends"
    printf 'waivers: 1\nentries:\n  - pattern: "gather/onnx-13/*"\n    reason: "a\\e[2Jb"\n    owner: me\n    link: none\n    expires: 2099-01-01\n' >"$work/w/backends/claims_too_much.waivers.yaml"
    "$gatherum" run --backend "$objects/claims_too_much.so" --path "$work/w" "$few" >"$work/out" 2>"$work/err"
    same $? 2 "exit code" || return
    grep -q 'control characters' "$work/err" || { why "$(cat "$work/err")"; return 1; }
}
check_reason
point $? "a waiver's reason holds no control characters"

# ---- what a backend asks for ----

check_needs() {
    printf '#!/bin/sh\n# gatherum needs: %s\nexit 0\n' "$1" >"$work/asks"
    chmod +x "$work/asks"
    "$gatherum" run --backend "$work/asks" "$few" >"$work/out" 2>"$work/err"
    same $? 2 "exit code" || return
    grep -q "$2" "$work/err" || { why "$(cat "$work/err")"; return 1; }
}
check_needs 'devices everything' "needs 'everything', which is none of"
point $? "a word that is no need is refused"
check_needs 'devices network' "before it stated its claims"
point $? "words that are needs are not"

check_shown() {
    sed 's/^PY$//; 2i # gatherum needs: network' "$work/forges.py" >"$work/shown.py"
    chmod +x "$work/shown.py"
    "$gatherum" run --backend "$work/shown.py" --out "$work/shown.jsonl" "$few" >"$work/out" 2>&1
    grep -q '; asks for programs network$' "$work/out" || { why "$(head -n 5 "$work/out")"; return 1; }
    same "$(jq -r 'select(.record == "backend") | .needs' "$work/shown.jsonl")" "programs network" "needs" || return
    jq -r 'select(.record == "start") | .environment.sandbox' "$work/shown.jsonl" | grep -q "no new privileges"
}
check_shown
point $? "head and records show what was asked for, and what the machine has"

# ---- infer() that hangs ----

check_infer() {
    timeout 100 "$gatherum" run --backend "$objects/infer_hangs.so" --timeout 0.3 --timeouts 2 \
        --out "$work/i.jsonl" "$few" 'gather/onnx-13/negative/*' >"$work/out" 2>"$work/err"
    same $? 1 "exit code; $(cat "$work/err")" || return
    same "$(jq -r 'select(.record == "case" and .verdict == "wrong-shape") | .case' "$work/i.jsonl" | wc -l)" 2 "shapes that never came"
}
check_infer
point $? "a shape that never comes counts against --timeouts"

check_spent() {
    timeout 100 "$gatherum" run --backend "$objects/hangs_always.so" --timeout 0.3 --timeouts 1 \
        --out "$work/s.jsonl" "$few" >"$work/out" 2>"$work/err"
    same $? 1 "exit code; $(cat "$work/err")" || return
    same "$(jq -rs 'map(select(.record == "end")) | .[0].verdicts | "\(.timeout) \(.["not-run"] > 10)"' "$work/s.jsonl")" \
        "1 true" "cases that are blamed, and that many were not run"
}
check_spent
point $? "--timeouts 1: one case is blamed, what was under way is not run"

# ---- records that were changed ----

"$gatherum" run --backend ref --out "$work/sound.jsonl" "$few" >/dev/null
check_gone() {
    awk '/"record":"point"/ && !gone { gone = 1; next } { print }' "$work/sound.jsonl" >"$work/flip.jsonl"
    "$gatherum" run --backend ref --resume "$work/flip.jsonl" "$few" >"$work/out" 2>"$work/err"
    same $? 2 "exit code" || return
    grep -q 'running hash' "$work/err" || { why "$(cat "$work/err")"; return 1; }
}
check_gone
point $? "resume: a point that is gone is missed"

check_unreadable() {
    "$gatherum" merge "$work" >"$work/out" 2>"$work/err"
    same $? 2 "exit code of merge" || return
    grep -q 'this is no plain file' "$work/err" || { why "merge: $(cat "$work/err")"; return 1; }
    "$gatherum" run --backend ref --failed "$work" >"$work/out" 2>"$work/err"
    same $? 2 "exit code of run --failed" || return
    grep -q 'this is no plain file' "$work/err" || { why "--failed: $(cat "$work/err")"; return 1; }
}
check_ends() {
    local end
    for end in --from --to; do
        "$gatherum" run --backend ref "$end" nosuch >"$work/out" 2>"$work/err"
        same $? 2 "exit code of $end" || return
        grep -q -- "$end takes the name of a point" "$work/err" || { why "$(cat "$work/err")"; return 1; }
    done
    "$gatherum" run --backend ref --from gather/onnx-13/document/columns --to gather/onnx-13/document/rows >"$work/out" 2>"$work/err"
    same $? 0 "exit code of a range; $(cat "$work/err")" && same "$(grep -c '^ok' "$work/out")" 2 "points"
}
check_ends
point $? "--from and --to are points that there are"
check_mark() {
    mkdir -p "$work/mark/cases"
    { printf '\357\273\277'; printf '%s\n' 'cases: 1' 'hunts: x' 'variants: [onnx-13]' 'tests:' \
        '- {name: one, data: {shape: [4]}, indices: {shape: [3], fill: cycle}, axis: 0}'; } >"$work/mark/cases/gather.mark.yaml"
    "$gatherum" list cases --path "$work/mark" 'gather/onnx-13/mark/*' >"$work/out" 2>"$work/err"
    same $? 0 "exit code; $(cat "$work/err")"
}
check_mark
point $? "a byte order mark before YAML is no text"

check_unreadable
point $? "records that cannot be read are no empty file"

# ---- a run that was cut short ----

"$gatherum" run --backend ref --out "$work/whole.jsonl" "$few" >/dev/null
head -n -3 "$work/whole.jsonl" >"$work/cut.jsonl"
"$gatherum" report junit "$work/cut.jsonl" >"$work/cut.xml"
grep -q 'errors="1"' "$work/cut.xml" && grep -q '<error type="cut-short"' "$work/cut.xml"
point $? "JUnit of a run that was cut short has an error"
"$gatherum" report tap "$work/cut.jsonl" >"$work/cut.tap"
! prove -e cat "$work/cut.tap" >/dev/null 2>&1
point $? "TAP of a run that was cut short fails"
"$gatherum" report csv "$work/cut.jsonl" | grep -q ',cut-short,'
point $? "CSV of a run that was cut short says so"
finish
