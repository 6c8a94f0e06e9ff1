#!/usr/bin/env bash
# new.t - what gatherum new writes works as it is: backends, adapters, variants and cases.
# sanitizers: no, what is written is judged by what others test.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
top=$PWD
. tests/cli/shards.sh
echo "TAP version 13"

# gat CODE ARGUMENT...: in $work, with this exit code.
gat() {
    local want=$1
    shift
    (cd "$work" && timeout 120 "$gatherum" "$@") >"$work/out" 2>"$work/err"
    same $? "$want" "exit code of $*; $(cat "$work/err") $(tail -n 3 "$work/out")"
}
err_has() { grep -qF -- "$1" "$work/err" || { why "no '$1' in: $(cat "$work/err")"; return 1; }; }
passes() { grep -qE "^# [1-9][0-9]* cases judged: .* 0 fail" "$work/out" || { why "$(tail -n 3 "$work/out")"; return 1; }; }
operators=$("$gatherum" list specs | sed 's|/.*||' | sort -u)

backend() {
    gat 0 new backend my_gather && same "$(head -n 1 "$work/out")" ./my_gather.c 'what it says' || return
    "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$top/include" -shared -fPIC -o "$work/my_gather.so" "$work/my_gather.c" 2>"$work/err" ||
        { why "$(head -n 5 "$work/err")"; return 1; }
    gat 0 run --backend ./my_gather.so gather/onnx-13/rows gather/onnx-13/negative gather/onnx-13/errors gather/onnx-13/axis gather/onnx-13/empty && passes
}
check 'a backend is compiled without a warning, and conforms' backend
# judged_fast CODE: the device backend in $work, in few points.
judged_fast() { POCL_CACHE_DIR=$(realpath "${OUT:-build}")/pocl-cache gat "$1" run --timeout 60 --draw 0 --backend ./fast.so gather/onnx-13/document gather/onnx-13/negative gather/onnx-13/errors; }
# forgets FILE COMMAND...: with a kernel that forgets negative indices the cause is told.
forgets() {
    local file=$1
    shift
    sed 's/at = indices\[k\] < 0 ? .*/at = indices[k];\\n"/' "$work/$file" >"$work/slow.$file"
    [[ $file = *.c ]] || sed -i 's/\\n"$//' "$work/slow.$file"
    "$@" "$work/slow.$file" && judged_fast 1 && { grep -q 'negative' "$work/out" || { why "$(tail -n 12 "$work/out")"; return 1; }; }
}
# A launch is written otherwise for the stand-in, which shows that the template's calls and arithmetic are right:
# not that nvcc takes it, nor what happens where work-items run at once.
cuda_make() {
    sed 's/gather<<<grid, 256>>>(/STANDIN(gather, grid, 256)(/' "$1" >"$work/fast.cc" &&
        c++ -std=c++20 -Wall -Wextra -Werror -Wno-missing-field-initializers -I"$top/include" -I"$top/tests/fixtures/gpu/runtime" -shared -fPIC \
            -o "$work/fast.so" "$work/fast.cc" 2>"$work/err" || { why "$(head -n 5 "$work/err")"; return 1; }
}
cuda() {
    gat 0 new backend --cuda fast && same "$(head -n 1 "$work/out")" ./fast.cu 'what it says' || return
    cuda_make "$work/fast.cu" && judged_fast 0 && passes && forgets fast.cu cuda_make || return
    STANDIN_NONE=1 judged_fast 3 && err_has 'no CUDA device here'
}
# fenced CODE: the same device, whose addresses are mapped piece by piece, with a giant.
fenced() { gat "$1" run --deaths 1000 --draw 0 --backend ./fast.so gather/onnx-13/document gather/onnx-13/giants/rows-past-32-bits; }
# seeds BEFORE AFTER VERDICT CASES: with this fault in its kernel.
seeds() {
    sed "s/$1/$2/" "$work/fast.cu" >"$work/slow.cu" && ! cmp -s "$work/fast.cu" "$work/slow.cu" && cuda_make "$work/slow.cu" && fenced 1 &&
        { grep -q "^# *$3: gather/onnx-13/$4" "$work/out" || { why "$(grep -v '^ok' "$work/out" | head -n 12)"; return 1; }; }
}
cuda_fences() {
    cuda_make "$work/fast.cu" && fenced 0 && grep -q '^ok .*giants/rows-past-32-bits$' "$work/out" || { why "$(grep giants "$work/out")"; return 1; }
    STANDIN_GRAIN=0 fenced 0 && grep -q '^ok .*giants/rows-past-32-bits # SKIP not claimed: sparse' "$work/out" || { why "$(grep giants "$work/out")"; return 1; }
    seeds 'data\[\(.*\)\];' 'data[(int)(\1)];' out-of-bounds-read giants/rows-past-32-bits &&
        seeds 'data\[\(.*\)\];' '((void)((const volatile float *)data)[\1 + 1], data[\1]);' out-of-bounds-read document
}
if command -v c++ >/dev/null; then
    check 'a CUDA backend conforms on a stand-in, and a kernel in it that forgets negative indices does not' cuda
    check '... its giants and fences find an offset in 32 bits, and a read beside an operand' cuda_fences
