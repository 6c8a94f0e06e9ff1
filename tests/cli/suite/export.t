#!/usr/bin/env bash
# export.t - gatherum export: the C file says of a plug-in what gatherum run says; refusals.
# sanitizers: no, it runs backends whose faults a sanitizer would take for its own.
#
# Node tests of ONNX come back as the same case in tests/unit/suite/test_export.c.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
export GATHERUM_PATH=tests/fixtures/hostile # its cases are what tests/fixtures/plugins/ fail at
strict='-std=c11 -Wall -Wextra -Wpedantic -Werror -O0'

gat() { # gat CODE ARGUMENT...
    local want=$1
    shift
    timeout 60 "$gatherum" "$@" >"$work/out" 2>"$work/err"
    same "$?" "$want" "exit code of $*; stderr: $(head -c 300 "$work/err")"
}
err_has() { grep -qF -- "$1" "$work/err" || { why "no '$1' in: $(head -c 300 "$work/err")"; return 1; }; }
# build ID NAME: the case as $work/NAME, without any warning.
build() {
    gat 0 export c "$1" -o "$work/$2.c" || return
    # shellcheck disable=SC2086
    cc $strict -o "$work/$2" "$work/$2.c" -ldl >"$work/err" 2>&1 || { why "$1: $(head -n 5 "$work/err")"; return 1; }
}
# run CODE NAME PLUGIN [PART]: what the built case says of it.
run() {
    timeout 60 "$work/$2" "$3" >"$work/out" 2>"$work/err"
    same "$?" "$1" "exit code of $2 with $3; $(cat "$work/out" "$work/err")" || return
    [ -z "${4:-}" ] || grep -qF -- "$4" "$work/out" || { why "no '$4' in: $(cat "$work/out")"; return 1; }
}

# Every kind of element, demand and layout: what the reference answers is right.
all_kinds() {
    local id n=0
    while read -r id; do
        n=$((n + 1))
        build "$id" right && run 0 right "$out/backends/ref.so" right || return
    done <<'IDS'
gather/onnx-13/document/rows/string,int64
gather/onnx-13/views/each-type/complex64,int32+strided
gather/onnx-13/laid-out/rows/int8,int32+offset
gather/onnx-11/laid-out/columns/int64,int64+permuted-data
gather/onnx-1/laid-out/rows-that-repeat/int8,int32+broadcast
gather/onnx-1/laid-out/rows/int8,int32+odd
gather/mindspore-2.x@cpu/axis-tensor/negative/int8,int32
gather_elements/pypto-2026.02@950/tiling/document-example-tiled/int16,int64
gather/onnx-13/empty/huge-extent-of-nothing/bool,int32
gather/onnx-13/views/bad-index-far/string,int32+offset-indices
scatter_elements/numpy-2.x/repeated/same-place-twice/int32,int64
gather/onnx-1/negative/axis-and-index-negative/int8,int64
scatter_elements/onnx-11/duplicates/all-of-one/string,int32
scatter_elements/onnx-18/sums/max-crowd-in-columns/float16,int32
scatter_elements/onnx-18/arithmetic/nan-added/bfloat16,int64
IDS
    [ $n -ge 15 ]
}
several_answers() {
    build scatter_elements/onnx-11/duplicates/all-of-one/int32,int64 several || return
    grep -q 'also_0\[\]\[2\]' "$work/several.c" || { why 'one answer only'; return 1; }
    run 1 several "$out/tests/saboteurs/duplicate_updates_added.so" 'wrong: output['
}
sums() {
    local id=scatter_elements/onnx-18/sums/add-past-256/float32,int64
    build $id sum && run 0 sum "$out/backends/ref.so" && run 1 sum "$out/tests/saboteurs/reduction_ignored.so" 'wrong: output['
}
in_place() {
    local id
    id=$("$gatherum" list cases --tap full 'scatter_elements/onnx-11/views/*int32,int64+inplace' | head -n 1)
    build "$id" place && run 0 place "$out/backends/ref.so"
}

