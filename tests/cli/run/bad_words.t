#!/usr/bin/env bash
# bad_words.t - a command line that is wrong: one sentence with what to do, exit 2, no crash.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/../refused.sh"
echo "TAP version 13"

words_bad() {
    local name=$1 part=$2
    shift 2
    judge "" "$part" "$@"
    point $? "words: $name"
}
words_bad "an unknown command" "did you mean 'list'" lits
words_bad "an unknown option" "did you mean '--path'" list --pth x
words_bad "an option that no command has" "gatherum list --help lists them" list specs --zzz
words_bad "an option of another command" "gatherum list --help lists them" list specs --strict
words_bad "list of nothing" "specs" list
words_bad "list of something else" "did you mean 'specs'" list spec
words_bad "a pattern that selects no case" "nothing selected" list cases gather/none
words_bad "a pattern of stars" "signs '*'" list cases "$(printf '*a%.0s' {1..30})"
words_bad "a pattern that selects no variant" "nothing selected" list specs gather/none
words_bad "a case that does not exist" "no case" show gather/onnx-13/none
words_bad "two cases" "one" show gather/onnx-13
words_bad "show of nothing" "one case" show
words_bad "a variant that does not exist" "did you mean 'gather/onnx-13'" explain gather/onx-13
words_bad "an operator in the place of a variant" "'gather' is an operator, no variant; gatherum list specs 'gather/*'" explain gather
words_bad "a variant that nobody has" "did you mean 'gather/onnx-13'?" run gather/onx-13
words_bad "a folder of cases that is not there" "did you mean 'gather/onnx-13/rows'?" run gather/onnx-13/rwos
words_bad "a case that is not there" "did you mean 'gather/onnx-13/rows/row-33'?" run gather/onnx-13/rows/row-333
words_bad "a clause that does not exist" "did you mean 'gather-13/value'" explain gather/onnx-13#gather-13/valeu
words_bad "explain of nothing" "VARIANT" explain
words_bad "an argument that is missing" "wants" list cases --path
words_bad "a sign that is no file" "--out takes FILE, not '-'" report html -o -
words_bad "a seed that is no number" "--seed" show --seed x gather
words_bad "a profile that no variant has" "no variant has a profile 'zz'; there are any, " run --backend ref --profile zz 'gather/mindspore-2.x/document/*'
words_bad "the same of a list" "no variant has a profile 'zz'" list cases --profile zz
words_bad "a backend that is named twice" "the backend 'ref' is named twice" run --backend ref --backend ref gather/onnx-13
words_bad "two backends of one name" "two backends are called 'ref'" run --backend ref --backend "./$out/backends/ref.so" gather/onnx-13
version_of_each() {
    local command
    for command in run list report 'fuzz --backend nothing'; do
        # shellcheck disable=SC2086
        timeout 60 "$gatherum" $command --version >"$work/out" 2>"$work/err"
        same "$? $(cat "$work/out" "$work/err")" "0 gatherum $(cat VERSION)" "gatherum $command --version" || return
    done
}
check "each command prints the version" version_of_each
in_force() {
    timeout 60 "$gatherum" run --backend ref --draw 0 --profile "$1" gather/onnx-13/document/rows/float32,int64 >"$work/out" 2>"$work/err"
    same "$?" 0 "exit code; stderr: $(cat "$work/err")" && grep -q "^# backend ref: .*, profile $1, " "$work/out" || { why "$(head -n 5 "$work/out")"; return 1; }
}
check "a run says the profile that is in force" in_force gpu
check "of several profiles one is enough" in_force 'npu zz'
words_bad "a value for a flag" "--quiet takes no value" run --quiet=1
words_bad "an unknown letter among letters" "run takes no option '-z'" run -zq
words_bad "a folder that is not there" "/nonexist/x: it cannot be written" export c -o /nonexist/x gather/onnx-13/document/rows/float32,int64
: >"$work/empty.jsonl"
words_bad "records that are empty" "empty.jsonl: the file is empty" merge "$work/empty.jsonl"
words_bad "what a list of documents is called" "specs (or variants)" list documents
same "$("$gatherum" list variants gather/onnx-13)" "$("$gatherum" list specs gather/onnx-13)" variants
point $? "list variants is list specs"
controls() {
    timeout 60 "$gatherum" show "$(printf 'a\033[2J\302\233\342\200\256b')" >"$work/out" 2>"$work/err"
    same $? 2 "exit code" || return
    same "$(cut -c1-40 "$work/err")" "$(printf "gatherum: no case is called 'a%b[2J%b%bb'" $(yes '\0357\0277\0275' | head -n 3) | cut -c1-40)" "the sentence"
}
check "a name with control characters does not reach the terminal" controls

echo "1..$tap_count"
finish
