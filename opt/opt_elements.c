/* opt_elements.c - gather_elements where indices cover data off the axis.
 *
 * When all extents but that of the axis agree, data collapse to outer x axis x
 * inner and indices to outer x picks x inner: no coordinates need to be kept.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "opt.h"

struct grid {
    char *to;
    const char *from;
    const struct gat_array *indices;
    int64_t outer, axis, picks, inner;
};

static inline void pick(const struct grid *g, size_t esize)
{
    char *restrict to = g->to;
    const char *restrict slice = g->from;
    int64_t at = 0;
    for (int64_t o = 0; o < g->outer; o++, slice += (size_t)(g->axis * g->inner) * esize)
        for (int64_t k = 0; k < g->picks; k++)
            for (int64_t i = 0; i < g->inner; i++, to += esize) {
                int64_t p = opt_fold(gat_array_index(g->indices, at++), g->axis);
                memcpy(to, slice + (size_t)(p * g->inner + i) * esize, esize);
            }
}

static void pick_sized(const struct grid *g, size_t esize)
{
    switch (esize) {
    case 1:
        pick(g, 1);
        break;
    case 2:
        pick(g, 2);
        break;
    case 4:
        pick(g, 4);
        break;
    case 8:
        pick(g, 8);
        break;
    default:
        pick(g, 16);
    }
}

static bool gather_elements_run(const struct ref_case *c, const struct ref_answer *a)
{
    if (c->data.ndim == 0 || c->indices.ndim != c->data.ndim)
        return false;
    struct grid g = {
        .to = a->output.data,
        .from = c->data.data,
        .indices = &c->indices,
        .outer = 1,
        .axis = c->data.shape[a->axis],
        .picks = c->indices.shape[a->axis],
        .inner = 1,
    };
    for (int32_t d = 0; d < c->data.ndim; d++) {
        if (d != a->axis && c->data.shape[d] != c->indices.shape[d])
            return false;
        if (d < a->axis)
            g.outer *= c->data.shape[d];
        else if (d > a->axis)
            g.inner *= c->data.shape[d];
    }
    if (!opt_indices_plain(c, g.axis))
        return false;
    if (g.picks > 0 && g.outer > 0 && g.inner > 0)
        pick_sized(&g, gat_dtype_size(c->data.dtype));
    return true;
}

OPT_KERNEL(gather_elements) = {.name = "gather_elements", .run = gather_elements_run};