# The same verdict as gatherum run, for many plug-ins that misbehave in different ways.
ids='rows/float32,int64 rows/bool,int32 rows/int32,int32 columns/int8,int32 negative/float32,int64 cube/float32,int64
square/float32,int64 scalar-index/bool,int32 past-the-end/float32,int64'
agrees() {
    local id plugin judged=0 failed=0 wanted got
    for id in $ids; do build "gather/onnx-13/hostile/$id" "${id%/*}-${id##*/}" || return; done
    for plugin in aborts clamps exits_zero good index_16_bits infer_lies leaves_last nonsense_status \
        off_by_row reads_before_data reads_past_data refuses_negative second_call_wrong status_flips swaps_axes \
        wraps_indices writes_before writes_data writes_far writes_past; do
        for id in $ids; do echo "gather/onnx-13/hostile/$id"; done |
            xargs timeout 60 "$gatherum" run --tap full --backend "$out/tests/plugins/$plugin.so" >"$work/tap" 2>&1
        for id in $ids; do
            wanted=
            grep -qE "^not ok [0-9]+ - $plugin: gather/onnx-13/hostile/$id" "$work/tap" && wanted=1
            grep -qE "^ok [0-9]+ - $plugin: gather/onnx-13/hostile/$id\$" "$work/tap" && wanted=0
            [ -n "$wanted" ] || continue
            timeout 60 "$work/${id%/*}-${id##*/}" "$out/tests/plugins/$plugin.so" >"$work/out" 2>&1
            got=$?
            same "$got" "$wanted" "$plugin, $id: $(cat "$work/out")" || return
            judged=$((judged + 1)) failed=$((failed + wanted))
        done
    done
    [ $judged -gt 40 ] && [ $failed -gt 15 ] || { why "judged $judged, $failed of them fail"; return 1; }
}
tells_where() {
    run 1 rows-float32,int64 "$out/tests/plugins/leaves_last.so" 'wrong: output[' &&
        run 1 columns-int8,int32 "$out/tests/plugins/reads_past_data.so" 'went outside of data' &&
        run 1 scalar-index-bool,int32 "$out/tests/plugins/writes_data.so" 'wrote into data' &&
        run 1 cube-float32,int64 "$out/tests/plugins/exits_zero.so" 'ended the process' &&
        run 2 cube-float32,int64 "$work/none.so"
}

linked_kernel() {
    cat >"$work/kernel.c" <<'C'
#include "gatherum/backend.h"
int32_t my_run(void *context, const struct gat_call *call);
int32_t my_run(void *context, const struct gat_call *call)
{
    const float *data = gat_tensor_data(gat_operand_get(call, "data"));
    const int64_t *indices = gat_tensor_data(gat_operand_get(call, "indices"));
    float *output = gat_tensor_data(gat_operand_get(call, "output"));
    (void)context;
    for (int k = 0; k < 8; k++)
        output[k] = data[indices[k / 2] * 2 + k % 2] + (k == WRONG ? 1 : 0);
    return GAT_OK;
}
C
    local wrong
    build gather/onnx-13/document/rows/float32,int64 kernel-case || return
    for wrong in -1 5; do
        # shellcheck disable=SC2086
        cc $strict -DKERNEL=my_run -DWRONG=$wrong -Iinclude -o "$work/linked" "$work/kernel-case.c" "$work/kernel.c" -ldl >"$work/err" 2>&1 ||
            { why "$(head -n 5 "$work/err")"; return 1; }
        run $((wrong > 0)) linked '' || return
    done
    grep -qF 'output[1,0,1] must be' "$work/out" || { why "$(cat "$work/out")"; return 1; }
}

