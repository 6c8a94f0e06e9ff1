/* answer.c - the two questions: what is the answer, and is this one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ref.h"

#include <string.h>

#include "dtype.h"
#include "formula.h"
#include "gathers.h"
#include "real.h"
#include "reduce.h"
#include "updates.h"
#include "walk.h"

/* Made by the linker around the section that REF_KERNEL fills; a shared object has
 * its own. */
#define OWN __attribute__((visibility("hidden")))
extern const struct ref_kernel *const __start_ref_kernels[] OWN;
extern const struct ref_kernel *const __stop_ref_kernels[] OWN;

/* No output of more bytes exists on any machine; below it counts and sizes can be
 * added and multiplied by an element size without another check. */
#define MOST_BYTES (INT64_C(1) << 56)

const char *const ref_gather_inputs[] = {"data", "indices", NULL};
const char *const ref_scatter_inputs[] = {"data", "indices", "updates", NULL};

const struct ref_kernel *ref_kernel_at(size_t k)
{
    size_t n = (size_t)(__stop_ref_kernels - __start_ref_kernels);
    return k < n ? __start_ref_kernels[k] : NULL;
}

const struct ref_kernel *ref_kernel_find(const char *name)
{
    for (const struct ref_kernel *const *k = __start_ref_kernels;
         k < __stop_ref_kernels; k++)
        if (strcmp((*k)->name, name) == 0)
            return *k;
    return NULL;
}

static void check_amount(const struct ref_case *c, struct ref_answer *a,
                         const struct gat_array *t)
{
    int64_t count = t->ndim < 0 ? 1 : gat_array_count(t);
    if (count == 0 && ref_rule(c, a, REF_empty) != REF_EMPTY_ALLOWED)
        ref_broken(c, a, REF_empty, GAT_E_INVALID);
    /* A limit counts as consulted where it is reached. */
    int64_t most = c->rules->value[REF_max_elements];
    if (most > 0 && count >= most && count > ref_rule(c, a, REF_max_elements))
        ref_broken(c, a, REF_too_large, GAT_E_INVALID);
}

/* Is the type of indices an error by a sentence of its own, whatever bad_type says? */
static bool is_index_error(const struct ref_case *c, struct ref_answer *a, bool readable)
{
    if (readable && !c->index_unlisted)
        return false;
    int64_t what = ref_rule(c, a, REF_bad_index_type);
    return what == REF_INDEX_ERROR || (what == REF_INDEX_NO_INTEGERS && !readable);
}

static void check_types(const struct ref_case *c, struct ref_answer *a)
{
    bool readable = gat_dtype_is_index(c->indices.dtype);
    bool refused = is_index_error(c, a, readable);
    if (refused)
        ref_decide(a, REF_bad_index_type, REF_ERROR, GAT_E_TYPE);
    else if (!c->type_allowed)
        ref_broken(c, a, REF_bad_type, GAT_E_TYPE);
    bool alike = c->updates.ndim < 0 || c->updates.dtype == c->data.dtype;
    if (!alike && ref_rule(c, a, REF_base) == REF_BASE_ZEROS) /* nobody passes the type of data */
        ref_decide(a, REF_base, REF_UNDEFINED, GAT_E_TYPE);
    else if (!alike)
        ref_impossible(c, a, REF_bad_type, GAT_E_TYPE);
    if (!readable && !refused)
        ref_impossible(c, a, REF_bad_type, GAT_E_TYPE);
}

void ref_check(const struct ref_case *c, struct ref_answer *a)
{
    a->demand = REF_MUST_SUCCEED;
    a->error = GAT_OK;
    a->errors = 0;
    a->rule = REF_value;
    a->axis = 0;
    a->batch_dims = 0;
    a->depth = 1;
    a->stride = 1;
    a->map.rank = 0;
    a->map.idle = false;
    a->map.spread = false;
    a->places[0] = 0;
    a->along[0] = 0;
    a->bad_at = -1;
    a->consulted = 0;
    a->unspecified = NULL;
    a->last_writer = NULL;
    a->earlier_writer = NULL;
    a->range_at = NULL;
    a->ranges = NULL;
    a->hides_update = false;
    a->output.dtype = c->data.dtype;
    a->output.data = NULL;
    check_types(c, a);
    ref_check_rank(c, a, &c->data, REF_data_rank_min, REF_data_rank_max);
    ref_check_rank(c, a, &c->indices, REF_index_rank_min, REF_index_rank_max);
    check_amount(c, a, &c->data);
    check_amount(c, a, &c->indices);
    check_amount(c, a, &c->updates);
    c->kernel->check(c, a);
    if (c->updates.ndim >= 0)
        ref_check_reduction(c, a);
    int64_t most = MOST_BYTES / (int64_t)gat_dtype_size(a->output.dtype), count = 0;
    if (!gat_shape_count(a->output.ndim, a->output.shape, &count) || count > most) {
        ref_impossible(c, a, REF_too_large, GAT_E_INVALID);
        memset(a->output.shape, 0, sizeof a->output.shape);
    }
    if (a->map.spread && (!gat_shape_count(a->map.rank, a->map.shape, &count) || count > most)) {
        ref_impossible(c, a, REF_too_large, GAT_E_INVALID);
        a->map.spread = false;
    }
    if (ref_answers(a))
        ref_map_end(&a->map);
}

