/* opt_work.h - what the kernels of opt/ share: positions of a block of indices, and
 * rows on their way past the cache.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_WORK_H
#define GAT_OPT_WORK_H

#include "dtype.h"
#include "opt_pool.h"

/* Can opt read these indices, and are positions in `extent` below 2^31? */
static inline bool opt_indices_plain(const struct ref_case *c, int64_t extent)
{
    return (c->indices.dtype == GAT_I64 || c->indices.dtype == GAT_I32) && extent <= INT32_MAX;
}

/* The indices from number `first` on, as the rules read them. */
static inline struct opt_fold opt_fold_of(const struct ref_case *c, int64_t first, int64_t extent)
{
    bool wide = c->indices.dtype == GAT_I64;
    return (struct opt_fold){
        .from = (const char *)c->indices.data + first * (wide ? 8 : 4),
        .rows = 1,
        .extent = extent,
        .scale = 1,
        .wide = wide,
        .wraps = c->rules->value[REF_index_domain] == REF_WRAPS,
    };
}

/* Are all indices inside?  Where the output is data themselves nothing may be written
 * before that is known; where indices are few it costs little to leave the output of an
 * error as it was. */
bool opt_indices_good(const struct opt *o, const struct ref_case *c, int64_t extent);
static inline bool opt_indices_few(const struct ref_case *c)
{
    return gat_array_count(&c->indices) <= 4 * OPT_POSITIONS;
}

/* So many updates ahead is the target of one worth a prefetch, in a table of so many bytes. */
static inline int64_t opt_ahead(const struct opt *o, size_t table)
{
    return table <= o->is.near_size ? 0 : table <= o->is.last_size ? 32 : 64;
}

static inline void opt_outside(const struct opt_work *w)
{
    /* The only thing that tasks report; the order of reports does not matter. */
    atomic_store_explicit(&((struct opt_work *)(uintptr_t)w)->outside, true, memory_order_relaxed);
}

/* Take rows.  Where the output shall bypass the cache and its rows do not meet whole
 * lines, they are put together in the stage first. */
void opt_take_staged(const struct opt_level *l, const struct opt_take *t, char *stage, bool stream);

/* Pick one row of elements of any number, or rows of at most OPT_NEAR, likewise.  False: an
 * index is outside. */
bool opt_pick_staged(const struct opt_level *l, const struct opt_pick *p, char *stage, bool stream);

static inline int64_t opt_product(const int64_t *shape, int64_t from, int64_t to)
{
    int64_t n = 1;
    while (from < to)
        n *= shape[from++];
    return n;
}

static inline int64_t opt_least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t opt_most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

#endif
