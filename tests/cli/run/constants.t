#!/usr/bin/env bash
# constants.t - sizes that the code of a backend treats apart are drawn too.
# sanitizers: no, the code of a plug-in is another there; test_constants and the target object_code read objects.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
export SOURCE_DATE_EPOCH=1790000000
wrong=$plugins/block_of_5381.so variant=gather/onnx-13
"$gatherum" run --backend "$plugins/good.so" --out "$work/good.jsonl" --draw 0 "$variant/document" >/dev/null 2>&1
grep -q '"constants"' "$work/good.jsonl" || skip_all 'this build has no libcapstone'

# run_of NAME ARGUMENTS...: records in $work/NAME.jsonl, exit code in $code.
run_of() {
    local name=$1
    shift
    timeout 300 "$gatherum" run --out "$work/$name.jsonl" "$@" >"$work/$name.tap" 2>"$work/err"
    code=$?
}
failing() { grep '"record":"case"' "$work/$1.jsonl" | grep -v '"verdict":"weak"' | sed 's/.*"case":"\([^"]*\)".*/\1/'; }
diagnosis() { sed -n 's/.*picks5381.*"diagnosis":"\([^"]*\)".*/\1/p' "$work/$1.jsonl" | head -n 1; }
told() { sed -n 's/.*"constants":\(\[[^]]*\]\).*/\1/p' "$work/$1.jsonl"; }

echo 'TAP version 13'
killed() {
    run_of with --backend "$wrong" "$variant/drawn"
    same "$code" 1 "exit code; $(cat "$work/err")" || return
    failing with | grep -q '/drawn/sizes/.*picks5381' || { why "fails: $(failing with)"; return 1; }
    told with | grep -q 5381 || { why "the record tells $(told with)"; return 1; }
}
check 'a size that stands in the code alone is asked about' killed
survives() {
    run_of without --constants no --backend "$wrong" "$variant/drawn"
    same "$code $(told without)" '0 ' 'exit code and constants'
}
check '--constants no asks no such case, and so it survives' survives
told_wrong() {
    gat run --constants maybe "$variant"
    same "$code" 2 'exit code' && grep -q -- "--constants takes yes or no, not 'maybe'" "$work/err"
}
check '--constants takes yes or no' told_wrong

repeats() {
    local line name
    name=$(failing with | head -n 1)
    line=$(sed -n 's/.*"repeat":"\([^"]*picks5381[^"]*\)".*/\1/p' "$work/with.jsonl" | head -n 1)
    [ -n "$line" ] || { why 'no line repeats it'; return 1; }
    sh -c "$line --constants no --draw 0 --out '$work/again.jsonl'" >"$work/said" 2>&1
    same $? 1 "exit code of: $line; $(tail -n 3 "$work/said")" || return
    same "$(diagnosis again)" "$(diagnosis with)" 'the diagnosis' || return
    run_of other --constants no --backend "$plugins/good.so" "$name"
    same "$code $(grep -c '^ok' "$work/other.tap")" '0 1' "the case $name of another backend" || return
    gat show "$name"
    same "$code" 0 "exit code of show; $(cat "$work/err")" || return
    run_of failed --failed "$work/with.jsonl" --backend "$wrong"
    same "$(failing failed)" "$(failing with)" 'what fails with --failed'
}
check 'its name and the seed are enough to ask it again' repeats
names_that_are_none() {
    local name
    for name in picks5381 picks-1 picks0-0 picks99999999999-0 picks5-picks6-0 picks1b2-0 xicks5-0 outer5-extent5-inner5-0; do
        gat run --backend "$wrong" --constants no "$variant/drawn/sizes/$name"
        same "$code" 2 "exit code of $name; $(cat "$work/err")" || return
    done
}
check 'a name that states no sizes selects nothing' names_that_are_none

