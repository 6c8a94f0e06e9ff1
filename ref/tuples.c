/* tuples.c - indices whose last dimension holds tuples of coordinates.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tuples.h"

int64_t ref_check_tuples(const struct ref_case *c, struct ref_answer *a)
{
    int32_t q = c->indices.ndim, r = c->data.ndim;
    if (q == 0) { /* no dimension to hold a tuple */
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
        return r;
    }
    int64_t b = ref_check_batch(c, a, q - 1, r), k = c->indices.shape[q - 1];
    if (b > r)
        return r;
    if (k > r - b) {
        ref_impossible(c, a, REF_bad_depth, GAT_E_INVALID);
        return r;
    }
    if (k == 0 && ref_rule(c, a, REF_empty_tuple) != REF_EMPTY_ALLOWED)
        ref_broken(c, a, REF_empty_tuple, GAT_E_INVALID);
    a->axis = b;
    a->depth = k;
    return b + k;
}

void ref_tuples_start(const struct ref_case *c, const struct ref_answer *a,
                      struct ref_tuples *t)
{
    const int64_t *indices = c->indices.shape;
    t->count = ref_product(indices, 0, c->indices.ndim - 1);
    t->per_batch = ref_product(indices, a->batch_dims, c->indices.ndim - 1);
    t->row = ref_product(c->data.shape, a->axis + a->depth, c->data.ndim);
}

int64_t ref_tuple_place(const struct ref_tuples *t, const struct ref_case *c,
                        const struct ref_answer *a, int64_t n)
{
    int64_t place = n / t->per_batch;
    for (int64_t j = 0; j < a->depth; j++) {
        int64_t extent = c->data.shape[a->axis + j];
        int64_t index = gat_array_index(&c->indices, n * a->depth + j);
        int64_t p = ref_position(c->rules, index, extent);
        if (p < 0)
            return p;
        place = place * extent + p;
    }
    return place;
}
