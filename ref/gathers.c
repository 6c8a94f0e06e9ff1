/* gathers.c - what every gather does: each row of the output is copied from where the
 * operator's formula says.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "gathers.h"

#include "dtype.h"
#include "walk.h"

void ref_gather_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    const struct ref_map *m = &a->map;
    struct ref_walk w;
    ref_check_indices(c, a, REF_EITHER);
    if (!ref_answers(a) || m->run == 0)
        return;
    size_t esize = gat_dtype_size(c->data.dtype), row = (size_t)m->run * esize;
    const char *from = c->data.data;
    char *to = a->output.data;
    ref_walk_to(&w, c, a, 0);
    for (int64_t k = 0; k < m->rows; k++, ref_walk_step(&w)) {
        int64_t p = ref_walk_place(&w);
        if (p < 0)
            ref_put_nothing(a, p, k * m->run, m->run, scratch);
        else
            ref_move(to + (size_t)k * row, from + (size_t)p * esize, row);
    }
}

struct ref_source ref_gather_source(const struct ref_case *c, const struct ref_answer *a,
                                    int64_t element)
{
    int64_t p = ref_place_of(c, a, element);
    if (p < 0)
        return (struct ref_source){REF_FROM_NOWHERE, 0};
    return (struct ref_source){REF_FROM_DATA, p};
}