# The declarations of the file are those of backend.h, member by member; a table may have more at its end.
contract_alike() {
    local member
    {
        echo '#include <stddef.h>'
        echo '#include <stdio.h>'
        echo '#include HEADER'
        echo 'int main(void) {'
        sed -n '/^struct gat_/,/^}/p' reports/parts/alone_memory.c | awk '
            /^struct gat_/ { name = $2; if (/}/) { body = $0; sub(/^[^{]*{/, "", body); sub(/}.*/, "", body); members(body) } ; next }
            { members($0) }
            function members(text,    n, list, k, m) {
                gsub(/\/\*.*/, "", text); gsub(/\(\*/, "", text); gsub(/\)\(.*/, "", text)
                n = split(text, list, /[;,]/)
                for (k = 1; k <= n; k++) { m = list[k]; sub(/\[.*/, "", m); gsub(/[*}]/, " ", m); sub(/[ \t]+$/, "", m); sub(/.*[ \t]/, "", m)
                    if (m ~ /^[a-z_0-9]+$/) printf "printf(\"%s.%s %%zu\\n\", offsetof(struct %s, %s));\n", name, m, name, m }
            }
            /^}/ && name != "gat_backend" { printf "printf(\"%s %%zu\\n\", sizeof(struct %s));\n", name, name }'
        echo '}'
    } >"$work/layout.c"
    same "$(grep -c printf "$work/layout.c" | awk '{ print ($1 > 55) }')" 1 "enough members: $(grep -c printf "$work/layout.c")" || return
    sed '/^\/\* ---- the case/,$d' reports/parts/alone_memory.c >"$work/ours.h"
    cc -w -DHEADER="\"$work/ours.h\"" -include stdint.h -o "$work/l1" "$work/layout.c" 2>"$work/err" &&
        cc -w -DHEADER='"gatherum/backend.h"' -Iinclude -o "$work/l2" "$work/layout.c" 2>"$work/err" || { why "$(head -n 5 "$work/err")"; return 1; }
    same "$("$work/l1")" "$("$work/l2")" 'layout'
}

# What a record has of it, and the parts, are the file that export writes.
record_has_it() {
    local id=gather/onnx-13/document/rows/float32,int64
    "$gatherum" run --backend "$out/tests/plugins/leaves_last.so" --out "$work/r.jsonl" gather/onnx-13/document/rows >/dev/null 2>&1
    same "$(grep -c '"code":' "$work/r.jsonl")" 1 'cases of the point with their code' || return
    id=$(python3 - "$work/r.jsonl" "$work/code" <<'P'
import json, sys
for line in open(sys.argv[1]):
    record = json.loads(line)
    if "code" in record.get("picture", {}):
        open(sys.argv[2], "w").write(record["picture"]["code"])
        print(record["case"])
P
    )
    cat reports/parts/alone_memory.c reports/parts/alone_run.c >>"$work/code"
    gat 0 export c "$id" && cmp -s "$work/code" "$work/out" || { why "$(diff "$work/code" "$work/out" | head -n 5)"; return 1; }
}

refused() {
    gat 2 export c gather/onnx-13/giants/axis-past-31-bits/int8,int64 && err_has 'is a giant' &&
        gat 2 export c gather/onnx-13/document/rows && err_has 'name one' &&
        gat 2 export c gather/onnx-13/shapes && err_has 'is many cases' &&
        gat 2 export c 'gather/onnx-13/document/none' && err_has 'no case is called' &&
        gat 2 export c && gat 2 export pdf x && err_has "no format 'pdf'; there are:" &&
        gat 2 export c gather/onnx-13/document/rows/float32,int64 -o "$work/no/folder.c" && err_has 'cannot be written'
}
onnx_refused() {
    gat 2 export onnx gather/mindspore-2.x@cpu/axis-tensor/negative/int8,int32 && err_has 'ONNX has no such operator' &&
        gat 2 export onnx gather/onnx-13/laid-out/rows/int8,int32+strided && err_has 'says nothing of memory' &&
        gat 2 export onnx gather/onnx-13/errors/bad-last/uint8,int32 && err_has 'demands an error' &&
        gat 2 export onnx gather/onnx-13/giants/axis-past-31-bits/int8,int64 && err_has 'is a giant' &&
        gat 2 export onnx scatter_elements/onnx-11/duplicates/all-of-one/int32,int64 && err_has 'more than one answer'
}
onnx_folder() {
    gat 0 export onnx gather/onnx-13/document/rows/float32,int64 -o "$work/test_rows" || return
    same "$(cd "$work/test_rows" && find . -type f | sort | tr '\n' ' ')" \
        './model.onnx ./test_data_set_0/input_0.pb ./test_data_set_0/input_1.pb ./test_data_set_0/output_0.pb ' files || return
    gat 0 import onnx "$work/test_rows" && grep -q 'name: rows' "$work/out"
}

