#!/usr/bin/env bash
# gpu_oclgrind.t - the OpenCL kernels under Oclgrind, which watches memory and races; it
# must find what is seeded.
# sanitizers: no, Oclgrind is one.
#
# Oclgrind replaces the platform: under its own command it would silently check nothing in
# a program that opens OpenCL by dlopen, so it is named by a vendor directory, and the
# platform's name is asked for.  Its exit status says nothing: its log is read.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
icd=$(dpkg -L oclgrind 2>/dev/null | grep -m 1 'rt-icd\.so$' || ls /usr/lib*/oclgrind/*rt-icd.so 2>/dev/null | head -n 1)
[ -n "$icd" ] && [ -e "${OUT:-build}/backends/opencl.so" ] || skip_all 'no Oclgrind, or no backend opencl, here'
plan 6
mkdir "$work/vendors" && echo "$icd" >"$work/vendors/oclgrind.icd"

# watched OPTIONS PATTERN...: runs the cases; $work/log has what Oclgrind says.
watched() {
    local options=$1
    shift
    rm -f "$work/log"
    XDG_CACHE_HOME=$work OCL_ICD_VENDORS=$work/vendors OCLGRIND_LOG=$work/log OCLGRIND_DATA_RACES=1 OCLGRIND_CHECK_API=1 timeout 120 \
        "$gatherum" run --here --timeout 60 --backend "opencl$options" "$@" >"$work/out" 2>"$work/err"
    code=$?
    grep -q 'opencl Oclgrind on' "$work/out" || { why "the platform is not Oclgrind: $(head -c 300 "$work/err")"; return 1; }
    [ -e "$work/log" ] || { why "there is no log"; return 1; }
}
# found TEXT: one finding per line of the log: kind, kernel.
found() { grep -q "$1" "$work/log" || { why "not '$1' but: $(head -n 8 "$work/log")"; return 1; }; }

some=('gather/onnx-13/document/*/float32,int64' 'gather/mindspore-2.x@gpu/batch/*/int8,int32' gather_elements/onnx-13/document/*/float64,int64
    'scatter_elements/onnx-11/duplicates/*/int16,int64' 'gather_nd/onnx-13/document/*/float32,int64'
    'scatter_nd/onnx-18/reductions/*/float32,int64' 'scatter_elements/torch-scatter_reduce-2.x/reductions/*/float16,int64')
watched '' "${some[@]}" && same "$code" 0 "exit code; $(tail -n 4 "$work/out")" && same "$(head -c 500 "$work/log")" '' "log"
point $? "no finding in $(sed -n 's/# \([0-9]* cases judged\).*/\1/p' "$work/out")"
watched :lanes=4 'gather/onnx-13/document/*/complex128,int64' && same "$code" 0 "exit code" && same "$(head -c 500 "$work/log")" '' "log"
point $? "nor with several work-items for a row"
tools/setup/gpu_source.sh | sed 's/if (index >= 0 && index < extent)/if (extent != 0)/' >"$work/trusting.cl"
cmp -s "$work/trusting.cl" <(tools/setup/gpu_source.sh) && bail "nothing was seeded"
watched :source="$work/trusting.cl" gather/onnx-13/errors/int32-max/int8,int64 gather/onnx-13/errors/int32-min/int8,int32 && found 'Invalid read' && found 'Kernel: *k_take'
point $? "a kernel that trusts its indices reads where there is nothing"
past=$(sed -n 's/^reads-past\t[^\t]*\t[^\t]*\t//p' tests/fixtures/gpu/faults.txt)
tools/setup/gpu_source.sh | sed "$past" | sed 's/const volatile K_UNIT/volatile __global const K_UNIT/' >"$work/past.cl"
watched :source="$work/past.cl" 'gather/onnx-13/document/rows/float32,int64' && found 'Invalid read' && found 'Kernel: *k_take'
point $? "a kernel that reads one element beside its operand"
watched :order=any 'scatter_elements/onnx-11/duplicates/*/int16,int64' && found 'data race' && found 'Kernel: *k_place'
point $? "updates of one element in any order are a race"
tools/setup/gpu_source.sh | sed 's/n << shift < w->rows/n < w->rows/; s/first = n << shift, last/first = 0, last/' >"$work/unelected.cl"
cmp -s "$work/unelected.cl" <(tools/setup/gpu_source.sh) && bail "nothing was seeded"
watched :source="$work/unelected.cl" 'scatter_nd/onnx-18/reductions/add-twice/float32,int64' && found 'data race' && found 'Kernel: *k_join'
point $? "... and so are sums that every row makes"
finish
