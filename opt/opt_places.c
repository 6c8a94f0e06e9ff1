/* opt_places.c - rows of data that indices name, alone or as tuples.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt_places.h"

#include <string.h>

/* The dimensions [first, end) of data make a table; those before count panels, and those
 * after make a row. */
static void table_set(struct opt_places *p, int64_t first, int64_t end)
{
    const struct gat_array *data = &p->c->data;
    p->panels = opt_product(data->shape, 0, first);
    p->table = opt_product(data->shape, first, end);
    p->row = (size_t)opt_product(data->shape, end, data->ndim) * gat_dtype_size(data->dtype);
}

bool opt_places_make(struct opt_places *p, const struct ref_case *c, const struct ref_answer *a)
{
    const struct gat_array *indices = &c->indices;
    *p = (struct opt_places){.c = c, .depth = a->depth, .picks = gat_array_count(indices)};
    if (c->kernel->naming == REF_NAMES_TUPLES) {
        table_set(p, a->batch_dims, a->batch_dims + a->depth);
        p->picks = opt_product(indices->shape, a->batch_dims, indices->ndim - 1);
    } else if (c->kernel->naming == REF_NAMES_SLICES) {
        table_set(p, a->axis, a->axis + 1);
        p->shared = true;
    } else { /* REF_NAMES_PLACES: data count as one dimension */
        table_set(p, 0, c->data.ndim);
    }
    for (int64_t j = 0; j < p->depth; j++)
        p->extent[j] = ref_extent(a, j);
    return opt_indices_plain(c, p->table) && p->panels > 0 && p->table > 0 && p->picks > 0 &&
           p->row > 0;
}

/* Add index number j of each tuple to the positions of the indices before it. The sign bit
 * of the result is set if an index was out of range. */
static inline uint64_t coordinates_fold(const struct opt_places *p, const char *from, int64_t j,
                                        int64_t count, int32_t *at, bool wide)
{
    uint64_t outside = 0, extent = (uint64_t)p->extent[j], last = extent - 1;
    uint64_t wrap = p->c->rules->value[REF_index_domain] == REF_WRAPS ? extent : 0;
    int64_t isize = wide ? 8 : 4, step = p->depth * isize;
    from += j * isize;
    for (int64_t k = 0; k < count; k++, from += step) {
        int64_t x;
        int32_t narrow;
        if (wide) {
            memcpy(&x, from, 8);
        } else {
            memcpy(&narrow, from, 4);
            x = narrow;
        }
        uint64_t y = (uint64_t)x + (wrap & (uint64_t)(x >> 63));
        outside |= y | (last - y);
        at[k] = (int32_t)((uint32_t)at[k] * (uint32_t)extent + (uint32_t)y);
    }
    return outside;
}

bool opt_places_indices(const struct opt_places *p, const struct opt_level *l, int64_t panel,
                        int64_t first, int64_t count, int32_t *at, struct opt_fold *f)
{
    int64_t pick = p->shared ? first : panel * p->picks + first;
    *f = opt_fold_of(p->c, pick * p->depth, p->table);
    f->width = f->pitch = count;
    if (p->depth == 1)
        return true;
    if (!opt_places_fold(p, l, panel, first, count, at))
        return false;
    f->from = (const char *)at;
    f->wide = f->wraps = false;
    return true;
}

bool opt_places_fold(const struct opt_places *p, const struct opt_level *l, int64_t panel,
                     int64_t first, int64_t count, int32_t *at)
{
    int64_t pick = p->shared ? first : panel * p->picks + first;
    struct opt_fold f = opt_fold_of(p->c, pick * p->depth, p->table);
    if (p->depth == 1) {
        f.to = at;
        f.width = f.pitch = count;
        return l->fold(&f);
    }
    uint64_t outside = 0;
    memset(at, 0, (size_t)count * sizeof *at); /* an empty tuple names the one row */
    for (int64_t j = 0; j < p->depth; j++)
        outside |= f.wide ? coordinates_fold(p, f.from, j, count, at, true)
                          : coordinates_fold(p, f.from, j, count, at, false);
    return outside >> 63 == 0;
}

bool opt_places_good(const struct opt *o, const struct opt_places *p)
{
    for (int64_t panel = 0; panel < (p->shared ? 1 : p->panels); panel++)
        for (int64_t k = 0; k < p->picks; k += OPT_POSITIONS)
            if (!opt_places_fold(p, o->is.level, panel, k, opt_least(p->picks - k, OPT_POSITIONS),
                                 o->scratch->at))
                return false;
    return true;
}
