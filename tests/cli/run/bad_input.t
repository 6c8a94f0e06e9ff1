#!/usr/bin/env bash
# bad_input.t - files that are wrong: one sentence with its place for each fault, exit 2, no crash.
#
# Each file goes through the program as a user's own, by --path.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/../refused.sh"
echo "TAP version 13"

# case_bad NAME LINE:COLUMN PART: the file of cases on stdin.
case_bad() {
    fresh
    cat >"$work/d/cases/gather.bad.yaml"
    judge "gather.bad.yaml${2:+:$2}: " "$3" list cases --path "$work/d"
    point $? "case: $1"
}

# test_bad NAME LINE:COLUMN PART: the lines of one test on stdin, from line 5 on.
test_bad() {
    case_bad "$1" "$2" "$3" < <(printf 'cases: 1\nhunts: x\ntests:\n  - name: t\n'; sed 's/^/    /')
}

# ---- what is no YAML of ours

case_bad "an unknown key" 3:1 "did you mean 'variants'" <<'END'
cases: 1
hunts: x
variant: [onnx-13]
tests: []
END
case_bad "a key twice" 3:1 "'hunts'" <<'END'
cases: 1
hunts: x
hunts: y
tests: []
END
case_bad "an anchor" 2:8 "anchor" <<'END'
cases: 1
hunts: &a x
END
case_bad "a tag" 1:8 "tag" <<'END'
cases: !!int 1
hunts: x
END
case_bad "a merge key" 3:1 "merge" <<'END'
cases: 1
hunts: x
<<: {a: 1}
END
case_bad "two documents" 3:1 "second document" <<'END'
cases: 1
hunts: x
---
cases: 1
END
case_bad "a file cut in the middle" 5:1 "" <<'END'
cases: 1
hunts: x
tests:
  - {name: a, data: [1, 2
END
case_bad "a list at the top" 1:1 "map" <<<'[1, 2]'
case_bad "a word at the top" 1:1 "map" <<<'nothing'
case_bad "an empty file" "" "nothing" </dev/null
case_bad "another format" 1:9 "format" <<<'{cases: 2, hunts: x, tests: []}'
case_bad "the format as a word" 1:9 "integer" <<<'{cases: one, hunts: x, tests: []}'
case_bad "no format" 1:1 "'cases'" <<<'{hunts: x, tests: []}'
case_bad "no bug to hunt" 1:1 "'hunts'" <<<'{cases: 1, tests: []}'
case_bad "an empty bug to hunt" 1:19 "text" <<<'{cases: 1, hunts: "", tests: []}'
case_bad "no tests" 1:1 "'tests'" <<<'{cases: 1, hunts: x}'
case_bad "an empty list of tests" 1:29 "tests" <<<'{cases: 1, hunts: x, tests: []}'
case_bad "tests that are a map" 1:29 "tests" <<<'{cases: 1, hunts: x, tests: {}}'
case_bad "not UTF-8" 2:8 "UTF-8" < <(printf 'cases: 1\nhunts: \xff\n')
case_bad "a NUL byte" 2:8 "NUL" < <(printf 'cases: 1\nhunts: \0\n')
case_bad "a control character" 1:1 "UTF-8" < <(printf '\1\2\3\4')
case_bad "a program" 1:8 "UTF-8" < <(head -c 100000 "$gatherum")
case_bad "5000 levels" 1:39 "32" < <(printf 'cases: '; printf '[%.0s' $(seq 5000))
case_bad "5 MB" "" "4 MiB" < <(printf 'cases: 1\nhunts: '; head -c 5000000 /dev/zero | tr '\0' a)
case_bad "a long key" 3:1 "unknown key" < <(printf 'cases: 1\nhunts: x\n'; printf '%0100d: 1\n' 7)
case_bad "an escape sequence as key" 3:1 "unknown key" < <(printf 'cases: 1\nhunts: x\n"a\\e[31m\\x07b": 1\n')

# ---- files that are no files

file_bad() {
    judge "gather.bad.yaml: " "$2" list cases --path "$work/d"
    point $? "file: $1"
}
fresh; truncate -s 1G "$work/d/cases/gather.bad.yaml"; file_bad "1 GiB without bytes" "4 MiB"
fresh; mkdir "$work/d/cases/gather.bad.yaml"; file_bad "a folder" "regular file"
fresh; mkfifo "$work/d/cases/gather.bad.yaml"; file_bad "a FIFO that nobody writes to" "regular file"
fresh; ln -s /dev/zero "$work/d/cases/gather.bad.yaml"; file_bad "a device" "regular file"
fresh; ln -s none "$work/d/cases/gather.bad.yaml"; file_bad "a link to nothing" "No such file"
fresh; ln -s gather.bad.yaml "$work/d/cases/gather.bad.yaml"; file_bad "a link to itself" "opened"
path_bad() {
    judge "$2" "$3" list cases --path "$work/$4"
    point $? "path: $1"
}
rm -rf "$work/d"
path_bad "is not there" "$work/none" "no" none
: >"$work/file"
path_bad "is a file" "$work/file" "folder" file
mkdir "$work/bare"
path_bad "has neither specs nor cases" "$work/bare" "specs/" bare
fresh; : >"$work/d/cases/gather.yaml"
path_bad "a name without a topic" "gather.yaml: " "<operator>.<name>.yaml" d
fresh; : >"$work/d/cases/Gather.x.yaml"
path_bad "a name with capitals" "Gather.x.yaml: " "a-z" d
fresh; printf '{cases: 1, hunts: x, tests: [{name: a, data: [1], indices: [0]}]}' >"$work/d/cases/gathr.x.yaml"
path_bad "an operator without variants" "gathr.x.yaml:1:" "did you mean 'gather'" d
fresh; : >"$work/d/cases/gather.x.yml"
path_bad "a file called .yml" "gather.x.yml: " ".yaml" d
fresh; mkdir -p "$work/d/cases/Gather"; : >"$work/d/cases/Gather/x.yaml"
path_bad "a folder with capitals" "Gather/x.yaml: " "a-z" d
fresh; mkdir -p "$work/d/cases/gather/more"
path_bad "a folder in the folder of an operator" "gather/more: " "no folders" d
fresh; mkdir -p "$work/d/cases/gather"
for name in gather.x gather/x; do printf '{cases: 1, hunts: x, tests: [{name: a, data: [1], indices: [0]}]}' >"$work/d/cases/$name.yaml"; done
path_bad "one topic in the folder and beside it" "gather.x.yaml:1:" "gather/x.yaml:1" d

# ---- tests that are wrong

test_bad "an unknown key" 5:5 "did you mean 'indices'" <<'END'
indexes: [0]
data: [1]
END
test_bad "no data" 4:5 "'data'" <<<'indices: [0]'
test_bad "no indices" 4:5 "'indices'" <<<'data: [1]'
test_bad "an operand that the operator lacks" 8:14 "updates" <<'END'
data: [1]
indices: [0]
axis: 0
updates: [1]
END
test_bad "a fill that does not exist" 5:30 "did you mean 'distinct'" <<'END'
data: {shape: [2], fill: distnct}
indices: [0]
END
test_bad "a fill for indices only" 5:30 "'cycle'" <<'END'
data: {shape: [2], fill: cycle}
indices: [0]
END
test_bad "a fill for data only" 6:33 "'specials'" <<'END'
data: [1]
indices: {shape: [2], fill: specials}
END
test_bad "fill and values" 5:30 "not both" <<'END'
data: {shape: [1], fill: zeros, values: [1]}
indices: [0]
END
test_bad "a map without a shape" 5:11 "'shape'" <<'END'
data: {fill: zeros}
indices: [0]
END
test_bad "a ragged list" 5:20 "1 against 2" <<'END'
data: [[1, 2], [3]]
indices: [0]
END
test_bad "a list beside a literal" 5:15 "literal" <<'END'
data: [1, [2]]
indices: [0]
END
test_bad "a literal beside a list" 5:17 "list" <<'END'
data: [[1], 2]
indices: [0]
END
test_bad "an empty list beside a full one" 5:17 "0" <<'END'
data: [[1], []]
indices: [0]
END
test_bad "a value that is left out" 5:10 "literal" <<'END'
data:
indices: [0]
END
test_bad "17 dimensions" 5:27 "16" <<'END'
data: [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]
indices: [0]
END
test_bad "17 extents" 5:19 "16" <<'END'
data: {shape: [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}
indices: [0]
END
test_bad "a negative extent" 5:23 "0 or more" <<'END'
data: {shape: [2, -1]}
indices: [0]
END
test_bad "an extent that is no integer" 5:23 "integer" <<'END'
data: {shape: [2, 1.5]}
indices: [0]
END
test_bad "an extent beyond 64 bits" 5:23 "9223372036854775807" <<'END'
data: {shape: [2, 99999999999999999999]}
indices: [0]
END
test_bad "extents whose product overflows" 5:19 "63 bits" <<'END'
data: {shape: [4294967296, 4294967296]}
indices: [0]
END
test_bad "extents that overflow beside a zero" 5:19 "63 bits" <<'END'
data: {shape: [0, 4294967296, 4294967296]}
indices: [0]
END
test_bad "more than 1 GiB" 5:19 "1 GiB" <<'END'
data: {shape: [1000000, 1000]}
indices: [0]
END
test_bad "more than 1 GiB, and how to have it" 5:19 "fill: sparse" <<'END'
data: {shape: [1000000, 1000]}
indices: [0]
END
test_bad "sparse data of more than 128 GiB" 5:19 "128 GiB" <<'END'
data: {shape: [8589934593], fill: sparse}
indices: [0]
END
test_bad "sparse data of more bytes than there are addresses" 5:19 "128 GiB" <<'END'
data: {shape: [1073741824, 1073741824], fill: sparse}
indices: [0]
END
test_bad "sparse extents whose product overflows" 5:19 "63 bits" <<'END'
data: {shape: [4294967296, 4294967296], fill: sparse}
indices: [0]
END
test_bad "an output that opens too much of sparse data" 4:5 "65536" <<'END'
data: {shape: [100000, 70000], fill: sparse}
indices: [0]
END
case_bad "updates that are broadcast to too many places of sparse data" 6:5 "256 updates" <<'END'
cases: 1
hunts: x
operator: scatter_elements
variants: [numpy-2.x]
tests:
  - {name: t, axis: 1, data: {shape: [257, 2], fill: sparse}, indices: [[1]], updates: 7}
END
test_bad "sparse indices" 6:33 "'sparse' does not fill indices" <<'END'
data: [1, 2]
indices: {shape: [2], fill: sparse}
END
test_bad "sparse strings" 5:30 "'sparse' does not fill string" <<'END'
data: {shape: [4], fill: sparse, dtype: string}
indices: [0]
END
test_bad "an output of more than 1 GiB" 4:5 "1 GiB" <<'END'
data: {shape: [2, 100000]}
indices: {shape: [100000]}
END
test_bad "an output that overflows" 4:5 "1 GiB" <<'END'
data: {shape: [0, 2147483648, 1073741824]}
indices: {shape: [1000000]}
axis: 0
END
test_bad "a number of values that is not the shape's" 5:32 "3" <<'END'
data: {shape: [3], values: [1, 2]}
indices: [0]
END
test_bad "a list among values" 5:36 "literal" <<'END'
data: {shape: [2], values: [1, [2]]}
indices: [0]
END
test_bad "a literal of no index type" 6:18 "1.5" <<'END'
data: [1]
indices: [0, 1.5]
END
test_bad "a literal beyond the index types" 6:15 "9223372036854775808" <<'END'
data: [1]
indices: [9223372036854775808]
END
test_bad "an index that is a word" 6:15 "zero" <<'END'
data: [1]
indices: [zero]
END
test_bad "a literal of no allowed type" 6:15 "300" <<'END'
types: [int8, uint8]
data: [1, 300]
indices: [0]
END
test_bad "literals that share no type" 4:5 "type" <<'END'
types: [uint8, int8]
data: [-1, 200]
indices: [0]
END
test_bad "literals of two operands that share no type" 4:5 "type" <<'END'
types: [uint8, int8]
data: [-1, 2]
indices: [0]
expect: {output: [200]}
END
test_bad "a literal that is nothing" 5:15 "" <<'END'
data: [1, , 2]
indices: [0]
END
test_bad "a type that does not exist" 5:13 "did you mean 'float32'" <<'END'
types: [floot32]
data: [1]
indices: [0]
END
test_bad "a type of an operand that does not exist" 6:34 "did you mean 'int16'" <<'END'
data: [1]
indices: {shape: [1], dtype: int46}
END
test_bad "an empty list of types" 5:12 "types" <<'END'
types: []
data: [1]
indices: [0]
END
test_bad "a type that no variant has" 5:12 "element types" <<'END'
types: [bfloat16]
variants: [onnx-1]
data: [1]
indices: [0]
END
test_bad "a variant that does not exist" 5:16 "did you mean 'onnx-1'" <<'END'
variants: [onnx-31]
data: [1]
indices: [0]
END
test_bad "a profile that does not exist" 5:16 "did you mean 'npu'" <<'END'
profiles: [nqu]
data: [1]
indices: [0]
axis: 0
END
test_bad "an attribute that a named variant lacks" 8:17 "batch_dims" <<'END'
variants: [onnx-13]
data: [1]
indices: [0]
batch_dims: 0
END
test_bad "an attribute that a named variant requires" 5:16 "axis" <<'END'
variants: [mindspore-2.x]
data: [1]
indices: [0]
END
test_bad "an attribute that is no integer" 7:11 "integer" <<'END'
data: [1]
indices: [0]
axis: first
END
test_bad "an attribute that is a list" 7:11 "integer" <<'END'
data: [1]
indices: [0]
axis: [0]
END
test_bad "an expectation of nothing" 7:13 "exactly one" <<'END'
data: [1]
indices: [0]
expect: {}
END
test_bad "an expected output that is no values" 7:22 "expected output states its values" <<'END'
data: [1, 2, 3]
indices: [0]
expect: {output: {shape: [7]}}
END
test_bad "an expected output that is a fill" 7:22 "expected output states its values" <<'END'
data: [1, 2, 3]
indices: [0]
expect: {output: {shape: [4, 4], fill: iota}}
END
test_bad "the name that a document gives to indices" 5:5 "did you mean 'indices'" <<'END'
index: [0]
data: [1]
END
test_bad "a reduction as another document calls it" 6:16 "did you mean 'add'" <<'END'
data: [1]
reduction: sum
indices: [0]
END
test_bad "an error unlike any" 7:21 "one of: range, invalid, type" <<'END'
data: [1]
indices: [0]
expect: {error: overheating}
END
test_bad "an expectation of two things" 7:13 "exactly one" <<'END'
data: [1]
indices: [0]
expect: {error: range, shape: [1]}
END
test_bad "an error that does not exist" 7:21 "did you mean 'range'" <<'END'
data: [1]
indices: [0]
expect: {error: ranger}
END
test_bad "an expected shape with a negative extent" 7:22 "0 or more" <<'END'
data: [1]
indices: [0]
expect: {shape: [-1]}
END
case_bad "a rule that is none" 3:9 "did you mean 'out_of_range'" <<'END'
cases: 1
hunts: x
rules: {out_of_rang: clamp}
tests: [{name: t, data: [1], indices: [0], axis: 0}]
END
case_bad "rules that are a list" 3:8 "{rule: value}" <<'END'
cases: 1
hunts: x
rules: [clamp]
tests: [{name: t, data: [1], indices: [0], axis: 0}]
END
case_bad "a rule without a value" 3:23 "a value or more is due here" <<'END'
cases: 1
hunts: something
rules: {out_of_range: []}
tests:
  - {name: a, data: [1], indices: [0], axis: 0}
END
case_bad "rules that no variant has" 3:8 "no variant of this test has these rules" <<'END'
cases: 1
hunts: x
rules: {out_of_range: clamp, axis_tensor: one_element}
tests: [{name: t, data: [1], indices: [0], axis: 0}]
END
case_bad "a name with blanks" 4:11 "name" <<'END'
cases: 1
hunts: x
tests:
  - name: a b
    data: [1]
    indices: [0]
END
case_bad "a name with a slash" 4:11 "name" <<'END'
cases: 1
hunts: x
tests:
  - name: a/b
    data: [1]
    indices: [0]
END
case_bad "a name of 300 letters" 4:11 "name" <<END
cases: 1
hunts: x
tests:
  - name: $(printf 'a%.0s' $(seq 300))
    data: [1]
    indices: [0]
END
case_bad "a name twice" 7:5 "line 4" <<'END'
cases: 1
hunts: x
tests:
  - name: a
    data: [1]
    indices: [0]
  - name: a
    data: [1]
    indices: [0]
END
fresh
mkdir -p "$work/e/cases"
for f in d e; do
    printf 'cases: 1\nhunts: x\ntests:\n  - {name: a, data: [1], indices: [0]}\n' >"$work/$f/cases/gather.same.yaml"
done
judge "e/cases/gather.same.yaml:4:" "d/cases/gather.same.yaml:4" list cases --path "$work/d" --path "$work/e"
point $? "case: one name in two files"

# ---- all that is wrong in one file, at once

# each_told LINES FILE: exit 2, with so many lines on stderr, and in each the place of a line of FILE that has BAD.
each_told() {
    local lines=$1 file=$2 line
    "$gatherum" list cases --path "$work/d" >"$work/out" 2>"$work/err"
    same "$? $(wc -l <"$work/err")" "2 $lines" "exit code and lines on stderr: $(cat "$work/err")" || return
    for line in $(grep -n BAD "$work/d/$file" | head -n "$((lines > 8 ? 8 : lines))" | cut -d: -f1); do
        grep -q "$(basename "$file"):$line:" "$work/err" || { why "nothing of line $line in: $(cat "$work/err")"; return 1; }
    done
}
fresh
{
    printf 'cases: 1\nhunts: x\nvariants: [onnx-13]\ntests:\n'
    for k in 1 2 3; do printf '  - {name: t%s, data: [1, 2], indices: [0], axis: BAD}\n  - {name: u%s, data: [1, 2], indices: [0], axis: 0}\n' $k $k; done
} >"$work/d/cases/gather.bad.yaml"
each_told 3 cases/gather.bad.yaml
point $? "each wrong test of a file is told"
for k in 4 5 6 7 8 9 10 11; do printf '  - {name: t%s, data: [1, 2], indices: [0], axis: BAD}\n' $k; done >>"$work/d/cases/gather.bad.yaml"
each_told 9 cases/gather.bad.yaml && grep -qx 'and 3 more' "$work/err"
point $? "of eleven the first eight, and how many more"
fresh
sed -E 's/^    where: (version|summary)$/    BAD: x\n&/' specs/gather/onnx-13.yaml >"$work/d/specs/gather.mine-1.yaml"
n=$(grep -c BAD "$work/d/specs/gather.mine-1.yaml")
[ "$n" -gt 2 ] && each_told "$n" specs/gather.mine-1.yaml
point $? "each wrong clause of a spec is told"

# ---- every command that reads them says the same

fresh
printf 'cases: 1\nhunt: x\n' >"$work/d/cases/gather.bad.yaml"
for words in "list specs" "list clauses" "list cases" "run --backend ref" "show gather"; do
    judge "gather.bad.yaml:2:1: " "did you mean 'hunts'" $words --path "$work/d"
    point $? "a bad file and gatherum $words"
done
for words in "explain gather/onnx-13" "diff gather/onnx-1 gather/onnx-13"; do
    # shellcheck disable=SC2086
    "$gatherum" $words --path "$work/d" >"$work/out" 2>"$work/err"
    same "$? $(wc -l <"$work/err")" "0 0" "exit code and lines on stderr" && [ -s "$work/out" ]
    point $? "a bad file of cases does not stop gatherum $words, which reads none"
done

echo "1..$tap_count"
finish