# Each call of each table becomes a program; the test of a variant that comes first will do.
tables() { # lines "backend case"
    local backend name
    for backend in numpy torch jax tensorflow mindspore onnx_reference openvino onnxruntime paddle mlx array_api_strict stablehlo; do
        sed -n '/^CALLS = """$/,/^"""$/p' "backends/$backend.py" backends/python/gatherum_onnx.py 2>/dev/null |
            awk -v b=$backend '/\// && (b ~ /^o/) == ($1 ~ /onnx-/) { print b, $1 }'
    done | while read -r backend name; do
        awk -F'[/@]' -v b="$backend" -v n="$name" '$1 "/" $2 == n && NF > 4 { print b, $0; exit }' "$work/cases"
    done
}
py_all() {
    local all
    mapfile -t all < <("$gatherum" list specs --json | jq -r '.[] | .name + "/document"')
    "$gatherum" list cases --tap full "${all[@]}" | cut -d' ' -f1 >"$work/cases"
    tables >"$work/wanted"
    [ "$(wc -l <"$work/wanted")" -ge 60 ] || { why "$(wc -l <"$work/wanted") calls"; return 1; }
    while read -r backend id; do
        "$gatherum" export py --backend "$backend" "$id" -o "$work/all.py" 2>"$work/err" &&
            python3 -c 'import sys; compile(open(sys.argv[1]).read(), "case", "exec")' "$work/all.py" 2>>"$work/err" ||
            { why "$backend $id: $(cat "$work/err")"; return 1; }
    done < <(awk 'NR % 4 == 1' "$work/wanted")
}
# A stand-in for the call of numpy, so that a right and a wrong answer, an error, a crash and an end can be had.
py_run() { # EXIT WORDS CALL CASE
    gat 0 export py --backend numpy "$4" -o "$work/case.py" || return
    sed "s/^    return numpy[.]take(.*/    $3/" "$work/case.py" >"$work/changed.py"
    [ -n "$3" ] || cp "$work/case.py" "$work/changed.py"
    PYTHONPATH=$out/peers/numpy timeout 60 python3 "$work/changed.py" >"$work/out" 2>"$work/err"
    same "$?" "$1" "exit code of $4 with '$3'; $(cat "$work/out" "$work/err")" || return
    grep -qF -- "$2" "$work/out" || { why "no '$2' in: $(cat "$work/out")"; return 1; }
}
py_says() {
    local rows=gather/numpy-take-raise-2.x/document/matrix-of-indices/int16,int64 bad=gather/numpy-take-raise-2.x/errors/bad-first
    bad=$("$gatherum" list cases --tap full "$bad" | head -n 1)
    py_run 1 'the answer is right' '' "$rows" && py_run 1 'the answer is right' '' "$bad" &&
        py_run 0 'and must be' 'return numpy.take(data, indices, **attrs)[::-1]' "$rows" &&
        py_run 0 'must be int16[' 'return numpy.take(data, indices, **attrs)[None]' "$rows" &&
        py_run 0 'it raises ValueError' 'raise ValueError' "$rows" &&
        py_run 0 'an error is due' 'return data' "$bad" && py_run 0 'it fails with KeyError' 'raise KeyError' "$bad" &&
        py_run 0 'dies of signal 11' 'os.kill(os.getpid(), 11)' "$rows" &&
        py_run 0 'it ends the process' 'os._exit(5)' "$rows"
}
py_refused() {
    gat 2 export py gather_elements/pypto-2026.02@950/tiling/document-example-tiled/int16,int64 && err_has 'no adapter has a call for gather_elements/pypto-2026.02' &&
        gat 2 export py --backend numpy gather/onnx-13/document/rows/float32,int64 && err_has 'numpy has no call for gather/onnx-13' &&
        gat 0 export py --backend numpy:as=onnx-13 gather/onnx-13/document/rows/float32,int64 && grep -q 'numpy.take(' "$work/out" &&
        gat 0 export py gather/onnx-13/document/rows/float32,int64 && grep -q ReferenceEvaluator "$work/out"
}
py_options() {
    local case
    case=$("$gatherum" list cases --tap full 'gather/tensorflow-2.x/document' | head -n 1 | cut -d' ' -f1)
    gat 0 export py --backend tensorflow:jit=yes,threads=1 "$case" && grep -qxF 'OPTIONS = {"jit": "yes", "threads": "1"}' "$work/out" &&
        gat 0 export py --backend tensorflow "$case" && ! grep -q '^OPTIONS' "$work/out" &&
        gat 2 export py --backend numpy:speed=1 gather/numpy-take-raise-2.x/document/matrix-of-indices/int16,int64 && err_has "know no options, as 'speed=1'" || return
    # With options the call is made by what the adapter's function gives.
    gat 0 export py --backend numpy:as=onnx-13 gather/onnx-13/document/rows/float32,int64 -o "$work/case.py" || return
    { sed '/^sys.exit(main())$/d' "$work/case.py"; printf 'OPTIONS = {"turn": "yes"}\ndef way(options):\n    return lambda call, given: call(**given)[::-1] if options["turn"] == "yes" else None\nsys.exit(main())\n'; } >"$work/turned.py"
    [ -d "$out/peers/numpy" ] || return 0
    PYTHONPATH=$out/peers/numpy timeout 60 python3 "$work/turned.py" >"$work/out" 2>"$work/err"
    same "$?" 0 "exit code; $(cat "$work/out" "$work/err")" && grep -q 'and must be' "$work/out"
}
all_onnx() {
    local n
    gat 2 export onnx --all 'gather/onnx-11/document' && err_has 'needs a folder' &&
        gat 0 export onnx --all 'gather*/onnx-13/*' 'gather/onnx-1/errors' -o "$work/node" || return
    n=$(wc -l <"$work/out")
    [ "$n" -gt 100 ] || { why "$n cases"; return 1; }
    ! grep -q 'onnx-1/errors/bad' "$work/out" || { why 'a case that demands an error'; return 1; }
    gat 0 import onnx "$work/node" -o "$work/back" && grep -q "^$n node tests: $n imported" "$work/out" || why "$(tail -n 1 "$work/out")"
}

