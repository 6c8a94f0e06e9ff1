/* kernel_units.h - all kernels: those of kernel_unit.h for units of 1, 2, 4, 8 and 16 bytes,
 * and those that know none.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KERNEL_UNITS_H
#define GAT_KERNEL_UNITS_H

#include "kernel_join.h"

#define K_JOIN_(a, b) a##_##b
#define K_JOIN(a, b) K_JOIN_(a, b)
#define K_NAME(name) K_JOIN(name, K_BITS)
/* The unit number u of a row that is filled. */
#define K_FILL_UNIT(w, u) \
    ((K_UNIT)((w)->fill[(u) * (K_BITS / 8) / 8 & 1] >> ((u) * K_BITS % 64)))

#define K_UNIT k_u8
#define K_BITS 8
#include "kernel_unit.h"
#undef K_UNIT
#undef K_BITS

#define K_UNIT k_u16
#define K_BITS 16
#include "kernel_unit.h"
#undef K_UNIT
#undef K_BITS

#define K_UNIT k_u32
#define K_BITS 32
#include "kernel_unit.h"
#undef K_UNIT
#undef K_BITS

#define K_UNIT k_u64
#define K_BITS 64
#include "kernel_unit.h"
#undef K_UNIT
#undef K_BITS

#undef K_FILL_UNIT
#define K_FILL_UNIT(w, u) K_PAIR((w)->fill[0], (w)->fill[1])
#define K_UNIT k_u128
#define K_BITS 128
#include "kernel_unit.h"
#undef K_UNIT
#undef K_BITS
#undef K_FILL_UNIT

#endif
