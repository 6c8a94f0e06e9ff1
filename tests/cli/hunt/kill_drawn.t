#!/usr/bin/env bash
# kill_drawn.t - gatherum kill --drawn: the same seed draws the same faults, a fault does what
# its words say, and without one the plug-in is right.
# sanitizers: no, the faults of drawn saboteurs are what a sanitizer looks for.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gat_limit=300
plugin=$out/tests/drawn/drawn.so
plan 10

same_twice() {
    gat kill --drawn 4 --draw 60 --seed 11 -j 1 -o "$work/one.json"
    gat kill --drawn 4 --draw 60 --seed 11 -j 2 -o "$work/two.json"
    for k in one two; do
        jq -S 'del(.timing)' "$work/$k.json" >"$work/$k" || return
    done
    same "$(jq -r .drawn "$work/one.json")" 4 drawn || return
    cmp -s "$work/one" "$work/two" || { why "two runs differ: $(diff "$work/one" "$work/two" | head -n 3)"; return 1; }
}
check "the same seed draws the same faults, and each has the same end" same_twice

other_seed() {
    for seed in 11 12; do
        "$out/tests/drawn/draw" "$plugin" $seed 0 | jq -r .options >"$work/$seed" || return
    done
    ! cmp -s "$work/11" "$work/12" || { why "seeds 11 and 12 draw $(cat "$work/11")"; return 1; }
}
check "another seed draws other faults" other_seed

# A class without a fault of it would have no figure.
has_classes() {
    for k in $(seq 0 59); do # some 3 s
        "$out/tests/drawn/draw" "$plugin" 3 "$k" || return
    done >"$work/sixty"
    same "$(jq -r .kind "$work/sixty" | sort -u | wc -l)" 11 "classes of effects" || return
    same "$(jq -r '.conditions[].kind' "$work/sixty" | sort -u | grep -vc bad)" 9 "classes of conditions" || return
    [ "$(jq -r 'select(.witnessed | not) | .options' "$work/sixty" | wc -l)" -le 3 ] ||
        { why "no witness: $(jq -r 'select(.witnessed | not) | .options' "$work/sixty")"; return 1; }
}
check "sixty faults have every class, and at most three lack a witness" has_classes

# An answer is no fault where another reading of an ambiguous clause admits it, or any.
witnessed() { # FAULT
    "$out/tests/drawn/draw" "$plugin" 7 "$1" 2>"$work/err" | jq -r .witnessed
}
by_each_reading() {
    same "$(witnessed scatter/onnx-9+refuse-nomem)" true "refused" || return
    same "$(witnessed scatter/onnx-11+refuse-nomem+longer)" false "refused where a reading demands an error" || return
    same "$(witnessed scatter/onnx-9+base+all+negative-all)" "" "spoilt where a reading leaves all open" || return
    grep -q 'no call that the document decides' "$work/err" || { why "it says: $(cat "$work/err")"; return 1; }
}
check "a witness is held against each reading" by_each_reading

class_alone() {
    for k in 0 1 2 3; do
        "$out/tests/drawn/draw" "$plugin" 3 "$k" bad || return
    done >"$work/four"
    same "$(jq -r 'select(any(.conditions[]; .kind == "bad")) | .number' "$work/four" | wc -l)" 4 "faults of the class" || return
    gat kill --drawn 2 --class bad --draw 60 --seed 11 --json
    same "$(jq -r '"\(.class) \(.classes.condition[] | select(.name == "bad").drawn)"' "$work/out")" "bad 2" "class and count" || return
    gat kill --drawn 2 --class nosuch
    same "$code" 2 "exit code of a class that is not there" || return
    gat kill --class bad
    same "$code" 2 "exit code of a class without faults"
}
check "a class is drawn alone" class_alone

# caught FAULT WORDS [OPTIONS]: run kills it, and says that.
caught() {
    gat run -x ${3---draw 60} --backend "$plugin:$1" "${1%%+*}"
    same "$code" 1 "exit code of $1; stderr: $(head -c 300 "$work/err")" || return
    grep -q -- "$2" "$work/out" || { why "$1: no '$2' in $(grep -A2 '^not ok' "$work/out" | head -n 3)"; return 1; }
}
faults_show() {
    caught gather/onnx-13+next-place+all+picks-ge:2 'wrong-value' || return
    caught scatter_nd/onnx-18+skip+first+rank-is:2 'wrong-value' || return
    caught gather/onnx-13+read-after:1+call-every:2 'out-of-bounds-read' || return
    caught take/numpy-raise-2.x+accept-clamp+bad-just 'accepted' || return
    caught put/jax-wrap-0.x+write-before:9+shorter 'wrote 9 bytes before output' || return # it reads first
    caught gather/onnx-13+zero+first+first-call unstable "" || return
    caught put/torch-2.x+refuse-nomem+equal 'internal-error'
}
check "a fault does what its words say" faults_show

# Of a call that is made twice it accepts the first or the second: an error that follows a success
# has not changed the output.
made_twice() {
    gat run --tap full --backend "$plugin:gather/onnx-13+accept-zero+call-every:7" 'gather/onnx-13/drawn'
    same "$code" 1 "exit code" || return
    grep -q 'the second call was made twice' "$work/out" || { why "no call was made twice"; return 1; }
    same "$(grep -c dirty-error "$work/out")" 0 "errors that are said to have changed the output"
}
check "a call that is made twice is accused of what one of both did" made_twice

# In its own loops too, which only faults need.
control_passes() {
    for option in "" :control; do
        for v in scatter_nd/onnx-18 scatter_slices/torch-index-reduce-2.x; do
            gat run --backend "$plugin$option" --shard 2/4 "$v"
            same "$code" 0 "exit code of '$option' in $v: $(grep -A2 '^not ok' "$work/out" | head -n 3)" || return
        done
    done
}
check "without a fault the plug-in conforms" control_passes

nonsense() {
    for bad in gather/onnx-13 gather/onnx-13+no-such-effect gather/onnx-13+skip+picks-ge gather/onnx-99+skip+all; do
        gat run --backend "$plugin:$bad" 'gather/onnx-13'
        [ "$code" -ge 2 ] && grep -q 'drawn fault' "$work/err" || { why "$bad: exit $code: $(head -c 200 "$work/err")"; return 1; }
    done
    gat kill --drawn 0.5
    same "$code" 2 "exit code of --drawn 0.5" || return
    gat kill --drawn 3 honest
    same "$code" 2 "exit code of --drawn with a name"
}
check "what is no fault is refused with a sentence" nonsense

in_time() {
    gat kill --drawn 100000 --draw 30 --seed 5 --time 1 -j 2 --json
    [ "$(jq .drawn "$work/out")" -lt 1000 ] || { why "$(jq .drawn "$work/out") drawn"; return 1; }
    same "$(jq .asked "$work/out")" 100000 asked || return
    same "$(jq .control.failed "$work/out")" 0 "cases that the control fails"
}
check "--time ends the drawing, and the control is judged" in_time
