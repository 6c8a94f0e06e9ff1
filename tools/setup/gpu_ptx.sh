#!/bin/sh
# gpu_ptx.sh - the kernels of gpu/ as PTX, in a C array; an empty one where neither nvcc nor clang makes it.
#
# nvcc is taken where it is; clang needs no CUDA SDK, only the few words of it that the kernels use.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 3
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT

words() {
    cat <<'WORDS'
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __align__(n) __attribute__((aligned(n)))
#define __forceinline__ inline __attribute__((always_inline))
struct k_three { unsigned x; };
static __device__ __forceinline__ k_three k_thread() { return {(unsigned)__nvvm_read_ptx_sreg_tid_x()}; }
static __device__ __forceinline__ k_three k_block() { return {(unsigned)__nvvm_read_ptx_sreg_ctaid_x()}; }
static __device__ __forceinline__ k_three k_threads() { return {(unsigned)__nvvm_read_ptx_sreg_ntid_x()}; }
static __device__ __forceinline__ k_three k_blocks() { return {(unsigned)__nvvm_read_ptx_sreg_nctaid_x()}; }
#define threadIdx k_thread()
#define blockIdx k_block()
#define blockDim k_threads()
#define gridDim k_blocks()
static __device__ __forceinline__ unsigned long long atomicExch(unsigned long long *at, unsigned long long v) { return __nvvm_atom_xchg_gen_ll((long long *)at, (long long)v); }
static __device__ __forceinline__ void atomicMax(unsigned long long *at, unsigned long long v) { __nvvm_atom_max_gen_ull(at, v); }
static __device__ __forceinline__ void atomicMin(unsigned long long *at, unsigned long long v) { __nvvm_atom_min_gen_ull(at, v); }
WORDS
}

if command -v "${NVCC:-nvcc}" >/dev/null && tools/setup/gpu_source.sh >"$work/kernels.cu" &&
    "${NVCC:-nvcc}" -ptx -arch=compute_75 -o "$work/ptx" "$work/kernels.cu" 2>/dev/null; then by=nvcc
elif command -v clang >/dev/null && { words; tools/setup/gpu_source.sh; } >"$work/kernels.cu" &&
    clang -x cuda -D__CUDACC__ --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_70 -O2 -S \
        -Wno-unknown-cuda-version -o "$work/ptx" "$work/kernels.cu" 2>/dev/null; then by=clang
else by=nobody; : >"$work/ptx"; fi
if [ "${1-}" = --by ]; then echo "$by"; exit; fi
if [ "${1-}" != --c ]; then cat "$work/ptx"; exit; fi
echo "/* gpu_ptx.c - the kernels as PTX, by $by; made by tools/setup/gpu_ptx.sh. */"
echo 'extern const char gpu_ptx[], gpu_ptx_by[];'
echo "const char gpu_ptx_by[] = \"$by\";"
echo 'const char gpu_ptx[] = {'
od -An -v -tu1 "$work/ptx" | sed 's/  *\([0-9][0-9]*\)/\1,/g'
echo '0};'
