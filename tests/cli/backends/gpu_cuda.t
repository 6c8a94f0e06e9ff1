#!/usr/bin/env bash
# gpu_cuda.t - the backend cuda on a stand-in for the driver: end to end, and with errors of the device.
# sanitizers: no, the kernels are read under them by gpu_readings.t.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 3
gatherum=${GATHERUM:-build/gatherum}
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
. tests/cli/tap.sh
plan 11

cc -std=c11 -D_GNU_SOURCE -O1 -shared -fPIC -fvisibility=hidden -Iinclude -Igpu -o "$work/libcuda.so.1" tests/fixtures/gpu/libcuda.c 2>"$work/err"
point $? "the stand-in is built"
# run FAIL OPTIONS PATTERN...: leaves $code, $work/out and $work/err.
run() {
    local fail=$1 options=$2
    shift 2
    XDG_CACHE_HOME=$work LD_LIBRARY_PATH=$work STANDIN_FAIL=$fail timeout 60 "$gatherum" run --backend "cuda$options" "$@" >"$work/out" 2>"$work/err"
    code=$?
}
# judged PASS FAIL: the figures of the last line, exit code and all.
judged() {
    same "$code" "$([ "$2" = 0 ]; echo $?)" "exit code; $(head -c 300 "$work/err")" || return
    grep -qE "cases judged: $1 pass, $2 fail" "$work/out" || { why "$(grep -m 2 -A 5 '^not ok' "$work/out")" "$(tail -n 5 "$work/out")"; return 1; }
}

if [ "$(tools/setup/gpu_ptx.sh --by)" != nobody ]; then
    some=(gather/onnx-13/views 'gather/mindspore-2.x@gpu/batch/*' gather_elements/torch-2.x/views 'scatter_elements/onnx-11/duplicates/*' scatter/onnx-9/views
        'gather_nd/tensorflow-2.x@gpu/index-edges' 'scatter_nd/onnx-18/reductions/*' scatter_elements/torch-scatter_reduce-2.x/sums)
    run '' '' "${some[@]}"
    judged '[0-9]{3,}' 0
    point $? "cases of all operators pass"
    grep -q 'Stand-in 0, sm_90, driver 12.4, kernels by' "$work/out"
    point $? "device, driver and who made the kernels are told"
    grep -q 'isolated, in memory of a device' "$work/out"
    point $? "operands lay in memory of the device"
    run '' :1,lanes=4,order=any gather/onnx-13/views
    judged '[0-9]+' 0 && grep -q 'Stand-in 1' "$work/out"
    point $? "another device by its number"
    run launch@300:700:"$work/once" '' "${some[@]}"
    judged '[0-9]{3,}' 1 && grep -q 'a lost device\|unrepeatable' "$work/out" && [ -e "$work/once" ]
    point $? "a sticky error costs one worker, and one case that is told"
    run sync@500:719 '' --deaths 100000 'gather/onnx-13/document/*'
    [ "$code" = 1 ] || [ "$code" = 0 ] && ! grep -q 'not run' "$work/out"
    point $? "... and comes again in each worker without ending the run"
    run alloc@40:2:"$work/twice" '' gather/onnx-13/views
    judged '[0-9]+' 1 && grep -qE 'unrepeatable|no memory' "$work/out"
    point $? "memory that runs out once is told, and the worker goes on"
    run '' :9 gather/onnx-13/views
    same "$code" 3 "exit code" && grep -q 'no CUDA device 9: there are 2' "$work/err"
    point $? "a device that does not exist"
    STANDIN_NONE=1 run '' '' gather/onnx-13/views
    same "$code" 3 "exit code" && grep -q 'no CUDA device (error 100' "$work/err"
    point $? "a driver without a device"
else
    for k in 1 2 3 4 5 6 7 8 9; do skip "cuda $k" "neither nvcc nor clang made PTX here"; done
fi
# Without the stand-in: a device, or one sentence that there is none.
timeout 60 "$gatherum" run --backend cuda gather/onnx-13/document/rows >"$work/out" 2>"$work/err"
code=$?
[ $code = 0 ] || { [ $code = 3 ] && grep -q 'no CUDA device' "$work/err"; }
point $? "without the stand-in: $([ $code = 0 ] && echo "a device" || sed 's/.*: no CUDA/no CUDA/; s/:.*//' "$work/err")"
finish
