#!/usr/bin/env bash
# gpu_cuda.t - the backend cuda on a stand-in for the driver: end to end, and with errors of the device.
# sanitizers: no, the kernels are read under them by gpu_readings.t.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 20

cc -std=c11 -D_GNU_SOURCE -O1 -shared -fPIC -fvisibility=hidden -Iinclude -Igpu -o "$work/libcuda.so.1" tests/fixtures/gpu/libcuda.c 2>"$work/err"
point $? "the stand-in is built"
# seeded NAME SED: the same with one fault in its kernels.
seeded() {
    mkdir -p "$work/$1" && cp gpu/kernel*.h tests/fixtures/gpu/libcuda.c "$work/$1/" && sed -i "$2" "$work/$1"/kernel*.h || return
    cat gpu/kernel*.h | cmp -s - <(cat "$work/$1"/kernel*.h) && { why "nothing was seeded"; return 1; }
    cc -std=c11 -D_GNU_SOURCE -O1 -shared -fPIC -fvisibility=hidden -Iinclude -I"$work/$1" -o "$work/$1/libcuda.so.1" "$work/$1/libcuda.c" 2>"$work/err" ||
        { why "$(head -n 5 "$work/err")"; return 1; }
}
driver=$work
# run FAIL OPTIONS PATTERN...: leaves $code, $work/out and $work/err.
run() {
    local fail=$1 options=$2
    shift 2
    XDG_CACHE_HOME=$work LD_LIBRARY_PATH=$driver STANDIN_FAIL=$fail timeout 60 "$gatherum" run --draw 30 --backend "cuda$options" "$@" >"$work/out" 2>"$work/err"
    code=$?
}
# judged PASS FAIL: the figures of the last line, exit code and all.
judged() {
    same "$code" "$([ "$2" = 0 ]; echo $?)" "exit code; $(head -c 300 "$work/err")" || return
    grep -qE "cases judged: $1 pass, $2 fail" "$work/out" || { why "$(grep -m 2 -A 5 '^not ok' "$work/out")" "$(tail -n 5 "$work/out")"; return 1; }
}

