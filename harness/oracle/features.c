/* features.c - what a case has in it, computed from the case and nothing else.
 *
 * The table becomes one function per feature here.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "spec/feature.h"

#include <string.h>

#include "dtype.h"
#include "oracle/facts.h"
#include "oracle/features.h"
#include "oracle/stays_inside.h"
#include "parts/fitting.h"
#include "parts/presentation.h"
#include "spec/reduction.h"

/* ---- the words that features.def uses for f ---- */

#define IX(kind) ((f->indices >> GAT_IX_##kind & 1) != 0)
#define VALUE(kind) ((gat_facts_values(f)->output >> GAT_VALUE_##kind & 1) != 0)
#define UNCHOSEN(kind)                                                                             \
    ((gat_facts_values(f)->data & ~gat_facts_values(f)->output) >> GAT_VALUE_##kind & 1)
#define LIES(kind, operand) gat_presentation_is(f->m, GAT_##kind, GAT_ON_##operand)
#define IN_PLACE gat_presentations[f->m->presentation].in_place
#define EMPTY(operand) (gat_array_count(&f->q->operand) == 0)
#define RULE(name) (f->p->rules.value[REF_##name])
#define TARGETS gat_facts_targets(f)
#define SCATTERS (f->answers && f->q->updates.ndim >= 0)
#define REDUCED(how) (SCATTERS && ref_reduction_of(f->q) == REF_##how)
#define REDUCING (SCATTERS && ref_reduction_of(f->q) != REF_NONE)
#define BEST (REDUCED(MIN) || REDUCED(MAX))
#define MEETS (SCATTERS || (f->q->updates.ndim >= 0 && f->a->rule == REF_duplicates))
#define AXIS_ELEMENTS(test)                                                                        \
    (f->q->axis_tensor.ndim >= 0 && gat_array_count(&f->q->axis_tensor) test)
#define RUN_NOT(n) (f->n_output > 0 && f->run > (n) && f->run % (n) != 0)
#define RUN_PAST(n) (f->n_output > 0 && f->run > (n) * (int64_t)gat_dtype_size(f->q->data.dtype))
#define INDEX_EXCLUDED ((f->p->index_types & GAT_BIT(f->q->indices.dtype)) == 0)
#define DATA_EXCLUDED ((f->p->data_types & GAT_BIT(f->q->data.dtype)) == 0)

#define LIST(name) f->q->lists[REF_##name]
#define VIEW f->q->lists[REF_view_shape]
#define TILE f->q->lists[REF_tile_shape]
#define DEPTH (f->q->indices.shape[f->q->indices.ndim - 1])
#define LEFT (f->rank - f->batch - f->depth)
#define TUPLE(test) (f->tuples && f->axis_good && (test))

/* Are updates something else than data with the extents of indices in the place of the axis? */
static bool slices_differ(const struct gat_facts *f)
{
    const struct gat_array *u = &f->q->updates, *i = &f->q->indices, *data = &f->q->data;
    int32_t axis = f->axis_good ? (int32_t)f->axis : 0, after = data->ndim - axis - 1;
    if (u->ndim != i->ndim + data->ndim - 1)
        return true;
    return memcmp(u->shape, data->shape, (size_t)axis * sizeof u->shape[0]) != 0 ||
           memcmp(u->shape + axis, i->shape, (size_t)i->ndim * sizeof u->shape[0]) != 0 ||
           memcmp(u->shape + axis + i->ndim, data->shape + axis + 1,
                  (size_t)after * sizeof u->shape[0]) != 0;
}

/* Do updates lack the dimensions of tuples, or of the slices that these name? */
static bool tuples_differ(const struct gat_facts *f)
{
    const struct gat_array *u = &f->q->updates, *i = &f->q->indices, *data = &f->q->data;
    int32_t front = i->ndim - 1, rest = f->axis_good ? (int32_t)LEFT : 0;
    if (front < 0 || u->ndim != front + rest)
        return true;
    return memcmp(u->shape, i->shape, (size_t)front * sizeof u->shape[0]) != 0 ||
           memcmp(u->shape + front, data->shape + (data->ndim - rest),
                  (size_t)rest * sizeof u->shape[0]) != 0;
}

/* Are updates walked along a dimension in which indices are repeated? */
static bool updates_walk(const struct gat_facts *f)
{
    const struct ref_map *m = &f->a->map;
    bool walk = false;
    for (int32_t d = 0; d < m->rank; d++)
        walk |= m->in_indices[d] == 0 && m->in_updates[d] > 0;
    return walk;
}

static bool updates_differ(const struct gat_facts *f)
{
    const struct gat_array *u = &f->q->updates, *i = &f->q->indices;
    if (u->ndim >= 0 && f->windows)
        return f->a->rule == REF_bad_sizes ||
               (f->a->rule == REF_bad_rank &&
                (f->q->kernel->naming == REF_NAMES_BOXES || u->ndim != f->q->data.ndim));
    if (u->ndim >= 0 && f->places)
        return gat_array_count(u) != gat_array_count(i);
    if (u->ndim >= 0 && !f->elementwise)
        return f->tuples ? tuples_differ(f) : f->q->data.ndim == 0 || slices_differ(f);
    return u->ndim >= 0 && (u->ndim != i->ndim ||
                            memcmp(u->shape, i->shape, (size_t)i->ndim * sizeof i->shape[0]) != 0);
}

static bool zero_update(struct gat_facts *f)
{
    uint32_t zeros = UINT32_C(1) << GAT_VALUE_ZERO | UINT32_C(1) << GAT_VALUE_MINUS_ZERO;
    const struct gat_value_facts *v = gat_facts_values(f);
    return (v->updates & zeros) != 0 && (v->data & ~zeros) != 0;
}

static bool ranges_wide(const struct gat_facts *f)
{
    unsigned parts = f->q->data.dtype == GAT_C64 || f->q->data.dtype == GAT_C128 ? 2 : 1;
    for (int64_t k = 0; f->a->ranges != NULL && k < f->n_output * parts; k++) {
        const struct ref_range *r = &ref_ranges_of(f->a, k / parts)[k % parts];
        if (r->low < r->high)
            return true;
    }
    return false;
}

static bool states_true(const struct gat_facts *f, const char *name)
{
    bool set = false;
    for (unsigned k = 0; k < f->m->n_attrs; k++)
        set |= strcmp(f->m->attrs[k].name, name) == 0 && f->m->attrs[k].i != 0;
    return set;
}

static bool tile_fits(const struct gat_facts *f)
{
    return TILE.count == f->q->indices.ndim;
}

static bool tile_cuts_at(const struct gat_facts *f, int32_t d)
{
    return tile_fits(f) && TILE.value[d] > 0 && TILE.value[d] < f->q->indices.shape[d];
}

static bool tile_cuts(const struct gat_facts *f)
{
    bool cuts = false;
    for (int32_t d = 0; d < f->q->indices.ndim; d++)
        cuts |= tile_cuts_at(f, d);
    return cuts;
}

static bool tile_uneven(const struct gat_facts *f)
{
    bool uneven = false;
    for (int32_t d = 0; d < f->q->indices.ndim; d++)
        uneven |= tile_cuts_at(f, d) && f->q->indices.shape[d] % TILE.value[d] != 0;
    return uneven;
}

static bool view_fits(const struct gat_facts *f)
{
    return f->axis_good && VIEW.count > 0 && VIEW.count == f->q->indices.ndim &&
           VIEW.count == f->q->data.ndim;
}

static bool view_short(const struct gat_facts *f)
{
    return view_fits(f) && (VIEW.value[f->axis] < f->q->data.shape[f->axis] ||
                            VIEW.value[f->axis] < f->q->indices.shape[f->axis]);
}

static bool view_elsewhere(const struct gat_facts *f)
{
    bool other = false;
    for (int32_t d = 0; view_fits(f) && d < VIEW.count; d++)
        other |= d != f->axis && VIEW.value[d] != f->q->data.shape[d];
    return other;
}

/* ---- the words for what can be: variant s, profile p ---- */

static bool axis_default(const struct gat_spec *s)
{
    const struct gat_attr_spec *axis = gat_attr_find(s, "axis");
    return axis != NULL && !axis->required;
}

#define OFFERS(how) ((gat_reductions_of(s) & GAT_BIT(REF_##how)) != 0)
#define REDUCES ((gat_reductions_of(s) & ~GAT_BIT(REF_NONE)) != 0)
#define UPDATES s->kernel->scatters
#define ELEMENTS (s->kernel->naming == REF_NAMES_ELEMENTS)
#define PLACES (s->kernel->naming == REF_NAMES_PLACES)
#define TUPLES (s->kernel->naming == REF_NAMES_TUPLES)
#define WINDOWS ref_names_windows(s->kernel->naming)
#define BOXES (s->kernel->naming == REF_NAMES_BOXES)
#define AXIS (gat_attr_find(s, "axis") != NULL)
#define MEETING                                                                                    \
    (UPDATES && s->kernel->naming != REF_NAMES_WINDOWS) /* windows along an axis lie apart */
#define REPEATS (p->rules.value[REF_off_axis] >= REF_SIZES_REPEAT)
#define SPREADS gat_updates_spread(&p->rules)
#define BROADCASTS (p->rules.value[REF_off_axis] == REF_SIZES_BROADCAST)
#define BEFORE (AXIS || BATCHES)
#define ATTRIBUTE(name) (gat_attr_find(s, (name)) != NULL)
#define BATCHES (p->rules.value[REF_batch_dims] == REF_BATCH_ALLOWED)
#define AXIS_DEFAULT axis_default(s)
#define AXIS_TENSOR (p->rules.value[REF_axis_tensor] != REF_AXIS_TENSOR_NEVER)
#define EMPTY_ALLOWED (p->rules.value[REF_empty] == REF_EMPTY_ALLOWED)
#define EMPTY_ANSWERED (EMPTY_ALLOWED || p->rules.value[REF_empty] == REF_EITHER + 1)
/* Is there an answer or an error that an index outside its axis must come to? */
#define OUTSIDE_TOLD (p->rules.value[REF_out_of_range] != REF_OOR_UNDEFINED)
#define LIMIT p->rules.value[REF_max_elements]
#define CROWDED (MEETING && (LIMIT == 0 || LIMIT > 1 << 19))
#define DATA_RANK(n)                                                                               \
    (p->rules.value[REF_data_rank_min] <= (n) && p->rules.value[REF_data_rank_max] >= (n))
#define RANK_0_INDEX (p->rules.value[REF_index_rank_min] == 0)
#define INDEX_TYPE(id) ((p->index_types & GAT_BIT(GAT_##id)) != 0)
#define INDEX64 INDEX_TYPE(I64)
#define STRINGS ((p->data_types & GAT_BIT(GAT_STR)) != 0)
#define INTEGERS                                                                                   \
    ((p->data_types &                                                                              \
      (GAT_BIT(GAT_I8) | GAT_BIT(GAT_I16) | GAT_BIT(GAT_I32) | GAT_BIT(GAT_I64) |                  \
       GAT_BIT(GAT_U8) | GAT_BIT(GAT_U16) | GAT_BIT(GAT_U32) | GAT_BIT(GAT_U64))) != 0)
#define FLOATS                                                                                     \
    ((p->data_types & (GAT_REAL_TYPES | GAT_BIT(GAT_C64) | GAT_BIT(GAT_C128))) != 0)

/* ---- one function per feature ---- */

#define TRAIT(id, holds)                                                                           \
    static bool holds_##id(struct gat_facts *f)                                                    \
    {                                                                                              \
        return (holds) != 0;                                                                       \
    }
#define FEATURE(id, words, exists, holds, class, bug, seen) TRAIT(id, holds)
#include "spec/features.def"

#define TRAIT(id, holds)
#define FEATURE(id, words, exists, holds, class, bug, seen)                                        \
    static bool exists_##id(const struct gat_spec *s, const struct gat_profile *p)                 \
    {                                                                                              \
        (void)s;                                                                                   \
        (void)p;                                                                                   \
        return (exists);                                                                           \
    }
#include "spec/features.def"

static bool (*const holds[])(struct gat_facts *) = {
#define FEATURE(id, words, exists, holds, class, bug, seen) holds_##id,
#define TRAIT(id, holds) holds_##id,
#include "spec/features.def"
};

static bool (*const exists[])(const struct gat_spec *, const struct gat_profile *) = {
#define FEATURE(id, words, exists, holds, class, bug, seen) exists_##id,
#define TRAIT(id, holds) NULL,
#include "spec/features.def"
};

void gat_portrait_make(const struct gat_expectation *x, const struct gat_features *wanted,
                       struct gat_arena *scratch, struct gat_portrait *out)
{
    struct gat_facts f;
    gat_facts_find(x, scratch, &f);
    memset(out, 0, sizeof *out);
    for (unsigned k = 0; k < GAT_FEATURE_COUNT; k++)
        if ((wanted == NULL || gat_features_have(wanted, k)) && holds[k](&f))
            gat_features_add(&out->features, k);
    if (f.answers && f.highest >= 0) {
        out->reach = f.highest - f.lowest + 1;
        out->extent = f.places ? f.extent : f.q->data.ndim == 0 ? 1 : f.q->data.shape[f.axis];
    }
}

void gat_features_possible(const struct gat_spec *s, const struct gat_profile *p,
                           struct gat_features *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned k = 0; k < GAT_FEATURE_COUNT; k++)
        if (exists[k] != NULL && exists[k](s, p))
            gat_features_add(out, k);
}

struct gat_features gat_clause_features(const struct gat_clause *c)
{
    struct gat_features set = {{0}};
    for (unsigned k = 0; k < c->n_reached_by; k++)
        gat_features_add(&set, gat_feature_find(c->reached_by[k]));
    return set;
}
