#!/usr/bin/env bash
# gpu_opencl.t - the backend opencl: cases on the device of this machine, its options, a run
# with a budget, and a machine without OpenCL.
# sanitizers: no, the kernels are read under them by gpu_readings.t.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"

# run OPTIONS ARGUMENTS...: leaves $code, $work/out and $work/err.
run() {
    local options=$1
    shift
    timeout 120 "$gatherum" run --draw 30 --timeout 60 --backend "opencl$options" "$@" >"$work/out" 2>"$work/err"
    code=$?
}
# judged: conforms, and how many cases that were.
judged() {
    same "$code" 0 "exit code; $(head -c 300 "$work/err")$(grep -m 2 -A 5 '^not ok' "$work/out")" || return
    count=$(sed -n 's/^# \([0-9]*\) cases judged: .* pass, 0 fail.*/\1/p' "$work/out")
    [ "${count:-0}" -gt "$1" ] || { why "$(tail -n 3 "$work/out")"; return 1; }
}
refused() { same "$code" "$1" "exit code" && { grep -qF -- "$2" "$work/err" || { why "no '$2' in: $(cat "$work/err")"; return 1; }; }; }

[ -e "${OUT:-build}/backends/opencl.so" ] || skip_all 'the backend opencl was not built: no CL/cl.h here'
run '' gather/onnx-13/document/rows
[ "$code" = 3 ] && skip_all "$(head -n 1 "$work/err")"
plan 12

some=(gather/onnx-13/views 'gather/mindspore-2.x@gpu/batch/*' gather_elements/torch-2.x/views 'scatter_elements/onnx-11/duplicates/*' scatter/onnx-9/views
    'gather_nd/tensorflow-2.x@gpu/index-edges' 'scatter_nd/onnx-18/reductions/*' scatter_elements/torch-scatter_reduce-2.x/sums
    put/numpy-raise-2.x/places/fewer-updates 'gather_windows/stablehlo-1.x/lists/*' 'scatter_windows/stablehlo-1.x/lists/*' tensor_scatter/onnx-circular-24/edges
    scatter_nd/tensorflow-sub-2.x/arithmetic scatter_nd/tensorflow-zeros-2.x/document 'scatter_slices/torch-index-reduce-2.x/document/*')
run '' --shard 1/3 "${some[@]}"
judged 500
point $? "cases of all operators pass"
grep -qE '^# backend opencl: opencl .+ on .+, driver .+, profile any, isolated, in memory of a device, where a read beside an operand is not seen, run twice' "$work/out"
point $? "platform, device and driver are told"
run :policy=clamp,lanes=8 gather/mindspore-2.x@npu/undefined scatter/onnx-9/errors
judged 10
point $? "a policy of its own, and several work-items for a row"
run '' --out "$work/records" gather/onnx-13/errors/bad-middle gather/onnx-13/document/rows
judged 10 && grep -q '"protections": *"device"' "$work/records"
point $? "records say that operands lay in memory of a device"
run :reductions=no 'scatter_elements/onnx-16/*/add-twice/int32,int64' 'scatter_elements/onnx-16/views/*/int8,*'
judged 5 && grep -qE '^# scatter_elements/onnx-16 +partial' "$work/out"
point $? "a device without doubles claims no reductions"
run :device=nowhere gather/onnx-13/document/rows
refused 3 'there is no OpenCL device "nowhere": 0 = '
point $? "a device that does not exist is refused, with those that there are"
run :speed=2 gather/onnx-13/document/rows
refused 2 'device=N|NAME, source=FILE, threads=N'
point $? "an option that does not exist is refused, with those that there are"
mkdir "$work/none"
OCL_ICD_VENDORS=$work/none run '' gather/onnx-13/document/rows
refused 3 'no OpenCL device on this machine'
point $? "a machine without OpenCL"

# A call takes about 100 us: 0.02 s are 100 cases, shared by the points that generators make.
topics=(gather/onnx-13/document/rows gather/onnx-13/blocks gather/onnx-13/shapes)
run '' --budget 0.02 "${topics[@]}"
judged 10
few=$count points=$(grep -c '^ok' "$work/out")
grep -qE '^#   [0-9]+ cases were not run: a call takes about 100 us, and the budget is 0.02 s; without --budget all run' "$work/out" && [ "$few" -lt 400 ]
point $? "with a budget some of the generated cases run, and how many did not is told"
run '' --budget 0.02 -j 2 "${topics[@]}"
judged 10 && same "$count $(grep -c '^ok' "$work/out")" "$few $points" "cases and points with two lanes"
point $? "... the same ones in any number of lanes"
# PoCL says whenever it compiles, and each kernel that it compiled is a file.
POCL_DEBUG=llvm POCL_CACHE_DIR=$work/cold run '' -j 3 gather/onnx-13/document
made=$(find "$work/cold" -name '*.so' | wc -l)
if grep -q 'Generating an object file' "$work/err"; then
    judged 10 && same "$(grep -c 'Generating an object file' "$work/err")" "$made" 'times that a kernel was compiled, and kernels'
    point $? 'lanes that begin with an empty cache compile no kernel twice'
else
    skip 'lanes that begin with an empty cache compile no kernel twice' 'the device does not say when it compiles'
fi
"$gatherum" bench --quick --backend opencl 'Gather a0 row64 tab1M*' >"$work/out" 2>"$work/err" && grep -q 'opencl copy' "$work/out"
point $? "bench measures beside a copy from device to device"
finish
