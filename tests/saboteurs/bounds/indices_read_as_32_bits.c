/* indices_read_as_32_bits.c - indices of 64 bits are read as 32.
 *
 * Every second index is the high half of its neighbour.
 *
 * class: IDXT
 * origin: tensorflow/tensorflow-directml#80, onnxruntime/onnxruntime-qnn#311
 * verdict: wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t index_narrow(const struct broken *b, int64_t at)
{
    int32_t index;
    if (b->c.indices.dtype != GAT_I64)
        return broken_index(b, at);
    memcpy(&index, (const char *)b->c.indices.data + at * 4, sizeof index);
    return index;
}

SABOTEUR(.index = index_narrow)