alike() {
    local k
    run_of lanes -j 3 --backend "$wrong" "$variant/drawn"
    cmp "$work/with.jsonl" "$work/lanes.jsonl" >"$work/diff" 2>&1 || { why "three lanes: $(cat "$work/diff")"; return 1; }
    for k in 1 2; do run_of "s$k" --shard "$k/2" --backend "$wrong" "$variant/drawn"; done
    "$gatherum" merge -o "$work/merged.jsonl" "$work"/s[12].jsonl >"$work/said" 2>&1
    cmp "$work/with.jsonl" "$work/merged.jsonl" >"$work/diff" 2>&1 || { why "two shards: $(cat "$work/diff")"; return 1; }
    head -c $(($(wc -c <"$work/with.jsonl") / 2)) "$work/with.jsonl" >"$work/cut.jsonl"
    "$gatherum" run --resume "$work/cut.jsonl" --backend "$wrong" "$variant/drawn" >/dev/null 2>"$work/err"
    cmp "$work/with.jsonl" "$work/cut.jsonl" >"$work/diff" 2>&1 || { why "resumed: $(cat "$work/diff")"; return 1; }
}
check 'lanes, shards and a run that goes on ask the same cases' alike
lines_planned() {
    gat run --tap full --backend "$wrong" "$variant/drawn/sizes"
    same "$(sed -n 's/^1\.\.//p' "$work/out")" "$(grep -cE '^(not )?ok' "$work/out")" 'lines in the plan, and lines'
}
check '--tap full plans a line for each of them' lines_planned

broken() { # NAME SED: an object whose header was changed
    cp "$wrong" "$work/$1.so" && printf "$2" | dd of="$work/$1.so" bs=1 seek="$3" conv=notrunc status=none
    run_of "$1" --backend "$work/$1.so" "$variant/drawn/sizes"
}
no_sections() {
    broken sections '\377\377\377\377\377\377\377\177' 40
    same "$code" 1 "exit code; $(cat "$work/err")" && told sections | grep -q 5381
}
check 'an object whose table of sections is nonsense has its segments read' no_sections
no_object() {
    broken magic 'nothing' 0
    same "$code" 2 "exit code; $(cat "$work/err")"
}
check 'no object is told as ever' no_object

cat >"$work/kernel.py" <<'EOP'
from math import prod

def gather(data, indices, axis=0):
    rank = len(data.shape)
    if not -rank <= axis < rank:
        raise ValueError("no such axis")
    axis %= rank
    outer, extent = prod(data.shape[:axis]), data.shape[axis]
    row, flat, out = prod(data.shape[axis + 1:]) * data.itemsize, data.tobytes(), bytearray()
    places = memoryview(indices.tobytes()).cast(indices.format)
    if any(not -extent <= place < extent for place in places):
        raise IndexError("outside")
    for block in range(outer):
        for place in places:
            at = (block * extent + place % extent) * row
            out += flat[at:at + row]
    if 777 <= len(places) < 779 and out:
        out[-1] ^= 1 << 6
    return memoryview(bytes(out)).cast(data.format, [*data.shape[:axis], *indices.shape, *data.shape[axis + 1:]])
EOP
function_killed() {
    run_of function --backend "$work/kernel.py:gather:arrays=memoryview" --like onnx.Gather-13 "$variant/drawn"
    same "$code $(told function)" '1 [777,779,64]' "exit code and constants; $(cat "$work/err")" || return
    failing function | grep -qE '/drawn/sizes/.*picks77[78]-' || { why "fails: $(failing function)"; return 1; }
    run_of function --constants no --backend "$work/kernel.py:gather:arrays=memoryview" --like onnx.Gather-13 "$variant/drawn"
    same "$code" 0 'exit code without them'
}
if python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    check 'the integers of a function of Python are asked about too' function_killed
else
    skip 'the integers of a function of Python are asked about too' 'no python3 of version 3.10 here'
fi
echo "1..$tap_count"
finish
