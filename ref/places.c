/* places.c - take and put: an index names one element of data, which count as one dimension.
 *
 *     take:  output[i] = data.flat[indices[i]]
 *     put:   output = data;  output.flat[indices.flat[k]] = updates.flat[k]
 *
 * or the update is combined with what is there (reduce.c).  For put the shapes of indices and
 * updates do not matter, only how many elements they have; where a document says so, fewer
 * updates than indices are repeated.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "formula.h"

static void places(const struct ref_case *c, struct ref_answer *a)
{
    struct ref_operands o;
    struct ref_map *m = &a->map;
    ref_operands_of(&o, c);
    ref_formula_start(a);
    ref_operands_flat(&o);
    ref_along_indices(m, &o, 0, c->indices.ndim); /* i, k */
    ref_named(a, &o, 0, 1);
}

/* take, by these documents and clauses:
 *   torch.take, https://docs.pytorch.org/docs/stable/generated/torch.take.html
 *     value one-dimension result
 *   NumPy take without an axis, https://numpy.org/doc/stable/reference/generated/numpy.take.html
 *     value flattened result
 *   and aclnnTake: specs/take */
static void take_check(const struct ref_case *c, struct ref_answer *a)
{
    places(c, a);
    ref_check_gathered(c, a);
}

REF_GATHER(take, .naming = REF_NAMES_PLACES);

/* put, by these documents and clauses:
 *   torch.Tensor.put_, https://docs.pytorch.org/docs/stable/generated/torch.Tensor.put_.html
 *     value one-dimension accumulate result
 *   numpy.put, https://numpy.org/doc/stable/reference/generated/numpy.put.html
 *     value flattened result
 *   jax.numpy.put, https://docs.jax.dev/en/latest/_autosummary/jax.numpy.put.html
 *     value flattened copy model */
static void put_check(const struct ref_case *c, struct ref_answer *a)
{
    int64_t updates = gat_array_count(&c->updates), due = gat_array_count(&c->indices);
    bool fewer = updates > 0 && updates < due;
    ref_output_like_data(c, a);
    places(c, a);
    if (updates != due && !(fewer && ref_rule(c, a, REF_updates_sizes) == REF_UPDATES_REPEAT))
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
}

REF_SCATTER(put, .naming = REF_NAMES_PLACES, .repeats = true);
