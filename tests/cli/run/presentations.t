#!/usr/bin/env bash
# presentations.t - how operands lie: the words in files of cases, the names, what is
# not claimed, and that the gaps of an output and data in place are looked after.
# sanitizers: no, views are laid out in tests of units there too.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
objects=${OUT:-build}/tests
plan 26

mkdir -p "$work/d/cases"
head='cases: 1
hunts: x
variants: [onnx-13]
tests:
  - name: t
    data: {shape: [2, 3]}
    indices: [[0, 1], [1, 0]]'

# bad NAME PLACE PART LINES: the lines of a test are refused.
bad() {
    printf '%s\n%s\n' "$head" "$4" >"$work/d/cases/gather.bad.yaml"
    "$gatherum" list cases --path "$work/d" >"$work/out" 2>"$work/err"
    same $? 2 "exit code" && grep -qF -- "gather.bad.yaml:$2: " "$work/err" &&
        grep -qF -- "$3" "$work/err" || { why "$(cat "$work/err")"; false; }
    point $? "refused: $1"
    rm -f "$work/d/cases/gather.bad.yaml"
}
bad "a word that is none" 8:17 "did you mean 'strided'?" "    presented: [stridet]"
bad "one word that is none" 8:16 "did you mean 'inplace'?" "    presented: inplaces"
bad "a word twice" 8:22 "is there already" "    presented: [odd, odd]"
bad "a map" 8:16 "a list of presentations is due here" "    presented: {odd: 1}"
bad "an empty list" 8:16 "a list of presentations is due here" "    presented: []"
bad "an output that repeats" 8:16 "unknown presentation 'broadcast-output'" "    presented: broadcast-output"
bad "a gather in place" 8:16 "only a scatter works in place" "    presented: inplace"
bad "updates of a gather" 8:22 "there are no updates" "    presented: [odd, odd-updates]"
bad "literals that do not repeat" 8:16 "no dimension off the axis has two slices that repeat" "    presented: broadcast-indices"
head=${head/\[\[0, 1\], \[1, 0\]\]/[1, 0]}
bad "a vector permuted" 8:16 "only two dimensions or more" "    presented: permuted-indices"
head=${head/\[1, 0\]/1}
bad "a number strided" 8:16 "a single number has no strides" "    presented: strided-indices"

cat >"$work/d/cases/gather.bad.lua" <<'END'
return { cases = 1, hunts = "x", variants = { "onnx-13" }, generate = function(rng, emit)
    emit { name = "t", data = { shape = { 2 } }, indices = { 1 },
           presented = { "odd", "permutet" } }
end }
END
"$gatherum" show gather/onnx-13/bad/t/int8,int32+odd --path "$work/d" >"$work/out" 2>"$work/err"
same $? 2 "exit code" && grep -qE "gather.bad.lua:2: .*unknown presentation 'permutet'; did you mean 'permuted" "$work/err" ||
    { why "$(cat "$work/err")"; false; }
point $? "refused: a script's word that is none"
rm "$work/d/cases/gather.bad.lua"

# ---- names

cat >"$work/d/cases/gather.laid.yaml" <<'END'
cases: 1
hunts: x
variants: [onnx-13]
types: [float32]
index_types: [int64]
tests:
  - name: t
    data: {shape: [4, 3]}
    indices: [3, 0]
    presented: [strided, strided-output, offset, permuted, broadcast-data, odd, odd-data]
END
cat >"$work/d/cases/gather.every.yaml" <<'END'
cases: 1
hunts: x
variants: [onnx-13]
types: [float32]
index_types: [int64]
tests:
  - {name: line, data: {shape: [4]}, indices: 3, presented: all}
  - {name: rows, data: {shape: [4, 3]}, indices: [3, 0], presented: all}
END
odds='odd odd-data odd-indices odd-output offset offset-data offset-indices offset-output'
every() { # NAME WORDS...: the presentations of that test
    same "$("$gatherum" list cases --tap full --path "$work/d" "gather/onnx-13/every/$1" | grep -oE '\+.*' | tr -d + | sort | tr '\n' ' ')" \
        "$(tr ' ' '\n' <<<"$2" | sort | tr '\n' ' ')" "presentations of $1"
}
every line "$odds strided strided-data" &&
    every rows "$odds strided strided-data strided-indices strided-output permuted permuted-data permuted-output padded broadcast broadcast-data"
