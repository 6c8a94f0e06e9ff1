/* negative_made_unsigned.c - a negative index becomes a large unsigned one.
 *
 * The index was cast to unsigned int, or to usize, before anything was added.
 *
 * class: NEG
 * origin: openvinotoolkit/openvino#1570, sonos/tract fc18933e6
 * verdict: out-of-bounds-read out-of-bounds-write crash
 * except: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t position(const struct broken *b, int64_t index)
{
    (void)b;
    return (int64_t)(uint32_t)index;
}

SABOTEUR(.position = position)
