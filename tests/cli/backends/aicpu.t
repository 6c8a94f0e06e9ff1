#!/usr/bin/env bash
# aicpu.t - the adapter aicpu: absent, with a stand-in for the kernels whose every fault becomes the verdict
# that it deserves, and with the kernels themselves where `make peers` has put them.
# sanitizers: no, what runs here is for another processor, and knows none.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gat_limit=60
needs 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user' aarch64-linux-gnu-gcc qemu-aarch64
plan 15

lib=$work/standin.so
aarch64-linux-gnu-gcc -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -shared -fPIC -o "$lib" \
    tests/fixtures/aicpu/standin_kernels.c 2>"$work/log" || bail "the stand-in: $(head -n 3 "$work/log")"
echo 'int nothing; int nothing;' | aarch64-linux-gnu-gcc -shared -fPIC -x c -o "$work/empty.so" - || bail "an empty library"
one=gather_nd/mindspore-2.x/document/elements/float32,int32

says() { grep -qF -- "$1" "$work/err" && same "$(wc -l <"$work/err")" 1 "lines" || { why "$(cat "$work/err")"; return 1; }; }

GATHERUM_PEERS=$work gat run --backend aicpu "$one"
same "$code" 3 "exit code" && says 'no AICPU kernels of MindSpore here'
point $? "without the kernels it says so in one line"
gat run --backend "aicpu:lib=$work/empty.so" "$one"
same "$code" 3 "exit code" && says 'the driver does not start: the library has no RunCpuKernel'
point $? "a library without the entry is told"
gat run --backend aicpu:lib=tests/cli/backends/aicpu.t "$one"
same "$code" 3 "exit code" && says 'the driver does not start: '
point $? "what is no library is told"
mkdir "$work/bin" && ln -s "$(command -v env)" "$(command -v timeout)" "$work/bin"
ln -s "$(python3 -c 'import sys; print(sys.executable)')" "$work/bin/python3" # what is found by PATH may be a script
PATH=$work/bin gat run --backend "aicpu:lib=$lib" "$one"
same "$code" 3 "exit code" && says 'no qemu-aarch64 here (package qemu-user)'
point $? "without the emulator it says so in one line"

gat run --draw 0 --backend "aicpu:lib=$lib" "$one" 'gather_nd/mindspore-2.x/depth/*/float32,*' 'scatter_nd/mindspore-2.x/d*/*/float32,*' 'scatter_nd/mindspore-2.x/bad-types/*/float32,*' \
    'scatter_nd/mindspore-zeros-2.x/zeros/*/float32,*' 'scatter_nd/mindspore-zeros-2.x/depth/*/int32,*' 'scatter_nd/mindspore-zeros-2.x/depth/*/float32,*'
same "$code" 0 "exit code" && has 'gather_nd/mindspore-2.x ' && has 'scatter_nd/mindspore-2.x ' && has 'scatter_nd/mindspore-zeros-2.x ' &&
    ! grep -q 'DOES NOT' "$work/out"
point $? "three kernels that are right conform"
grep -q 'bad-types.*# SKIP not claimed: ' "$work/out" && ! grep -q 'bad-types.*accepted' "$work/out" || why "$(grep bad-types "$work/out" | head -n 3)"
point $? "an error that a call raises before its kernel is not asked of the kernel"
gat run --backend "aicpu:lib=$lib" gather_nd/mindspore-2.x/depth/pairs-from-rank-2-indices/bool,int32
same "$code" 1 "exit code" && has 'refused: ' && has 'it says "GatherNd returns -1"'
point $? "what a kernel refuses is a refusal, with what it returns"

# fault FAULT WHAT CASE: what the stand-in does wrong, and what is said of it.
fault() {
    local limit=20
    [ "$1" != hangs ] || limit=1
    STANDIN=$1 gat run --timeout $limit --backend "aicpu:lib=$lib" "${3:-$one}"
    same "$code" 1 "exit code" && has "$2"
    point $? "a kernel that ${1//-/ } is told"
}
segv='died of signal 11 (SIGSEGV: bad memory access) in the'
fault writes-input "$segv"
fault writes-past "$segv"
fault writes-before "$segv"
fault unchecked "$segv" gather_nd/mindspore-2.x/index-edges/7-by-1-part0-last-one-past/float32,int32
fault exits 'ended the process with status 3 in the first call'
fault hangs 'the first call did not come back within the time limit'

if [ -e "$out/peers/mindspore/.version" ]; then
    gat run --backend aicpu "$one" scatter_nd/mindspore-2.x/document 'scatter_nd/mindspore-zeros-2.x/zeros'
    same "$code" 0 "exit code" && has "# backend aicpu: aicpu $(cat "$out/peers/mindspore/.version"), profile npu, isolated, copied"
    point $? "the kernels of MindSpore answer"
    gat run --backend aicpu gather_nd/mindspore-2.x/index-edges/7-by-1-part0-last-one-past/float32,int32
    same "$code" 0 "exit code" && has "$segv" && has 'waived: An index past its extent is not looked at'
    point $? "their GatherNd reads after data for an index that is one too large"
else
    skip "the kernels of MindSpore answer" "make peers PEERS=mindspore installs them"
    skip "their GatherNd reads after data for an index that is one too large" "make peers PEERS=mindspore installs them"
fi
finish