if [ "$(tools/setup/gpu_ptx.sh --by)" != nobody ]; then
    some=(gather/onnx-13/views 'gather/mindspore-2.x@gpu/batch/*' gather_elements/torch-2.x/views 'scatter_elements/onnx-11/duplicates/*' scatter/onnx-9/views
        'gather_nd/tensorflow-2.x@gpu/index-edges' 'scatter_nd/onnx-18/reductions/*' scatter_elements/torch-scatter_reduce-2.x/sums
        put/numpy-raise-2.x/places/fewer-updates 'gather_windows/stablehlo-1.x/lists/*' 'scatter_windows/stablehlo-1.x/lists/*' tensor_scatter/onnx-circular-24/edges
        scatter_nd/tensorflow-sub-2.x/arithmetic scatter_nd/tensorflow-zeros-2.x/document 'scatter_slices/torch-index-reduce-2.x/document/*')
    run '' '' "${some[@]}"
    judged '[0-9]{3,}' 0
    point $? "cases of all operators pass"
    grep -q 'Stand-in 0, sm_90, driver 12.4, kernels by' "$work/out"
    point $? "device, driver and who made the kernels are told"
    grep -q "isolated, in memory of a device, fenced, run twice" "$work/out"
    point $? "operands lay in memory of the device"
    run '' :1,lanes=4,order=any gather/onnx-13/views
    judged '[0-9]+' 0 && grep -q 'Stand-in 1' "$work/out"
    point $? "another device by its number"
    run launch@300:719:"$work/once" '' gather/onnx-13/views # each case demands an answer: where any is admitted, a lost device passes
    judged '[0-9]{3,}' 1 && grep -q 'a lost device\|unrepeatable' "$work/out" && [ -e "$work/once" ]
    point $? "a sticky error costs one worker, and one case that is told"
    run sync@500:719 '' --deaths 100000 'gather/onnx-13/document/*'
    [ "$code" = 1 ] || [ "$code" = 0 ] && ! grep -q 'not run' "$work/out"
    point $? "... and comes again in each worker without ending the run"
    run alloc@40:2:"$work/twice" '' gather/onnx-13/views
    judged '[0-9]+' 1 && grep -qE 'unrepeatable|no memory' "$work/out"
    point $? "memory that runs out once is told, and the worker goes on"
    giants=('gather/onnx-13/giants/*/int8,int64' 'gather_elements/onnx-13/giants/*/float32,int64' 'scatter_nd/onnx-18/giants')
    run '' '' "${giants[@]}"
    judged '[0-9]{2,}' 0 && grep -q ', 0 fail; 0 not claimed' "$work/out"
    point $? "giants, of which only pieces have memory of their own, pass"
    STANDIN_GRAIN=0 run '' '' "${giants[@]}" gather/onnx-13/document/rows
    judged '[0-9]+' 0 && grep -q 'sparse tensors, because its device cannot map memory piece by piece' "$work/out"
    point $? "... and are not claimed where the driver maps no addresses piece by piece"
    seeded narrow 's/spot.far += (k_u64)at \* w->axis_stride\[j\]/spot.far += (k_u32)((k_u64)at * w->axis_stride[j])/' && driver=$work/narrow &&
        run '' '' gather/onnx-13/giants/axis-past-32-bits/int8,int64 scatter_nd/onnx-18/giants &&
        grep -q '^# *wrong-value: gather/onnx-13/giants' "$work/out" && grep -qE '^# *(wrong-value|crash): scatter_nd/onnx-18/giants' "$work/out" ||
        why "$(grep -v '^ok' "$work/out" | head -n 12)"
    point $([ -z "$tap_why" ]; echo $?) "a kernel that keeps an offset in 32 bits is found, in a gather and in a scatter"
    past='to\[spot.near + u\] = from\[spot.far + u\];'
    for side in +:end:first -:start:second; do
        IFS=: read -r sign end call <<<"$side"
        seeded "read$end" "s/$past/{ (void)*(const volatile K_UNIT *)(from + spot.far + u $sign 1); & }/" && driver=$work/read$end &&
            run '' '' --deaths 1000 'gather/onnx-13/document/*/float32,*' && [ "$code" = 1 ] && ! grep -qE ' [1-9][0-9]* +not-run' "$work/out" &&
            grep -A 1 '^# *out-of-bounds-read: ' "$work/out" | grep -qE "stopped by its device.* in the $call call, operands at the $end of" ||
            why "$(grep -v '^ok' "$work/out" | head -n 12)"
        point $([ -z "$tap_why" ]; echo $?) "a kernel that reads one element beside its operand is stopped, at the $end, each time in a new worker"
    done
    STANDIN_GRAIN=0 run '' '' 'gather/onnx-13/document/*/float32,*'
    judged '[0-9]+' 0
    point $? "... and is not noticed without fences, so it is they that find it"
    faults=('if (plain == 0 \&\& w->windows)/if (0)' scatter_windows/stablehlo-1.x/lists 'a kernel that places each element of a window at its beginning'
        'if (plain != 0 || w->index_is_signed)/if (1)' gather_windows/stablehlo-1.x/lists/greatest-index 'a kernel that reads unsigned indices as signed ones')
    for k in 0 3; do
        seeded "fault$k" "s/${faults[k]}/" && driver=$work/fault$k && run '' '' "${faults[k + 1]}" && [ "$code" = 1 ] && grep -q '^# *wrong-value: ' "$work/out" ||
            why "$(grep -v '^ok' "$work/out" | head -n 12)"
        point $([ -z "$tap_why" ]; echo $?) "${faults[k + 2]} is found"
    done
    driver=$work
    run '' :9 gather/onnx-13/views
    same "$code" 3 "exit code" && grep -q 'no CUDA device 9: there are 2' "$work/err"
    point $? "a device that does not exist"
    STANDIN_NONE=1 run '' '' gather/onnx-13/views
    same "$code" 3 "exit code" && grep -q 'no CUDA device (error 100' "$work/err"
    point $? "a driver without a device"
    if ldconfig -p 2>/dev/null | grep -q libnvrtc.so; then
        run '' :image=nvrtc gather/onnx-13/views
        judged '[0-9]+' 0 && grep -q 'kernels by NVRTC' "$work/out"
        point $? "kernels that NVRTC makes when the backend is opened"
    else
        skip "kernels that NVRTC makes" "no libnvrtc here"
    fi
else
    for k in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do skip "cuda $k" "neither nvcc nor clang made PTX here"; done
fi
# Without the stand-in: a device, or one sentence that there is none.
timeout 60 "$gatherum" run --backend cuda gather/onnx-13/document/rows >"$work/out" 2>"$work/err"
code=$?
[ $code = 0 ] || { [ $code = 3 ] && grep -q 'no CUDA device' "$work/err"; }
point $? "without the stand-in: $([ $code = 0 ] && echo "a device" || sed 's/.*: no CUDA/no CUDA/; s/:.*//' "$work/err")"
finish
