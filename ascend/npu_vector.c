/* npu_vector.c - instructions of the vector and of the scalar unit.
 *
 * Only what the kernels use.  Adds, Muls, Maxs, Mins, Add, Sub, ShiftRight, Duplicate
 * and ArithProgression are documented for int32 on A2, A3 and 950, Or for 16-bit
 * integers, which is the same on bits, and with a repeat stride of 0 it folds; Cast takes
 * int64 to int32 and saturates.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "npu.h"

/* Cycles: a repeat of 256 bytes each, and some to get going.  A scalar access to the
 * buffer is reckoned with 4, one to global memory, past its cache, with 200.
 * Estimates, as for copies. */
enum { VECTOR_START = 8, SCALAR_ACCESS = 4, GLOBAL_ACCESS = 200 };

static void vector_begin(struct npu_core *c, uint64_t count, uint64_t esize)
{
    npu_begin(c, NPU_V, VECTOR_START + npu_up(count * esize, NPU_VECTOR) / NPU_VECTOR);
    c->counters.vector += count;
    c->counters.instructions++;
}

static const void *vector_source(struct npu_core *c, struct npu_local t, uint64_t size)
{
    return npu_aligned(c, t) ? npu_reads(c, NPU_V, t, size) : NULL;
}

static void *vector_target(struct npu_core *c, struct npu_local t, uint64_t size)
{
    return npu_aligned(c, t) ? npu_writes(c, NPU_V, t, size) : NULL;
}

void npu_sums(struct npu_core *c, enum npu_sum what, struct npu_local to,
              struct npu_local a, struct npu_local b, uint64_t count)
{
    vector_begin(c, count, 4);
    const uint32_t *x = vector_source(c, a, count * 4), *y = vector_source(c, b, count * 4);
    uint32_t *z = vector_target(c, to, count * 4);
    if (x == NULL || y == NULL || z == NULL)
        return;
    for (uint64_t k = 0; k < count; k++)
        z[k] = what == NPU_ADD ? x[k] + y[k] : x[k] - y[k];
}

static int32_t scalar_of(enum npu_scalar what, int32_t a, int32_t b)
{
    switch (what) {
    case NPU_ADDS:
        return (int32_t)((uint32_t)a + (uint32_t)b);
    case NPU_MULS:
        return (int32_t)((uint32_t)a * (uint32_t)b);
    case NPU_MAXS:
        return a > b ? a : b;
    case NPU_MINS:
        return a < b ? a : b;
    case NPU_SHIFT:
    default:
        return a < 0 ? ~(~a >> b) : a >> b;
    }
}

void npu_scalars(struct npu_core *c, enum npu_scalar what, struct npu_local to,
                 struct npu_local a, int32_t b, uint64_t count)
{
    vector_begin(c, count, 4);
    const int32_t *x = vector_source(c, a, count * 4);
    int32_t *z = vector_target(c, to, count * 4);
    if (x == NULL || z == NULL)
        return;
    for (uint64_t k = 0; k < count; k++)
        z[k] = scalar_of(what, x[k], b);
}

void npu_fold(struct npu_core *c, struct npu_local to, struct npu_local a, uint64_t count)
{
    vector_begin(c, count, 4);
    const uint32_t *x = vector_source(c, a, count * 4);
    uint32_t *z = vector_source(c, to, NPU_VECTOR) == NULL
                      ? NULL : vector_target(c, to, NPU_VECTOR);
    for (uint64_t k = 0; x != NULL && z != NULL && k < count; k++)
        z[k % (NPU_VECTOR / 4)] |= x[k];
}

void npu_ramp(struct npu_core *c, struct npu_local to, int32_t first, int32_t step,
              uint64_t count)
{
    vector_begin(c, count, 4);
    uint32_t *z = vector_target(c, to, count * 4);
    for (uint64_t k = 0; z != NULL && k < count; k++)
        z[k] = (uint32_t)first + (uint32_t)k * (uint32_t)step;
}

void npu_fill(struct npu_core *c, struct npu_local to, int32_t value, uint64_t count)
{
    npu_ramp(c, to, value, 0, count);
}

void npu_narrow(struct npu_core *c, struct npu_local to, struct npu_local from,
                uint64_t count)
{
    vector_begin(c, count, 8);
    const int64_t *x = vector_source(c, from, count * 8);
    int32_t *z = vector_target(c, to, count * 4);
    if (x == NULL || z == NULL)
        return;
    for (uint64_t k = 0; k < count; k++)
        z[k] = x[k] > INT32_MAX ? INT32_MAX : x[k] < INT32_MIN ? INT32_MIN : (int32_t)x[k];
}

