/* sparse_in.c - a sparse operand in the worker.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "exchange/sparse_in.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/without.h"

size_t gat_giant_packed_size(const struct gat_array *t)
{
    if (gat_array_size(t) > GAT_GIANT_WINDOW)
        return SIZE_MAX;
    return t->sparse->count * sizeof(struct gat_extent) + t->sparse->filled;
}

void gat_giant_pack(const struct gat_array *t, unsigned char *to)
{
    const struct gat_sparse *s = t->sparse;
    size_t size = s->count * sizeof *s->extents;
    if (size > 0)
        memcpy(to, s->extents, size);
    to += size;
    for (size_t k = 0; k < s->count; k++) {
        memcpy(to, (const char *)t->data + s->extents[k].at, s->extents[k].size);
        to += s->extents[k].size;
    }
}

/* The pages that hold the operand, and the bytes of the outer two beside it. */
struct pages {
    unsigned char *map, *first; /* of all pages; of the operand */
    size_t size, before, after;
};

static struct pages pages_of(const struct gat_giant *g)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t start = g->there / page * page;
    uint64_t end = (g->there + g->size + page - 1) / page * page;
    return (struct pages){.map = (unsigned char *)(uintptr_t)start,
                          .first = (unsigned char *)(uintptr_t)g->there,
                          .size = end - start,
                          .before = g->there - start,
                          .after = end - (g->there + g->size)};
}

static bool canary_put(unsigned char *at, size_t size, uint32_t poison)
{
    if (size == 0)
        return true;
    if (!gat_sparse_open(at, size))
        return false;
    memset(at, (int)poison, size);
    return gat_sparse_close(at, size);
}

/* A shared view: duplicating the mapping of the store (old size 0) makes it. */
static bool written_open(const struct pages *p, unsigned char *from)
{
    if (mremap(from, 0, p->size, MREMAP_MAYMOVE | MREMAP_FIXED, p->map) == MAP_FAILED)
        return false;
    (void)madvise(p->map, p->size, MADV_NOHUGEPAGE);
    (void)madvise(p->map, p->size, MADV_DONTDUMP);
    return mprotect(p->map, p->size, PROT_READ | PROT_WRITE) == 0;
}

static bool page_set(unsigned char *at, int protection)
{
    return mmap(at, (size_t)sysconf(_SC_PAGESIZE), protection,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED;
}

/* The pages beside it are fences, but where a self-test goes without. */
static bool fences_set(const struct pages *p, int protection)
{
    return (!gat_without("fence-before") || page_set(p->map - sysconf(_SC_PAGESIZE), protection)) &&
           (!gat_without("fence-after") || page_set(p->map + p->size, protection));
}

bool gat_giant_open(const struct gat_giant *g, unsigned char *store)
{
    struct pages p = pages_of(g);
    if (!fences_set(&p, PROT_READ | PROT_WRITE))
        return false;
    if (g->written != 0)
        return written_open(&p, store + g->from);
    const struct gat_extent *x = (const struct gat_extent *)(uintptr_t)g->packed;
    const unsigned char *from = (const unsigned char *)(x + g->n_extents);
    if (gat_sparse_map(p.map, p.size) == NULL || !canary_put(p.map, p.before, g->poison) ||
        !canary_put(p.first + g->size, p.after, g->poison))
        return false;
    for (uint64_t k = 0; k < g->n_extents; k++, x++) {
        unsigned char *to = p.first + x->at;
        if (!gat_sparse_open(to, x->size))
            return false;
        memcpy(to, from, x->size);
        if (!gat_sparse_close(to, x->size))
            return false;
        from += x->size;
    }
    return true;
}

bool gat_giant_close(const struct gat_giant *g)
{
    struct pages p = pages_of(g);
    return fences_set(&p, PROT_NONE) &&
           mmap(p.map, p.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
                -1, 0) != MAP_FAILED;
}
