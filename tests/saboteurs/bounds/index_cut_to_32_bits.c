/* index_cut_to_32_bits.c - an index of 64 bits is cut to 32.
 *
 * 4294967296 became 0 and was accepted.
 *
 * class: IDXT
 * origin: mindspore tensor_scatter_elements_cpu_kernel.cc 4662a9a3
 * verdict: accepted wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t index_cut(const struct broken *b, int64_t at)
{
    return (int32_t)broken_index(b, at);
}

SABOTEUR(.index = index_cut)