else
    skip 'a CUDA backend' 'no c++ here'
    skip 'its giants and fences' 'no c++ here'
fi
opencl_make() {
    "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$top/include" -shared -fPIC -o "$work/fast.so" "$1" -l:libOpenCL.so.1 2>"$work/err" ||
        { why "$(head -n 5 "$work/err")"; return 1; }
}
opencl() {
    gat 0 new backend --opencl fast && same "$(head -n 1 "$work/out")" ./fast.c 'what it says' || return
    opencl_make "$work/fast.c" && judged_fast 0 && passes && forgets fast.c opencl_make || return
    sed 's/long first = /lung first = /' "$work/fast.c" >"$work/slow.c"
    opencl_make "$work/slow.c" && judged_fast 3 && err_has "lung" && err_has 'the kernel cannot be built (error -11)'
}
if [ -e "${OUT:-build}/backends/opencl.so" ] && "$gatherum" list backends opencl 2>/dev/null | grep -q ', driver '; then
    check 'an OpenCL backend conforms, and a kernel in it that forgets negative indices does not' opencl
else
    skip 'an OpenCL backend' 'no OpenCL device here'
fi
adapter() {
    gat 0 new adapter mine --out tools && gat 0 smoke tools/mine.py || return
    gat 0 run --backend tools/mine.py gather/onnx-13/rows gather/onnx-13/negative gather/onnx-13/errors && passes
}
if command -v python3 >/dev/null; then check 'an adapter speaks the protocol, and conforms' adapter; else skip 'an adapter' 'no python3 here'; fi
variants() {
    local o
    for o in $operators; do
        gat 0 new variant "$o/mine-1" && gat 0 explain --path . "$o/mine-1" &&
            gat 0 show --path . "$o/mine-1/document/first/float32,int64" &&
            gat 0 export c --path . "$o/mine-1/document/first/float32,int64" || return # not where the oracle contradicts it
    done
    # The tests of the suite take it, and so do the generators, which run when all members are asked for.
    gat 0 list cases --tap full --path . gather_nd/mine-1 && [ "$(wc -l <"$work/out")" -gt 1000 ] || { why "$(wc -l <"$work/out") cases"; return 1; }
}
check 'a variant of each operator: explained, with an example that holds, and cases of the suite' variants
judged() { gat 0 run --backend tools/mine.py:as=mine-1 --path . gather/mine-1/document gather/mine-1/rows && passes; }
if command -v python3 >/dev/null; then check 'a backend can be judged by it' judged; else skip 'a backend can be judged by it' 'no python3 here'; fi
cases() {
    local o variant
    for o in $operators; do
        gat 0 new case "$o/mine" || return
        # The first variant that takes it: a pattern for all of them would open every generator.
        for variant in $("$gatherum" list specs "$o" | grep -o '^[^ ]*'); do
            gat 0 list cases --path . "$variant/mine" 2>/dev/null && break
            tap_why=
        done
        gat 0 run --path . --backend ref "$variant/mine" && passes || return
    done
}
check 'a file of cases for each operator, which ref passes' cases
clean() { ! grep -srnE '@|#only|SPDX' "$work"/my_gather.c "$work"/fast.c "$work"/fast.cu "$work"/tools "$work"/specs "$work"/cases >"$work/err" || { why "$(head -n 3 "$work/err")"; return 1; }; }
check 'nothing of the template is left in them' clean
refused() {
    gat 2 new && gat 2 new adapter --cuda x && err_has 'new makes a backend with --cuda' && gat 2 new backend --cuda --opencl x && gat 2 new bakend x && err_has "did you mean 'backend'" && gat 2 new backend a-b && gat 2 new case rows &&
        gat 2 new case ../x/y && gat 2 new case gathr/x && err_has "did you mean 'gather'" || return
    gat 2 new variant gather/onnx-13 && err_has 'gather/onnx-13.yaml' || return
    echo mine >"$work/my_gather.c"
    gat 2 new backend my_gather && err_has 'left as it is' && same "$(cat "$work/my_gather.c")" mine 'the file that was there' || return
    gat 3 new backend my_gather --out "$work/no/such/folder"
}
check 'unknown kinds, names that are none or taken; a file that is there is kept' refused
echo "1..$tap_count"
finish