point $? "all: those that differ for these operands and this output"
rm "$work/d/cases/gather.every.yaml"
cp "$work/d/cases/gather.laid.yaml" "$work/gather.laid.yaml"
name=gather/onnx-13/laid/t/float32,int64
exactly() {
    local member
    for member in "$name" "$name"+{strided,strided-output,offset,permuted,broadcast-data,odd,odd-data}; do
        same "$("$gatherum" list cases --path "$work/d" "$member")" "$member" "cases of $member" || return
        "$gatherum" show --path "$work/d" "$member" | head -n 1 | grep -qF "# $member, seed" ||
            { why "show $member is another"; return 1; }
    done
}
exactly; point $? "each name selects exactly its case"
"$gatherum" show --path "$work/d" "$name+strided" >"$work/out"
grep -qF "data with strides [7,2], indices with strides [2], output with strides [7,2]" <(tr -s '\n# ' ' ' <"$work/out")
point $? "show tells the strides"
"$gatherum" show --path "$work/d" "$name" | grep -q Presented
same $? 1 "grep for a presentation"; point $? "and nothing of a plain case"
"$gatherum" show --path "$work/d" "$name+permuted" >"$work/shown"
cp "$work/shown" "$work/d/cases/gather.laid.yaml"
same "$("$gatherum" list cases --path "$work/d" --tap full gather/onnx-13/laid)" "$name"$'\n'"$name+permuted" "what comes back"
point $? "what show prints is a case again"
cp "$work/gather.laid.yaml" "$work/d/cases/gather.laid.yaml"

# ---- claims

run() {
    local backend=$1
    shift
    "$gatherum" run --backend "$backend" --path "$work/d" --out "$work/records" "$@" >"$work/out" 2>"$work/err"
    code=$?
}
run "$objects/plugins/good.so" gather/onnx-13/laid
same "$code $(grep -c SKIP "$work/out")" "0 0" "exit code and lines that skip"
point $? "a backend that claims no views conforms, without a line for each"
grep -q '^# gather/onnx-13  *full  *1  *0  *7  ' "$work/out"; point $? "its claim is full"
grep -q '^#   7 cases were not sent: views' "$work/out"; point $? "and the summary says what was not sent"
run "$objects/plugins/good.so" --tap full gather/onnx-13/laid
same "$(grep -c '^ok .*+.* # SKIP not claimed: ' "$work/out")" 7 "members that skip"
point $? "--tap full gives each its reason"
run "$objects/plugins/good.so" gather/onnx-13/order gather_elements
same "$(grep -c 'SKIP not claimed: the variant' "$work/out")" \
    "$("$gatherum" list specs --json | jq '[.[] | select(.operator == "gather_elements")] | length')" \
    "lines of variants that are not claimed" && [ "$(sed -n 's/^1\.\.//p' "$work/out")" = "$(grep -cE '^(not )?ok ' "$work/out")" ] ||
    { why "$(grep SKIP "$work/out" | head -n 20)"; false; }
point $? "a variant that is not claimed is one line, and the plan holds"

# ---- what is looked after

run "$objects/plugins/writes_gap.so" "$name+strided-output" "$name+permuted" "$name"
same "$code" 1 "exit code" && grep -q "out-of-bounds-write: $name+strided-output" "$work/out" &&
    grep -q "which lies in a gap between its elements, .*; presented: output with strides \[7,2\]" "$work/out" ||
    { why "$(cat "$work/out")"; false; }
point $? "a write into a gap of an output"
rm "$work/d/cases/gather.laid.yaml"
cat >"$work/d/cases/scatter_elements.laid.yaml" <<'END'
cases: 1
hunts: x
types: [float32]
index_types: [int64]
tests:
  - name: t
    data: {shape: [4]}
    indices: [3, 0]
    updates: {shape: [2]}
    presented: inplace
END
name=scatter_elements/onnx-11/laid/t/float32,int64
run "$objects/saboteurs/overwritten_data_read.so" scatter_elements/onnx-11/laid
same "$code" 1 "exit code" && same "$(grep -c '^#   wrong-value: .*+.*inplace' "$work/out")" 1 "wrong values" &&
    ! grep -q ": $name\$" "$work/out" && grep -q "presented: output in the memory of data" "$work/out" ||
    { why "$(cat "$work/out")"; false; }
point $? "data read after they were overwritten, in place alone"
run ref scatter_elements/onnx-11/laid
same "$code" 0 "exit code"; point $? "ref works in place"
jq -e 'select(.record == "end") | .judged == 2' "$work/records" >/dev/null 2>&1 || jq -e 'select(.record == "point") | .passed == 2' "$work/records" >/dev/null
point $? "and is judged by two cases"
finish