static bool gather_fits(struct npu_core *c, struct npu_local to, struct npu_local from,
                        uint64_t esize, uint64_t count)
{
    if (esize > 8 || (c->product->gather_sizes & esize) == 0)
        npu_break(c, NPU_GATHER_TYPE, "elements of %llu bytes on %s",
                  (unsigned long long)esize, c->product->name);
    else if (to.at < from.at + from.size && from.at < to.at + count * esize)
        npu_break(c, NPU_GATHER_SAME, "it writes byte %u of a source at %u", to.at, from.at);
    return c->broken == NPU_KEPT;
}

void npu_gather(struct npu_core *c, struct npu_local to, struct npu_local from,
                struct npu_local offsets, uint64_t base, uint64_t esize, uint64_t count)
{
    vector_begin(c, count, esize);
    if (!gather_fits(c, to, from, esize, count))
        return;
    const uint32_t *at = vector_source(c, offsets, count * 4);
    const unsigned char *source = vector_source(c, from, from.size);
    unsigned char *target = vector_target(c, to, count * esize);
    if (at == NULL || source == NULL || target == NULL)
        return;
    for (uint64_t k = 0; k < count; k++) {
        uint64_t place = base + at[k];
        if (place % esize != 0 || place + esize > from.size) {
            npu_break(c, place % esize != 0 ? NPU_GATHER_OFFSET : NPU_GATHER_RANGE,
                      "offset %llu, elements of %llu bytes, a source of %u",
                      (unsigned long long)place, (unsigned long long)esize, from.size);
            return;
        }
        memcpy(target + k * esize, source + place, esize);
    }
}

/* ---- the scalar unit ---- */

static void scalar_begin(struct npu_core *c, uint64_t cycles)
{
    npu_begin(c, NPU_S, cycles);
    c->counters.scalar++;
}

int64_t npu_get(struct npu_core *c, struct npu_local from, uint64_t at, uint64_t size)
{
    int32_t narrow;
    int64_t wide;
    scalar_begin(c, SCALAR_ACCESS);
    const void *p = npu_reads(c, NPU_S, npu_from(from, at), size);
    if (p == NULL)
        return 0;
    if (size == sizeof wide) {
        memcpy(&wide, p, sizeof wide);
        return wide;
    }
    memcpy(&narrow, p, sizeof narrow);
    return narrow;
}

void npu_move(struct npu_core *c, struct npu_local to, uint64_t to_at,
              struct npu_local from, uint64_t from_at, uint64_t size)
{
    /* 64 bits at a time: complex128 takes two. */
    scalar_begin(c, 2 * SCALAR_ACCESS * (size > 8 ? 2 : 1));
    const void *source = npu_reads(c, NPU_S, npu_from(from, from_at), size);
    void *target = npu_writes(c, NPU_S, npu_from(to, to_at), size);
    if (source != NULL && target != NULL)
        memcpy(target, source, size);
}

void npu_combine(struct npu_core *c, enum npu_reduction how, enum gat_dtype type,
                 struct npu_local to, uint64_t to_at, struct npu_local from, uint64_t from_at)
{
    uint64_t size = npu_joins(type);
    scalar_begin(c, 3 * SCALAR_ACCESS);
    const void *source = npu_reads(c, NPU_S, npu_from(from, from_at), size);
    void *target = npu_reads(c, NPU_S, npu_from(to, to_at), size) == NULL
                       ? NULL : npu_writes(c, NPU_S, npu_from(to, to_at), size);
    if (source != NULL && target != NULL)
        npu_join(type, how, target, source);
}

void npu_fetch(struct npu_core *c, struct npu_local to, uint64_t to_at,
               const struct npu_global *from, uint64_t from_at, uint64_t size)
{
    scalar_begin(c, GLOBAL_ACCESS);
    if (from_at > from->size || size > from->size - from_at) {
        npu_break(c, NPU_GLOBAL, "%llu bytes at %llu of an operand of %llu",
                  (unsigned long long)size, (unsigned long long)from_at,
                  (unsigned long long)from->size);
        return;
    }
    void *target = npu_writes(c, NPU_S, npu_from(to, to_at), size);
    if (target == NULL)
        return;
    memcpy(target, from->data + from_at, size);
    c->counters.in += size;
}