size_t ref_scratch_size(const struct ref_case *c, const struct ref_answer *a)
{
    if (!ref_answers(a))
        return 0;
    return c->kernel->scatters ? ref_updates_scratch(c, a) : ref_unspecified_size(c, a);
}

void ref_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    if (!ref_answers(a))
        return;
    if (c->kernel->scatters)
        ref_updates_run(c, a, scratch);
    else
        ref_gather_run(c, a, scratch);
    if (!ref_answers(a))
        return;
    ref_rule(c, a, REF_shape);
    ref_rule(c, a, REF_value);
}

const struct ref_range *ref_ranges_of(const struct ref_answer *a, int64_t element)
{
    static const struct ref_range alone[2] = {{0, 0, REF_BITS_ALONE}, {0, 0, REF_BITS_ALONE}};
    unsigned parts;
    if (a->ranges == NULL || a->range_at[element] == 0)
        return alone;
    (void)gat_real_of(a->output.dtype, &parts);
    return &a->ranges[(a->range_at[element] - 1) * parts];
}

/* Did any of the updates of this element offer these bits? */
static bool offered(const struct ref_case *c, const struct ref_answer *a,
                    int64_t element, const void *got)
{
    size_t esize = gat_dtype_size(a->output.dtype);
    const char *updates = c->updates.data;
    for (int64_t u = a->last_writer[element]; u > 0; u = a->earlier_writer[u - 1])
        if (gat_dtype_same(a->output.dtype, got,
                           updates + (size_t)ref_update_element(c, a, u - 1) * esize))
            return true;
    return false;
}

/* Is it a NaN, of a complex number in either part? */
static bool is_nan(enum gat_dtype t, const void *element)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    for (unsigned k = 0; f != NULL && k < parts; k++)
        if ((gat_bits_get(f->size, (const char *)element + k * f->size) & ~gat_real_sign(f)) >
            gat_real_infinity(f))
            return true;
    return false;
}

bool ref_fills_nan(const struct ref_case *c, const struct ref_answer *a, int64_t element)
{
    unsigned parts;
    return !c->kernel->scatters && c->rules->value[REF_out_of_range] == REF_OOR_FILL &&
           gat_real_of(a->output.dtype, &parts) != NULL &&
           ref_source_of(c, a, element).operand == REF_FROM_NOWHERE;
}

static bool admits_one(const struct ref_case *c, const struct ref_answer *a,
                       int64_t element, const void *got)
{
    size_t esize = gat_dtype_size(a->output.dtype);
    const char *want = (const char *)a->output.data + (size_t)element * esize;
    if (a->unspecified != NULL && a->unspecified[element] != 0)
        return true;
    if (gat_dtype_same(a->output.dtype, got, want))
        return true;
    if (a->ranges != NULL && ref_within(a, element, got))
        return true;
    return (a->last_writer != NULL && offered(c, a, element, got)) ||
           (is_nan(a->output.dtype, got) && ref_fills_nan(c, a, element));
}

bool ref_admits(const struct ref_case *c, const struct ref_answer *a, const void *got,
                int64_t from, int64_t *bad)
{
    if (a->demand == REF_FREE)
        return true;
    int64_t count = gat_array_count(&a->output);
    size_t esize = gat_dtype_size(a->output.dtype);
    *bad = from;
    if (a->demand == REF_MUST_REPORT)
        return false;
    if (from >= count)
        return true;
    const char *theirs = got, *ours = a->output.data;
    size_t skip = (size_t)from * esize;
    if (memcmp(theirs + skip, ours + skip, (size_t)(count - from) * esize) == 0)
        return true;
    for (; *bad < count; ++*bad)
        if (!admits_one(c, a, *bad, theirs + (size_t)*bad * esize))
            return false;
    return true;
}

struct ref_source ref_source_of(const struct ref_case *c, const struct ref_answer *a,
                                int64_t element)
{
    if (!ref_answers(a))
        return (struct ref_source){REF_FROM_NOWHERE, 0};
    return c->kernel->scatters ? ref_updates_source(c, a, element)
                               : ref_gather_source(c, a, element);
}

/* Indices without elements may come with updates that have some: these go nowhere. */
static bool has_places(const struct ref_answer *a)
{
    return ref_answers(a) && a->map.rows > 0;
}

int64_t ref_target_of(const struct ref_case *c, const struct ref_answer *a, int64_t u)
{
    return has_places(a) && c->kernel->scatters ? ref_place_of(c, a, u) : -1;
}

int64_t ref_first_index(const struct ref_case *c, const struct ref_answer *a, int64_t at)
{
    return has_places(a) && a->depth > 0 ? ref_index_of(c, a, at) : -1;
}
