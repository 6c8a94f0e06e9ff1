/* writes_gap.c - takes strided operands, and writes one byte behind the first element
 * of an output that has gaps.  For tests/presentations.t.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

/* Where element `ordinal` lies. */
static char *place(const struct gather *g, const struct gat_tensor *t, int64_t ordinal)
{
    int64_t offset = 0, step = 1;
    for (int32_t d = t->ndim - 1; d >= 0; d--) {
        int64_t at = ordinal % t->shape[d];
        offset += at * (t->strides != NULL ? t->strides[d] : step);
        step *= t->shape[d];
        ordinal /= t->shape[d];
    }
    return (char *)gat_tensor_data(t) + offset * (int64_t)g->size;
}

static gat_status answer(struct gather *g)
{
    for (int64_t e = 0; g->status == GAT_OK && e < gat_tensor_count(g->output); e++) {
        int64_t row = e / g->inner, index = gather_index(g, row % g->count);
        index += index < 0 ? g->extent : 0;
        memcpy(place(g, g->output, e),
               place(g, g->data, (row / g->count * g->extent + index) * g->inner + e % g->inner),
               g->size);
    }
    if (g->status == GAT_OK && g->output->strides != NULL)
        *(place(g, g->output, 0) + g->size) = 0;
    return g->status;
}

PLUGIN(GAT_TAKES_VIEWS)
