/* npu_copy.c - copies between global memory and the unified buffer.
 *
 * The plain copy knows whole blocks only.  The padded one takes parts of any number of
 * bytes; in the buffer each begins at a block, so short parts move and hold mostly
 * padding, which the counters tell.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "npu.h"

/* Cycles of a copy: a block per cycle, and 32 to get going, so that 16 KiB at once
 * come near the full speed as the article on transfers tells.  An estimate: it ranks
 * tilings, it is no measurement of a device. */
enum { COPY_START = 32 };

static uint64_t copy_cycles(uint64_t bytes)
{
    return COPY_START + npu_up(bytes, NPU_BLOCK) / NPU_BLOCK;
}

bool npu_atomic_takes(enum gat_dtype type, enum npu_reduction how)
{
    const uint32_t types = GAT_BIT(GAT_I8) | GAT_BIT(GAT_I16) | GAT_BIT(GAT_I32) |
                           GAT_BIT(GAT_F16) | GAT_BIT(GAT_BF16) | GAT_BIT(GAT_F32); /* (atomic) */
    return how == NPU_NONE || (how != NPU_PRODUCT && (types & GAT_BIT(type)) != 0);
}

void npu_atomic(struct npu_core *c, enum npu_reduction how, enum gat_dtype type)
{
    if (!npu_atomic_takes(type, how))
        npu_break(c, NPU_ATOMIC_TYPE, "no copy combines elements of this type so");
    c->atomic = how;
    c->atomic_type = type;
}

/* Copies out may overtake each other until a barrier; of sums and the like that is no
 * matter.  `sent` holds the latest only, so what is told is right, but not all of it. */
static bool sent_apart(struct npu_core *c, const char *from, uint64_t size)
{
    struct npu_sent now = {from, from + size, c->atomic != NPU_NONE};
    for (unsigned k = 0; k < NPU_SENT && k < c->sents; k++) {
        const struct npu_sent *s = &c->sent[k];
        if (s->from < now.to && now.from < s->to && !(s->atomic && now.atomic))
            npu_break(c, NPU_BARRIER, "two copies out to the same bytes with no barrier between");
    }
    c->sent[c->sents++ % NPU_SENT] = now;
    return c->broken == NPU_KEPT;
}

static void bytes_store(struct npu_core *c, char *to, const char *from, uint64_t size,
                        uint64_t esize)
{
    if (c->atomic == NPU_NONE)
        memcpy(to, from, size);
    else
        for (uint64_t k = 0; k < size; k += esize)
            npu_join(c->atomic_type, c->atomic, to + k, from + k);
}

/* The bytes of the operand, or NULL. */
static char *global_at(struct npu_core *c, const struct npu_global *g, uint64_t at,
                       uint64_t size)
{
    if (c->broken != NPU_KEPT)
        return NULL;
    if (at > g->size || size > g->size - at)
        npu_break(c, NPU_GLOBAL, "%llu bytes at %llu of an operand of %llu",
                  (unsigned long long)size, (unsigned long long)at,
                  (unsigned long long)g->size);
    return c->broken == NPU_KEPT ? g->data + at : NULL;
}

static bool plain_fits(struct npu_core *c, struct npu_local t, const struct npu_global *g,
                       uint64_t at, uint64_t size)
{
    if (size % NPU_BLOCK != 0)
        npu_break(c, NPU_WHOLE, "a plain copy of %llu bytes, of which the device moves %llu",
                  (unsigned long long)size, (unsigned long long)(size - size % NPU_BLOCK));
    else if (at % g->esize != 0)
        npu_break(c, NPU_ELEMENT, "byte %llu, elements of %llu", (unsigned long long)at,
                  (unsigned long long)g->esize);
    return npu_aligned(c, t);
}

void npu_copy_in(struct npu_core *c, struct npu_local to, const struct npu_global *from,
                 uint64_t at, uint64_t size)
{
    npu_begin(c, NPU_IN, copy_cycles(size));
    const char *source = global_at(c, from, at, size);
    void *target = plain_fits(c, to, from, at, size) ? npu_writes(c, NPU_IN, to, size) : NULL;
    if (source == NULL || target == NULL)
        return;
    memcpy(target, source, size);
    c->counters.in += size;
    c->counters.copies++;
}

void npu_copy_out(struct npu_core *c, const struct npu_global *to, uint64_t at,
                  struct npu_local from, uint64_t size)
{
    npu_begin(c, NPU_OUT, copy_cycles(size));
    char *target = global_at(c, to, at, size);
    const void *source = plain_fits(c, from, to, at, size)
                             ? npu_reads(c, NPU_OUT, from, size) : NULL;
    if (source == NULL || target == NULL || !sent_apart(c, target, size))
        return;
    bytes_store(c, target, source, size, to->esize);
    c->counters.out += size;
    c->counters.copies++;
}

static bool parts_fit(struct npu_core *c, struct npu_local t, const struct npu_parts *p)
{
    if (p->count < 1 || p->count > NPU_MOST_PARTS || p->size < 1 ||
        p->size > NPU_MOST_PART || p->right > NPU_BLOCK)
        npu_break(c, NPU_PAD, "a padded copy of %llu parts of %llu bytes, %llu after each",
                  (unsigned long long)p->count, (unsigned long long)p->size,
                  (unsigned long long)p->right);
    return npu_aligned(c, t);
}

void npu_pad_in(struct npu_core *c, struct npu_local to, const struct npu_global *from,
                uint64_t at, const struct npu_parts *p)
{
    uint64_t room = npu_up(p->size + p->right, NPU_BLOCK);
    uint64_t pitch = room + p->blocks * NPU_BLOCK;
    npu_begin(c, NPU_IN, copy_cycles(p->count * room));
    if (!parts_fit(c, to, p))
        return;
    for (uint64_t k = 0; k < p->count; k++) {
        const char *source = global_at(c, from, at + k * (p->size + p->gap), p->size);
        char *target = npu_writes(c, NPU_IN, npu_from(to, k * pitch), room);
        if (source == NULL || target == NULL)
            return;
        memcpy(target, source, p->size);
        memset(target + p->size, 0, room - p->size);
    }
    c->counters.in += p->count * p->size;
    c->counters.padding += p->count * (room - p->size);
    c->counters.copies++;
}

void npu_pad_out(struct npu_core *c, const struct npu_global *to, uint64_t at,
                 struct npu_local from, const struct npu_parts *p)
{
    uint64_t room = npu_up(p->size, NPU_BLOCK), pitch = room + p->blocks * NPU_BLOCK;
    npu_begin(c, NPU_OUT, copy_cycles(p->count * room));
    if (!parts_fit(c, from, p))
        return;
    if (p->gap == 0 && c->broken == NPU_KEPT && at < to->size &&
        !sent_apart(c, to->data + at, p->count * p->size))
        return;
    for (uint64_t k = 0; k < p->count; k++) {
        const void *source = npu_reads(c, NPU_OUT, npu_from(from, k * pitch), p->size);
        char *target = global_at(c, to, at + k * (p->size + p->gap), p->size);
        if (source == NULL || target == NULL)
            return;
        bytes_store(c, target, source, p->size, to->esize);
    }
    c->counters.out += p->count * p->size;
    c->counters.padding += p->count * (room - p->size);
    c->counters.copies++;
}
