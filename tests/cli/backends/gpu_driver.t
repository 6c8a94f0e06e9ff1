#!/usr/bin/env bash
# gpu_driver.t - a driver that refuses, has no memory, fails in the middle or hangs: what the backend cuda gets for it.
# sanitizers: no, the kernels are read under them by gpu_readings.t.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
[ "$(tools/setup/gpu_ptx.sh --by)" != nobody ] || skip_all 'neither nvcc nor clang made PTX here'
cc -std=c11 -D_GNU_SOURCE -O1 -shared -fPIC -fvisibility=hidden -Iinclude -Igpu -o "$work/libcuda.so.1" tests/fixtures/gpu/libcuda.c 2>"$work/err" ||
    bail "no stand-in: $(head -n 3 "$work/err")"

# driven FAIL OPTIONS...: fourteen cases, with a driver whose call fails so.
driven() {
    local fail=$1
    shift
    XDG_CACHE_HOME=$work LD_LIBRARY_PATH=$work STANDIN_FAIL=$fail timeout 60 "$gatherum" run --draw 0 --backend cuda "$@" gather/onnx-13/document/rows >"$work/out" 2>"$work/err"
    code=$?
}
# refused FAIL CODE TEXT: one sentence, and nothing is judged.
refused() {
    driven "$1" --timeout 0.2
    same "$code $(wc -l <"$work/err")" "$2 1" "exit code, lines on stderr; $(head -c 300 "$work/err")" &&
        { grep -qF -- "$3" "$work/err" || { why "no '$3' in: $(cat "$work/err")"; return 1; }; }
}
# told FAIL PASS FAIL TEXT...: the figures, and each text.
told() {
    local text
    driven "$1"
    same "$code" "$([ "$3" = 0 ]; echo $?)" "exit code; $(head -c 300 "$work/err")" && has "14 cases judged: $2 pass, $3 fail; 0 not claimed" || return
    for text in "${@:4}"; do has "$text" || return; done
}
unmapped() {
    told "$1" 14 0 && XDG_CACHE_HOME=$work LD_LIBRARY_PATH=$work STANDIN_FAIL=$1 "$gatherum" run --draw 0 --backend cuda gather/onnx-13/giants >"$work/out" 2>&1
    has 'sparse tensors, because its device cannot map memory piece by piece'
}
once() {
    driven "$1:$work/$2" --timeout 1
    same "$code" 1 "exit code" && has 'in the crowd timeout: the first call did not come back within the time limit; alone it passes' && has '13 pass, 1 fail'
}
closes() { driven close@1:-1 --timeout 1; same "$code" 0 "exit code" && has '14 pass, 0 fail'; }

plan 16
check 'a driver of another version than the module' refused init@1:803 3 'no CUDA device (error 803 of the driver)'
check 'a device that may not be used' refused context@1:800 3 'the CUDA device 0 cannot be used (error 800 of the driver)'
check 'PTX of a newer version than the driver knows' refused module@1:222 3 '(error 222); try image=nvrtc'
check 'loading kernels hangs' refused module@1:-1 2 'it did not come back within 10 s in open()'
check 'mapping is not permitted, so there are canaries alone and no giants' unmapped create@1:800
check '... or not supported' unmapped map@1:801
check 'no memory between canaries, in the first call only' told alloc@1:2 13 1 'internal-error: ' 'answered no memory in the first call' 'cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2)'
check 'no memory for fences is no failure: canaries serve' told create@2:2 14 0
check 'a mapping that fails' told map@2:801 13 1 'internal-error: ' 'cuMemMap: CUDA_ERROR (801)'
check 'a copy to the device that fails is no damage' told in@2:1 13 1 'internal-error: ' 'cuMemcpyHtoD: CUDA_ERROR (1)'
check 'a copy from the device that fails' told out@3:1 13 1 'internal-error: ' 'cuMemcpyDtoH: CUDA_ERROR (1)'
check 'a launch hangs once' once launch@1:-1 launch
check 'a copy in front of prepare() hangs once' once in@1:-1 in
ours() {
    driven "$1"
    same "$code" 3 "exit code; $(tail -n 4 "$work/out")" && has 'suite-error: ' && has "the device failed: \"$2\"" && ! grep -qE ' [1-9][0-9]* +(unrepeatable|internal-error|not-run)' "$work/out"
}
check 'an uncorrectable error of its memory is no verdict on the backend' ours "sync@8:214:$work/ecc" 'cuCtxSynchronize: CUDA_ERROR (214)'
check '... nor one of NVLink, though it comes again in each worker' ours sync@1:220 'cuCtxSynchronize: CUDA_ERROR (220)'
check 'letting go of the device hangs' closes
finish
