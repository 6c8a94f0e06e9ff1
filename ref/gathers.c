/* gathers.c - what every gather does: each row of the output is copied from where the
 * operator's formula says.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "gathers.h"

#include "dtype.h"
#include "walk.h"

/* Each row of the output, `row` bytes, is the one of data that its indices name. */
static void rows_run(const struct ref_case *c, struct ref_answer *a, const char *from, char *to,
                     size_t esize, size_t row, unsigned char *scratch)
{
    const struct ref_map *m = &a->map;
    struct ref_walk w = ref_walk_at(m, 0);
    for (; w.row < m->rows; w = ref_walk_next(m, w)) {
        int64_t p = ref_walk_place(c, a, w);
        if (p < 0)
            ref_put_nothing(a, p, w.row * m->run, m->run, scratch);
        else
            ref_move(to + (size_t)w.row * row, from + (size_t)p * esize, row);
    }
}

void ref_gather_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    size_t esize = gat_dtype_size(a->output.dtype);
    ref_check_indices(c, a, REF_EITHER);
    if (ref_answers(a) && a->map.run > 0 && a->map.rows > 0)
        rows_run(c, a, c->data.data, a->output.data, esize, (size_t)a->map.run * esize, scratch);
}

struct ref_source ref_gather_source(const struct ref_case *c, const struct ref_answer *a,
                                    int64_t element)
{
    int64_t p = ref_place_of(c, a, element);
    if (p < 0)
        return (struct ref_source){REF_FROM_NOWHERE, 0};
    return (struct ref_source){REF_FROM_DATA, p};
}
