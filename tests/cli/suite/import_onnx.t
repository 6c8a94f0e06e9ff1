#!/bin/bash
# import_onnx.t - gatherum import onnx: what is read, what waits, what is refused.
#
# Models and tensors are made here, byte by byte, so that each says exactly one thing.
#
# SPDX-License-Identifier: Apache-2.0
set -u
. "$(dirname "$0")/../tap.sh"
export LC_ALL=C
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
nodes=/usr/share/libonnx-testdata/data/node

ok() { # ok NAME COMMAND...: the command's status is the verdict
    local name=$1 good
    shift
    "$@"
    good=$?
    [ $good = 0 ] || why "$(cat "$work/err" "$work/out")"
    point $good "$name"
}
end() {
    echo "1..$tap_count"
    finish
}

# Protobuf as hexadecimal text: numbers, then fields of one kind each.  They answer
# in $hex, as a subshell for every field would take most of the time.
number() {
    local n=$1
    hex=
    while ((n < 0 || n > 127)); do
        printf -v hex '%s%02x' "$hex" $((n & 127 | 128))
        n=$((n >> 7 & 0x01ffffffffffffff))
    done
    printf -v hex '%s%02x' "$hex" "$n"
}
int() { # int FIELD NUMBER
    local tag
    number $(($1 << 3)); tag=$hex
    number "$2"; hex=$tag$hex
}
block() { # block FIELD HEX
    local tag
    local bytes=${2-}
    number $(($1 << 3 | 2)); tag=$hex
    number $((${#bytes} / 2)); hex=$tag$hex$bytes
}
text() { # text FIELD TEXT
    block "$1" "$(printf %s "$2" | od -An -v -tx1 | tr -d ' \n')"
}
all() { # all 'int 1 2' 'text 3 x' ...: the fields one after the other
    local sum=
    for field in "$@"; do
        eval "$field"
        sum=$sum$hex
    done
    hex=$sum
}
put() { # put FILE: the bytes of $hex
    mkdir -p "$(dirname "$1")"
    # shellcheck disable=SC2059
    printf "$(sed 's/../\\x&/g' <<<"$hex")" >"$1"
}
attribute() { # attribute NAME TYPE 'FIELD': an attribute of the node
    all "text 1 $1" "$3" "int 20 $2"
    block 5 "$hex"
}
model() { # model FILE OPERATOR OPSET [ATTRIBUTES-AS-HEX [INPUT...]]
    local file=$1 operator=$2 opset=$3 attributes=${4:-} inputs node graph=
    shift $(($# < 4 ? $# : 4))
    inputs=${*:-data indices}
    node=
    for name in $inputs; do
        text 1 "$name"; node=$node$hex
        text 1 "$name"; block 11 "$hex"; graph=$graph$hex
    done
    all 'text 2 output' "text 4 $operator"
    block 1 "$node$hex$attributes"; graph=$hex$graph
    text 1 output; block 12 "$hex"
    block 7 "$graph$hex"; graph=$hex
    int 2 "$opset"; block 8 "$hex"
    hex=0807$graph$hex
    put "$file"
}
tensor() { # tensor FILE TYPE DIMS RAW-AS-HEX
    local sum=
    for d in $3; do
        int 1 "$d"; sum=$sum$hex
    done
    int 2 "$2"; sum=$sum$hex
    block 9 "$4"; hex=$sum$hex
    put "$1"
}
i64() { # i64 NUMBER...: little-endian bytes
    for n in "$@"; do
        for k in 0 8 16 24 32 40 48 56; do printf %02x $((n >> k & 255)); done
    done
}
good() { # good NAME: a sound Gather test, to be broken afterwards
    axis=${axis-$(attribute axis 2 'int 3 0'; echo "$hex")}
    model "$work/$1/model.onnx" Gather 13 "$axis"
    tensor "$work/$1/test_data_set_0/input_0.pb" 1 '4' cdcccc3d00000080010000000100c07f
    tensor "$work/$1/test_data_set_0/input_1.pb" 7 '2 2' "$(i64 3 2 1 -4)"
    tensor "$work/$1/test_data_set_0/output_0.pb" 1 '2 2' 0100c07f0100000000000080cdcccc3d
}
import() { # import PATH: files out, err; the status is the program's
    rm -rf "$work/cases"
    "$gatherum" import onnx "$1" -o "$work" >"$work/out" 2>"$work/err"
}
holds() { # holds FILE LINE: some line of the file is this one
    grep -qxF -- "$2" "$1"
}
agrees() { # agrees PATTERN...: the oracle gives the answers that were imported
    "$gatherum" run --backend ref --path "$work" "$@" >"$work/out" 2>"$work/err"
}
# One pattern a variant: one that begins with a star asks all generators.
variants_imported() {
    local file op
    for file in "$work"/cases/*/onnx-node.yaml; do
        op=$(basename "$(dirname "$file")")
        sed -n "s|.*variants: \[\(.*\)\].*|$op/\1/onnx-node/*|p" "$file"
    done | sort -u
}
refused() { # refused NAME PART: status 2, one sentence, with this part, and no case
    import "$work/$1"
    [ $? = 2 ] && [ "$(wc -l <"$work/err")" = 1 ] && [ ! -s "$work/out" ] &&
        grep -q "^gatherum: $work/.*$2" "$work/err" && [ -z "$(ls "$work/cases" 2>/dev/null)" ]
}

good probe
import "$work/probe"
if grep -q 'is not in this build' "$work/err"; then
    skip 'import onnx' 'this build has no protobuf-c or no onnx.proto'
    end
fi

# ---- what is read ----
file=$work/cases/gather/onnx-node.yaml
ok 'a node test is imported' holds "$work/out" '1 node tests: 1 imported, 0 waiting'
ok 'its name' holds "$file" '  - name: probe'
ok 'its variant' holds "$file" '    variants: [onnx-13]'
ok 'floats as their shortest text, signs of zero and payloads kept' \
    holds "$file" '    data: {shape: [4], values: [0.1, -0.0, 1e-45, 0x7fc00001]}'
ok 'indices' holds "$file" '    indices: {shape: [2, 2], values: [3, 2, 1, -4]}'
ok 'attributes' holds "$file" '    axis: 0'
ok 'the answer' holds "$file" \
    '    expect: {output: {shape: [2, 2], values: [0x7fc00001, 1e-45, -0.0, 0.1]}}'
ok 'the oracle agrees with what was imported' \
    agrees 'gather/onnx-13/onnx-node/*'
cp "$file" "$work/kept" && "$gatherum" import onnx "$work/probe" 2>/dev/null >"$work/out"
ok 'without -o the same goes to stdout' cmp -s "$work/kept" "$work/out"

model "$work/probe/model.onnx" Gather 11 ''
import "$work/probe"
ok 'the opset of the model picks the variant' holds "$file" '    variants: [onnx-11]'
ok 'no axis is no axis' eval '[ -f "$file" ] && ! grep -q axis "$file"'
model "$work/probe/model.onnx" Gather 12 ''
import "$work/probe"
ok 'the newest variant that is not younger' holds "$file" '    variants: [onnx-11]'
model "$work/probe/model.onnx" Gather 25 ''
import "$work/probe"
ok 'a later opset without changes' holds "$file" '    variants: [onnx-13]'

good lists
all 'int 1 4' 'int 2 9' 'block 5 00010100'; put "$work/lists/test_data_set_0/input_0.pb"
all 'int 1 1' 'int 2 6' 'int 5 -1'; put "$work/lists/test_data_set_0/input_1.pb"
all 'int 1 1' 'int 2 9' 'block 5 00'; put "$work/lists/test_data_set_0/output_0.pb"
import "$work/lists"
ok 'typed lists, packed and not' holds "$file" \
    '    data: {shape: [4], values: [false, true, true, false]}'
ok 'int32 indices' holds "$file" '    index_types: [int32]'

good strings
all 'int 1 3' 'int 2 8' 'block 6 6100c3a9' 'block 6 ' 'block 6 225c0a'
put "$work/strings/test_data_set_0/input_0.pb"
all 'int 1 1' 'int 2 7' 'int 7 0'; put "$work/strings/test_data_set_0/input_1.pb"
all 'int 1 1' 'int 2 8' 'block 6 6100c3a9'; put "$work/strings/test_data_set_0/output_0.pb"
import "$work/strings"
ok 'strings as code points' holds "$file" \
    '    data: {shape: [3], values: ["a\U00000000\U000000E9", "", "\"\\\U0000000A"]}'
ok 'the oracle agrees with the strings' \
    agrees 'gather/onnx-13/onnx-node/*'

good empty
tensor "$work/empty/test_data_set_0/input_1.pb" 7 '0' ''
tensor "$work/empty/test_data_set_0/output_0.pb" 1 '0' ''
cp -r "$work/empty/test_data_set_0" "$work/empty/test_data_set_1"
import "$work/empty"
ok 'no elements' holds "$file" '    indices: {shape: [0], values: []}'
ok 'a second data set is a second test' holds "$file" '  - name: empty-set1'

good same
attribute reduction 3 'text 4 none'
model "$work/same/model.onnx" ScatterElements 18 "$hex" data indices updates
tensor "$work/same/test_data_set_0/input_1.pb" 7 '1' "$(i64 0)"
tensor "$work/same/test_data_set_0/input_2.pb" 1 '1' 0000803f
tensor "$work/same/test_data_set_0/output_0.pb" 1 '4' 0000803f00000080010000000100c07f
import "$work/same"
ok 'reduction none, where the operator has reductions' holds "$work/cases/scatter_elements/onnx-node.yaml" \
    '    reduction: none'
attribute reduction 3 'text 4 none'
model "$work/same/model.onnx" ScatterElements 11 "$hex" data indices updates
import "$work/same"
ok 'reduction none is no reduction where it has none' holds "$work/cases/scatter_elements/onnx-node.yaml" \
    '    variants: [onnx-11]'

# ---- what waits ----
attribute reduction 3 'text 4 xor'
model "$work/same/model.onnx" ScatterElements 18 "$hex" data indices updates
import "$work/same"
ok 'a reduction waits' holds "$work/out" \
    'waiting: same: operator scatter_elements with reduction xor is not in this suite yet'
model "$work/same/model.onnx" TensorScatter 24 ''
import "$work/same"
ok 'an operator waits' holds "$work/out" \
    'waiting: same: operator tensor_scatter of opset 24 is not in this suite yet'
attribute bogus 2 'int 3 1'
model "$work/same/model.onnx" Gather 13 "$hex"
import "$work/same"
ok 'an attribute that no variant has waits' holds "$work/out" '1 node tests: 0 imported, 1 waiting'
ok 'waiting is no error' import "$work/same"

mkdir -p "$work/many" && cp -r "$work/probe" "$work/strings" "$work/same" "$work/many/"
model "$work/many/other/model.onnx" Abs 13 '' data
import "$work/many"
ok 'a folder of tests' holds "$work/out" '3 node tests: 2 imported, 1 waiting'
rm "$work/many/strings/test_data_set_0/input_1.pb"
import "$work/many"
ok 'one that is broken does not stop the others' \
    holds "$work/out" '3 node tests: 1 imported, 1 waiting, 1 refused'
import "$work/many"
ok 'and the status tells' test $? = 2
mv "$work/many/probe" "$work/many/TEST_probe" && cp -r "$work/many/TEST_probe" "$work/many/test_test_probe"
import "$work/many"
ok 'two tests of one name' grep -q 'there is a test test_probe already' "$work/err"
if [ -d $nodes ]; then
    import $nodes
    ok 'the published node tests' grep -qE '^[0-9]+ node tests: 1[2-9] imported, [0-9]+ waiting$' "$work/out"
    ok 'with their reductions' grep -q 'reduction: mul' "$work/cases/scatter_nd/onnx-node.yaml"
    ok 'the oracle agrees with all of them' \
        agrees $(variants_imported)
else
    skip 'the published node tests' "no $nodes (package libonnx-testdata)"
fi

# ---- what is refused ----
good bad
set0=$work/bad/test_data_set_0
dims() { # dims 'INT INT...': input_0 with these dimensions and no data
    tensor "$set0/input_0.pb" 1 "$1" ''
}
tensor "$set0/input_0.pb" 1 '4' 00000000
ok 'raw data shorter than the dimensions' refused bad 'input_0.pb: holds 4 bytes of raw_data where its dimensions demand 16'
dims '-1'
ok 'a negative dimension' refused bad 'input_0.pb: has dimension -1'
dims '4294967296 4294967296'
ok 'dimensions whose product overflows' refused bad 'input_0.pb: has dimensions of more than 16 MiB'
dims '4294967296 4294967296 0'
ok 'the same with a zero among them' refused bad 'input_0.pb: has dimensions of more than 16 MiB'
dims '9223372036854775807'
ok 'a huge dimension' refused bad 'input_0.pb: has dimensions of more than 16 MiB'
dims '5000000'
ok 'more elements than a file can hold' refused bad 'input_0.pb: has dimensions of more than 16 MiB'
dims '1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'
ok 'seventeen dimensions' refused bad 'input_0.pb: has 17 dimensions'
tensor "$set0/input_0.pb" 17 '4' 00000000
ok 'an element type that is not known' refused bad 'input_0.pb: has element type 17'
tensor "$set0/input_0.pb" -1 '4' 00000000
ok 'a negative element type' refused bad 'input_0.pb: has element type -1'
int 1 4; put "$set0/input_0.pb"
ok 'no element type' refused bad 'input_0.pb: has element type 0'
all 'int 1 2' 'int 2 9' 'block 9 0002'; put "$set0/input_0.pb"
ok 'a bool that is two' refused bad 'input_0.pb: holds a value that is no bool'
all 'int 1 1' 'int 2 3' 'int 5 200'; put "$set0/input_0.pb"
ok 'an int8 of 200' refused bad 'input_0.pb: holds a value that is no int8'
all 'int 1 1' 'int 2 8' 'block 6 c0af'; put "$set0/input_0.pb"
ok 'a string that is not UTF-8' refused bad 'input_0.pb: holds a value that is no string'
all 'int 1 1' 'int 2 8' 'block 9 6161'; put "$set0/input_0.pb"
ok 'strings as raw data' refused bad 'input_0.pb: holds strings as raw_data'
all 'int 1 1' 'int 2 6' 'int 5 1' 'int 5 2'; put "$set0/input_0.pb"
ok 'a list longer than the dimensions' refused bad 'input_0.pb: holds 2 list entries'
all 'int 1 1' 'int 2 1' 'int 5 1'; put "$set0/input_0.pb"
ok 'a list of another type' refused bad 'input_0.pb: holds .* list entries'
all 'int 1 1' 'int 2 6' 'int 5 1' 'block 9 00000000'; put "$set0/input_0.pb"
ok 'a list and raw data' refused bad 'input_0.pb: holds raw_data and lists'
all 'int 1 4' 'int 2 1' 'int 14 1'; put "$set0/input_0.pb"
ok 'data in another file' refused bad 'input_0.pb: keeps its data in another file'
all 'text 1 location' 'text 2 /etc/passwd'; block 13 "$hex"; entry=$hex
all 'int 1 4' 'int 2 1'; hex=$hex$entry; put "$set0/input_0.pb"
ok 'a path to another file' refused bad 'input_0.pb: keeps its data in another file'
good bad
head -c 7 "$set0/input_1.pb" >"$set0/cut" && mv "$set0/cut" "$set0/input_1.pb"
ok 'a truncated tensor' refused bad 'input_1.pb: is not a whole protobuf message'
: >"$set0/input_1.pb"
ok 'an empty tensor file' refused bad 'input_1.pb: is empty'
head -c 300 /dev/zero | tr '\0' '\377' >"$set0/input_1.pb"
ok 'garbage' refused bad 'input_1.pb: is not a whole protobuf message'
rm "$set0/input_1.pb" && mkdir "$set0/input_1.pb"
ok 'a folder where a file belongs' refused bad 'input_1.pb: is not a file'
rmdir "$set0/input_1.pb" && mkfifo "$set0/input_1.pb"
ok 'a pipe where a file belongs' refused bad 'input_1.pb: is not a file'
rm "$set0/input_1.pb"
ok 'a tensor that is missing' refused bad 'input_1.pb: cannot be read'
truncate -s 16777217 "$set0/input_1.pb"
ok 'a file of more than 16 MiB' refused bad 'input_1.pb: has 16777217 bytes'
rm "$set0/input_1.pb"
good bad
tensor "$set0/input_1.pb" 1 '1' 00000000
ok 'float indices' refused bad 'indices are float32'
good bad
tensor "$set0/output_0.pb" 6 '1' 00000000
ok 'an answer of another type' refused bad 'different element types'

good bad
model=$work/bad/model.onnx
cp "$model" "$work/whole"
for size in $(seq 0 $(($(wc -c <"$work/whole") - 1))); do
    head -c "$size" "$work/whole" >"$model"
    import "$work/bad"
    code=$?
    [ $code = 2 ] || [ $code = 0 ] || break
done
ok 'a model cut at every byte never crashes' test $code = 2 -o $code = 0
ok 'an empty model' eval ': >"$model"; refused bad "model.onnx: is empty"'
int 1 7; put "$model"
ok 'no graph' refused bad 'model.onnx: holds no graph'
model "$model" Gather 0 ''
ok 'no opset' refused bad 'model.onnx: imports no opset'
model "$model" Gather 13 '' data
ok 'too few inputs' refused bad 'model.onnx: its node has 1 inputs'
model "$model" Gather 13 "$axis$axis"
ok 'an attribute twice' refused bad "model.onnx: its node has two attributes 'axis'"
model "$model" Abs 13 '' data
ok 'another operator' refused bad "model.onnx: operator 'Abs' is no gather or scatter"
all 'text 4 Gather' 'text 1 a' 'text 1 b' 'text 2 c'; block 1 "$hex"; block 7 "$hex"; graph=$hex
int 2 13; block 8 "$hex"; hex=$graph$hex; put "$model"
ok 'inputs that the graph does not have' refused bad "model.onnx: input 'a' of its node"
perl -e 'sub f { my ($f, $d) = @_; my ($n, $o) = (length $d, chr($f << 3 | 2));
         while ($n > 127) { $o .= chr($n & 127 | 128); $n >>= 7 } $o . chr($n) . $d }
         my $h = ""; $h = f(1, f(5, f(6, $h))) for 1 .. 5000; print f(7, $h)' >"$model"
ok 'a model nested 15,000 deep' refused bad 'model.onnx: is nested too deep'
perl -e 'sub f { my ($f, $d) = @_; my ($n, $o) = (length $d, chr($f << 3 | 2));
         while ($n > 127) { $o .= chr($n & 127 | 128); $n >>= 7 } $o . chr($n) . $d }
         print f(7, "\x0a\x00" x 8000000)' >"$model"
ok 'a model that would take gigabytes' refused bad 'model.onnx: is not a ModelProto'
good bad && rm -r "$set0"
ok 'no data set' refused bad 'model.onnx: has no test_data_set_0'
ok 'nothing in a folder' eval 'mkdir "$work/bare"; refused bare "no folder in it holds"'
ok 'no such path' refused nowhere 'cannot be read'
"$gatherum" import tensorflow x >"$work/out" 2>"$work/err"
ok 'another format' test $? = 2
end
