/* loop_bound_in_32_bits.c - the number of elements that a loop runs through is an
 * int.
 *
 * Past 2^31 elements it is negative, at 2^32 it is 0: the loop ends before it
 * begins.
 *
 * class: OVF
 * origin: apache/tvm#8415, microsoft/onnxruntime gather_elements.cc 08dc5afa
 * verdict: unwritten wrong-value
 * except: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    if ((int32_t)gat_array_count(&b->c.data) < 1)
        b->stop = b->start;
}

SABOTEUR(.plan = plan)