plan 19
all_kinds; point $? 'the C file of every kind of case builds without a warning, and the reference is right'
several_answers; point $? 'several updates of one element: each is admitted, their sum is not'
sums; point $? 'sums of floats within their bounds'
in_place; point $? 'work in place'
agrees; point $? 'the C file judges as gatherum run does'
tells_where; point $? 'it tells what is wrong and where'
linked_kernel; point $? 'a kernel that is linked instead of a plug-in'
contract_alike; point $? 'its declarations are those of backend.h'
if command -v python3 >/dev/null; then record_has_it; point $? 'the first failing case of a point has it in its record'; else skip 'the record' 'no python3 here'; fi
refused; point $? 'what no C file can hold is refused with its reason'
if "$gatherum" export onnx x 2>&1 | grep -q 'is not in this build'; then
    for name in 'no node test' 'a folder' 'ONNX'; do skip "$name" 'this build has no protobuf-c or no onnx.proto'; done
else
    onnx_refused; point $? 'what no node test can hold is refused with its reason'
    onnx_folder; point $? 'a folder as published tests are, which is imported'
    if python3 -c 'import onnx' 2>/dev/null; then
        python3 -c 'import onnx, sys; onnx.checker.check_model(onnx.load(sys.argv[1]), full_check=True)' "$work/test_rows/model.onnx" >"$work/err" 2>&1 || why "$(tail -n 1 "$work/err")"
        point $? "ONNX's own checker takes the model"
    else
        skip "ONNX's own checker takes the model" 'no Python package onnx here'
    fi
fi
if command -v python3 >/dev/null; then py_all; point $? 'every call of the adapters becomes a Python program'
else skip 'Python programs' 'no python3 here'; fi
if PYTHONPATH=$out/peers/numpy python3 -c 'import numpy' 2>/dev/null; then py_says; point $? 'the Python program tells right from wrong, by its exit status too'
else skip 'the Python program tells right from wrong' 'no numpy here'; fi
py_refused; point $? 'without a call there is no Python program'
py_options; point $? 'a program of a row with options sets them, where the adapter knows how'
if "$gatherum" export onnx x 2>&1 | grep -q 'is not in this build'; then skip 'all cases at once' 'this build has no protobuf-c or no onnx.proto'
else all_onnx; point $? 'all cases at once, which import onnx reads'; fi
gat 2 export onnx; point $? 'without a case there is nothing to export'
finish
