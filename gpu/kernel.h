/* kernel.h - one kernel source for OpenCL C 1.2, CUDA and C11: what the three call by
 * other names, and what a kernel is given.
 *
 * The device source is this file, kernel_walk.h, kernel_sort.h, kernel_join.h, and kernel_unit.h
 * once for each size of unit; tools/setup/gpu_source.sh puts them together. Kernels know bytes and
 * 64-bit integers only, but for k_join, which computes. They have no barrier and no local memory
 * (what must be over before something else begins is a launch of its own), and all take the same
 * arguments, so that a backend launches any of them by its name. In the host reading a work-item
 * is a call.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KERNEL_H
#define GAT_KERNEL_H

#if defined(__OPENCL_C_VERSION__)
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define K_COMPUTES
#endif
typedef uchar k_u8;
typedef ushort k_u16;
typedef uint k_u32;
typedef ulong k_u64;
typedef long k_i64;
typedef int k_i32;
typedef ulong2 k_u128;
#define K_KERNEL __kernel void
#define K_FUNCTION __attribute__((always_inline))
#define K_GLOBAL __global
#define K_RESTRICT restrict
#define K_FIRST
#define K_ITEM ((k_u64)get_global_id(0))
#define K_ITEMS ((k_u64)get_global_size(0))
#define K_PAIR(a, b) ((ulong2)(a, b))
#define K_ATOMIC_SWAP(at, v) atom_xchg((volatile __global k_u64 *)(at), (k_u64)(v))
#define K_ATOMIC_MAX(at, v) ((void)atom_max((volatile __global k_u64 *)(at), (k_u64)(v)))
#define K_ATOMIC_MIN(at, v) ((void)atom_min((volatile __global k_u64 *)(at), (k_u64)(v)))

#elif defined(__CUDACC__) || defined(__CUDACC_RTC__)
typedef unsigned char k_u8;
typedef unsigned short k_u16;
typedef unsigned int k_u32;
typedef unsigned long long k_u64;
typedef long long k_i64;
typedef int k_i32;
struct __align__(16) k_u128
{
    k_u64 a, b;
};
#define K_KERNEL extern "C" __global__ void
#define K_FUNCTION static __device__ __forceinline__
#define K_GLOBAL
#define K_RESTRICT __restrict__
#define K_FIRST
#define K_ITEM ((k_u64)blockIdx.x * blockDim.x + threadIdx.x)
#define K_ITEMS ((k_u64)gridDim.x * blockDim.x)
#define K_PAIR(a, b) k_pair(a, b)
#define K_COMPUTES
#define K_ATOMIC_SWAP(at, v) atomicExch(at, (k_u64)(v))
#define K_ATOMIC_MAX(at, v) ((void)atomicMax(at, (k_u64)(v)))
#define K_ATOMIC_MIN(at, v) ((void)atomicMin(at, (k_u64)(v)))

#else /* the host */
#include <stdint.h>
/* Bytes of any type are moved as words. */
#define K_WORD __attribute__((may_alias))
typedef uint8_t k_u8;
typedef uint16_t K_WORD k_u16;
typedef uint32_t K_WORD k_u32;
typedef uint64_t K_WORD k_u64;
typedef int64_t K_WORD k_i64;
typedef int32_t K_WORD k_i32;
struct K_WORD k_pair_of {
    uint64_t a, b;
};
typedef struct k_pair_of k_u128;
#define K_KERNEL static void
#define K_FUNCTION static inline __attribute__((always_inline))
#define K_GLOBAL
#define K_RESTRICT restrict
#define K_FIRST k_u64 k_item, k_u64 k_items,
#define K_ITEM k_item
#define K_ITEMS k_items
#define K_PAIR(x, y) ((k_u128){x, y})
#define K_COMPUTES
#define K_ATOMIC_SWAP(at, v) __atomic_exchange_n(at, (k_u64)(v), __ATOMIC_RELAXED)
#define K_ATOMIC_MAX(at, v) k_atomic(at, (k_u64)(v), 1)
#define K_ATOMIC_MIN(at, v) k_atomic(at, (k_u64)(v), 0)
#endif

