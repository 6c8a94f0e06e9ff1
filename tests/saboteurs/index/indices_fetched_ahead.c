/* indices_fetched_ahead.c - indices are fetched ahead, past their end.
 *
 * What is fetched too much is thrown away.
 *
 * class: OOB
 * origin: none known
 * verdict: out-of-bounds-read
 * only: fence-after
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t index_ahead(const struct broken *b, int64_t at)
{
    const volatile char *indices = b->c.indices.data;
    (void)indices[(at + 1) * (int64_t)gat_dtype_size(b->c.indices.dtype)];
    return broken_index(b, at);
}

SABOTEUR(.index = index_ahead)
