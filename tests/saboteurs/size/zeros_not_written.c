/* zeros_not_written.c - an element of zero bytes is not written.
 *
 * The output is taken for zeroed, as the first allocation of a process is.
 *
 * class: UNI
 * origin: none known
 * verdict: unwritten
 * only: poison
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool is_zero(const char *at, size_t size)
{
    while (size > 0 && at[size - 1] == 0)
        size--;
    return size == 0;
}

static void move(const struct broken *b, int64_t to, const char *from)
{
    if (!is_zero(from, b->esize))
        memcpy(b->to + (size_t)to * b->esize, from, b->esize);
}

static void base(const struct broken *b)
{
    for (int64_t k = 0; k < gat_array_count(&b->c.data); k++)
        move(b, k, (const char *)b->c.data.data + (size_t)k * b->esize);
}

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    if (b->scatters)
        broken_put(b, to, from, n);
    for (int64_t k = 0; k < n && !b->scatters; k++)
        move(b, to + k, b->source + (size_t)(from + k) * b->esize);
}

SABOTEUR(.base = base, .put = put)
