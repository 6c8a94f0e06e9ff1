/* tensor.c - shapes: counts, coordinates, text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tensor.h"

#include <assert.h>
#include <stdio.h>

#include "dtype.h"

bool gat_shape_count(int32_t ndim, const int64_t *shape, int64_t *count)
{
    int64_t product = 1;
    bool empty = false;
    for (int32_t d = 0; d < ndim; d++) {
        if (shape[d] < 0)
            return false;
        if (shape[d] == 0)
            empty = true;
        else if (__builtin_mul_overflow(product, shape[d], &product))
            return false;
    }
    *count = empty ? 0 : product;
    return true;
}

int64_t gat_array_count(const struct gat_array *t)
{
    int64_t count = 1;
    for (int32_t d = 0; d < t->ndim; d++)
        count *= t->shape[d];
    return count;
}

size_t gat_array_size(const struct gat_array *t)
{
    return (size_t)gat_array_count(t) * gat_dtype_size(t->dtype);
}

int64_t gat_array_filled(const struct gat_array *t, int64_t at)
{
    uint64_t esize = gat_dtype_size(t->dtype);
    if (t->sparse == NULL)
        return at;
    for (size_t k = 0; k < t->sparse->count; k++) {
        const struct gat_extent *x = &t->sparse->extents[k];
        int64_t first = (int64_t)(x->at / esize), end = first + (int64_t)(x->size / esize);
        if (at < end)
            return at < first ? first : at;
    }
    return gat_array_count(t);
}

void gat_shape_unravel(int32_t ndim, const int64_t *shape, int64_t ordinal,
                       int64_t *coordinates)
{
    for (int32_t d = ndim - 1; d >= 0; d--) {
        coordinates[d] = ordinal % shape[d];
        ordinal /= shape[d];
    }
}

void gat_shape_print(int32_t ndim, const int64_t *shape, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "[");
    for (int32_t d = 0; d < ndim && used < size; d++)
        used += (size_t)snprintf(out + used, size - used, d == 0 ? "%lld" : ",%lld",
                                 (long long)shape[d]);
    if (used < size)
        snprintf(out + used, size - used, "]");
}

bool gat_dtype_is_index(enum gat_dtype t)
{
    unsigned code = gat_dtype_code(t).code;
    return code == 0 || code == 1; /* signed and unsigned integers */
}

static uint64_t bits_at(const struct gat_array *t, int64_t at)
{
    uint64_t bits;
    memcpy(&bits, (const char *)t->data + (size_t)at * sizeof bits, sizeof bits);
    return bits;
}

#define WIDENED(type)                                                                              \
    {                                                                                              \
        type x;                                                                                    \
        memcpy(&x, (const char *)t->data + (size_t)at * sizeof x, sizeof x);                       \
        return x;                                                                                  \
    }

/* Called for each index of such a type: it asks no table for size and sign. */
int64_t gat_array_index_any(const struct gat_array *t, int64_t at)
{
    assert(gat_dtype_is_index(t->dtype));
    switch ((unsigned)t->dtype) {
    case GAT_I8: WIDENED(int8_t)
    case GAT_I16: WIDENED(int16_t)
    case GAT_I32: WIDENED(int32_t)
    case GAT_U8: WIDENED(uint8_t)
    case GAT_U16: WIDENED(uint16_t)
    case GAT_U32: WIDENED(uint32_t)
    case GAT_U64: return bits_at(t, at) > INT64_MAX ? INT64_MAX : (int64_t)bits_at(t, at);
    default: return (int64_t)bits_at(t, at);
    }
}
#undef WIDENED
