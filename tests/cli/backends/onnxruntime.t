#!/bin/bash
# onnxruntime.t - the backend onnxruntime: found, absent, foreign, and judged.
#
# SPDX-License-Identifier: Apache-2.0
set -u
. "$(dirname "$0")/../tap.sh"
gatherum=${GATHERUM:-build/gatherum}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# judge STATUS PART ARGUMENT...: the run ends so, and prints a line with this part
judge() {
    local want=$1 part=$2 got
    shift 2
    "$gatherum" run "$@" >"$work/out" 2>&1
    got=$?
    [ "$got" = "$want" ] && grep -qF -- "$part" "$work/out" && return
    why "status $got, not $want, or nothing printed with: $part"
    why "$(tail -n 5 "$work/out")"
    return 1
}

judge 2 'the options are lib=PATH, threads=N and optimise=N' --backend onnxruntime:depth=3 'gather/onnx-13/*'
point $? 'an option that it does not know'
judge 2 'the options are' --backend onnxruntime:threads=0 'gather/onnx-13/*'
point $? 'no threads at all'
judge 3 'nowhere.so: cannot open shared object file' --backend "onnxruntime:lib=$work/nowhere.so" 'gather/onnx-13/*'
point $? 'a library that is not there'
GATHERUM_ONNXRUNTIME=$work/nowhere.so judge 3 'cannot open shared object file' --backend onnxruntime 'gather/onnx-13/*'
point $? 'the same by the environment'
libc=$(ldd "$gatherum" | sed -n 's/.* => \(.*libc\.so[^ ]*\) .*/\1/p')
judge 3 'this is not onnxruntime' --backend "onnxruntime:lib=$libc" 'gather/onnx-13/*'
point $? 'a library that is another one'

"$gatherum" run --backend onnxruntime 'gather/onnx-13/document/rows/float32,int64' >"$work/out" 2>&1
if grep -q 'make peers installs' "$work/out"; then
    skip 'what the library computes' "$(sed 's/^gatherum: //' "$work/out")"
    echo "1..$tap_count"
    finish
fi
judge 0 ' 0 fail;' --backend onnxruntime gather_elements/onnx-13/types gather_elements/onnx-13/errors scatter/onnx-9/values \
    scatter_elements/onnx-11/strings scatter_elements/onnx-11/errors gather_nd/onnx-13/depth scatter_nd/onnx-16/reductions
point $? 'what its waivers do not name is obeyed, strings and bfloat16 included'
judge 0 'of those that fail are waived' --backend onnxruntime gather/onnx-13/rows gather_elements/onnx-13/giants gather_nd/onnx-13/batch
point $? 'what they name fails, a death included'
judge 0 'cases judged: ' --backend onnxruntime 'gather/onnx-13/*/float32,*' 'scatter_elements/onnx-11/*/float32,*'
point $? 'everything of float32'
judge 0 ' 0 fail;' --backend onnxruntime:threads=3 gather_elements/onnx-13/types
point $? 'with three threads'
"$gatherum" run --backend onnxruntime --out "$work/r" 'gather/onnx-13/document/rows/float32,int64' >/dev/null
grep -q '"record":"backend".*"version":"1\.' "$work/r"
point $? 'the record states the version of the library'
echo "1..$tap_count"
finish