#define K_DIMS 16 /* no tensor has more dimensions */
#define K_MOST ((k_i64)(~(k_u64)0 >> 1))
#define K_NOWHERE (~(k_u64)0) /* in *bad: no index was out of range so far */
enum k_policy { K_ERROR, K_CLAMP, K_WRAP, K_FILL, K_DROP }; /* with an index out of range */
/* How an element and its updates become one.  The order is that of the words in gpu_question.c.
 * For kernels K_SUB is K_ADD with `negates`. */
enum k_how { K_MOVE, K_ADD, K_MUL, K_MIN, K_MAX, K_MEAN, K_SUB };
enum k_elects { K_NOBODY, K_BY_VOTE, K_BY_ORDER };                /* K_BY_ORDER: kernel_sort.h */
enum k_number { K_SIGNED, K_UNSIGNED, K_FLOAT, K_HALF, K_BRAIN }; /* K_BRAIN: bfloat16 */

/* The rows that one launch moves.  A row is `width` units, one after the other.  Its
 * number is taken apart into coordinates; each steps through the near operand (output of a
 * gather, updates of a scatter) and through the far one (data; output of a scatter), which
 * the row's tuple of `depth` indices leads on into.  Positions and strides count units, those of
 * indices bytes. */
struct k_walk {
    k_u64 rows, width;
    k_u32 lane_shift; /* 2^lane_shift work-items share a row */
    k_u32 dims, depth;
    k_u32 index_bytes; /* 1, 2, 4 or 8 */
    k_u32 index_is_signed;
    k_u32 index_is_odd; /* its address is no multiple of that */
    k_u32 from_end;     /* indices in [-extent, -1] count from the end */
    k_u32 policy;       /* enum k_policy */
    k_u32 elects;       /* enum k_elects: of several rows for one place one is moved */
    k_u32 first;        /* ... which is the first, else the last */
    k_u32 windows;      /* some dimension leads */
    k_u32 note_shift;   /* a place has a note for each 2^note_shift units */
    /* Where elements are computed, units are bytes; an element has `parts` of `part` bytes. */
    k_u32 how, number; /* enum k_how, enum k_number */
    k_u32 part, parts;
    k_u32 part_is_odd; /* the address of some part is no multiple of its size */
    k_u32 bare;        /* updates alone are combined, not what is there before */
    k_u32 negates;     /* updates are subtracted */
    k_u32 blank;       /* rows are filled, whatever the far operand holds */
    k_u32 digits;      /* of a key, and how many keys there are (kernel_sort.h) */
    k_u64 places;
    k_u64 shuffled; /* rows do not come in the order of their places, as k_check found */
    k_u64 near_at, far_at, index_at;
    k_u64 extent[K_DIMS], near_stride[K_DIMS], far_stride[K_DIMS];
    k_u64 index_stride[K_DIMS], ordinal_stride[K_DIMS]; /* in bytes; in tuples */
    k_u64 leads[K_DIMS]; /* the coordinate is added to this index of the tuple, from 1; 0: none */
    k_u64 tuple_stride;  /* from an index of a tuple to the next, in bytes */
    k_u64 axis_extent[K_DIMS], axis_stride[K_DIMS]; /* for each index of a tuple */
    k_u64 fill[2];                                  /* the 16 bytes that K_FILL repeats */
};

enum { K_DIGIT = 6 };     /* kernel_sort.h: bits */
enum { K_FAN_SHIFT = 5 }; /* kernel_join.h: 2^5 numbers are combined at once */

#define K_WALKS 2
/* Shared by the launches of one call: their walks, and the least ordinal of an index that was
 * out of range. */
struct k_state {
    k_u64 bad, unused;
    struct k_walk walks[K_WALKS];
};

/* The arguments of every kernel. `notes` has a word for each place of the far operand, where
 * rows elect one of them; or, where they are combined, what kernel_sort.h says, and then the
 * results that are parts of others. `step` counts the launches of one kernel in one call. */
#define K_ARGS                                                                                     \
    K_FIRST K_GLOBAL k_u8 *K_RESTRICT far, K_GLOBAL const k_u8 *K_RESTRICT indices,                \
        K_GLOBAL k_u8 *K_RESTRICT near, K_GLOBAL k_u64 *K_RESTRICT notes,                          \
        K_GLOBAL struct k_state *K_RESTRICT state, k_u32 which, k_u32 step

#endif
