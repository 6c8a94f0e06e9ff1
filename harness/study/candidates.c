/* candidates.c - small cases in every direction, to look for one that tells.
 *
 * A candidate is a shape of data, a shape of indices, an axis, what the indices
 * hold, and at most one oddity.  All are counted through, smallest first; those
 * that a variant cannot be asked are left out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "study/candidate_part.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dtype.h"
#include "parts/fitting.h"
#include "study/candidate_sums.h"
#include "study/candidates.h"
#include "suite/candidate_member.h"

#define SHAPE(rank, ...) {.ndim = (rank), .shape = {__VA_ARGS__}}
static const struct gat_array data_shapes[] = {
    SHAPE(1, 1), SHAPE(1, 2), SHAPE(1, 3), SHAPE(2, 1, 2), SHAPE(2, 2, 2), SHAPE(2, 2, 3),
    SHAPE(2, 3, 2), SHAPE(2, 4, 2), SHAPE(0, 0), SHAPE(1, 0), SHAPE(2, 0, 2), SHAPE(2, 2, 0),
    SHAPE(3, 2, 1, 2), SHAPE(3, 2, 3, 2), SHAPE(4, 1, 2, 1, 2), SHAPE(5, 1, 1, 1, 1, 2),
    SHAPE(9, 1, 1, 1, 1, 1, 1, 1, 1, 2)};
static const struct gat_array index_shapes[] = {
    SHAPE(1, 1), SHAPE(1, 2), SHAPE(1, 3), SHAPE(2, 1, 1), SHAPE(2, 1, 2), SHAPE(2, 2, 1),
    SHAPE(2, 2, 2), SHAPE(2, 3, 2), SHAPE(2, 2, 3), SHAPE(0, 0), SHAPE(1, 0), SHAPE(2, 0, 2),
    SHAPE(2, 2, 0), SHAPE(2, 3, 0), SHAPE(2, 0, 3), SHAPE(3, 1, 1, 1), SHAPE(3, 2, 1, 2),
    SHAPE(4, 1, 2, 1, 2), SHAPE(5, 1, 1, 1, 1, 2), SHAPE(9, 1, 1, 1, 1, 1, 1, 1, 1, 2)};

enum axis_choice { AXIS_NONE, AXIS_0, AXIS_1, AXIS_MINUS_1, AXIS_RANK, AXIS_BELOW, AXES };
enum content { CYCLE, REPEATED, FIRST_MINUS_1, FIRST_BELOW, FIRST_PAST, FIRST_FAR, CONTENTS };
enum oddity {
    PLAIN, DATA_TYPE, INDEX_TYPE, FLOAT_INDICES, UPDATES_TYPE, UPDATES_FEWER, UPDATES_MORE,
    UPDATES_FLAT,
    BATCH_1, BATCH_2, BATCH_9, BATCH_MINUS_1, BATCH_MINUS_9, AXIS_TENSOR_1, AXIS_TENSOR_2,
    AXIS_TENSOR_0, SPARSE, VIEW_WHOLE, VIEW_SHORT, VIEW_ELSEWHERE, VIEW_FLAT, TILE_WHOLE,
    TILE_ONES, TILE_FLAT, TILE_AT_LIMIT, TILE_PAST_LIMIT, TILE_HUGE, REDUCED,
    ODDITIES = REDUCED + GAT_SUMS
};

struct space {
    const struct gat_spec *spec;
    const struct gat_profile *profile;
    enum gat_dtype dtype, index_dtype;
    enum gat_dtype other_dtype; /* not listed, or GAT_DTYPE_COUNT */
    enum gat_dtype alien_dtype; /* for updates that differ from data */
    unsigned char data[16 * GAT_CANDIDATE_VALUES], updates[16 * GAT_CANDIDATE_VALUES];
    unsigned char odd_data[16 * GAT_CANDIDATE_VALUES], odd_updates[16 * GAT_CANDIDATE_VALUES];
    unsigned char alien_updates[16 * GAT_CANDIDATE_VALUES];
    struct gat_candidate_terms terms;
    int64_t wide[GAT_CANDIDATE_VALUES];
    unsigned char indices[16 * GAT_CANDIDATE_VALUES], axis[16];
};

/* ---- operands ---- */

static void numbers_make(enum gat_dtype t, unsigned step, unsigned char *out)
{
    for (unsigned k = 0; k < GAT_CANDIDATE_VALUES; k++) {
        char text[24];
        bool exact;
        unsigned char *to = out + k * gat_dtype_size(t);
        snprintf(text, sizeof text, "%u", (k + 1) * step);
        if (t == GAT_BOOL)
            *to = k % 2;
        else if (t != GAT_STR && !gat_dtype_parse(t, text, to, &exact))
            gat_dtype_distinct(t, k * step, to);
    }
}

static void operand_shape(struct gat_operand_text *o, const struct gat_array *s)
{
    *o = (struct gat_operand_text){.present = true, .dtype = GAT_DTYPE_COUNT,
                                   .types = GAT_ALL_TYPES, .ndim = s->ndim,
                                   .count = gat_array_count(s)};
    memcpy(o->shape, s->shape, sizeof o->shape);
}

/* Updates that fit; windows that lie along an axis have half of it.  False where they would have
 * more elements than there are values, or data and indices too many dimensions for slices. */
static bool updates_follow(const struct space *s, struct gat_test *t, const struct gat_array *data,
                           const struct gat_array *indices)
{
    const struct ref_kernel *k = s->spec->kernel;
    struct gat_array u = *data;
    bool boxes = k->naming == REF_NAMES_BOXES;
    int64_t axis = boxes ? 0 : t->axis.value + (t->axis.value < 0 ? data->ndim : 0);
    if ((k->naming == REF_NAMES_SLICES || boxes) && data->ndim + indices->ndim > GAT_MAX_RANK)
        return false;
    if (k->naming != REF_NAMES_WINDOWS)
        gat_updates_fit(k->naming, &s->profile->rules, data, indices, axis, 0, &u);
    else if (axis >= 0 && axis < data->ndim)
        u.shape[axis] -= u.shape[axis] / 2;
    operand_shape(&t->updates, &u);
    return t->updates.count <= GAT_CANDIDATE_VALUES;
}

static int64_t axis_value(enum axis_choice choice, int32_t rank)
{
    switch (choice) {
    case AXIS_1: return 1;
    case AXIS_MINUS_1: return -1;
    case AXIS_RANK: return rank;
    case AXIS_BELOW: return -rank - 1;
    case AXIS_NONE:
    case AXIS_0:
    case AXES: break;
    }
    return 0;
}

/* The number of indices in a tuple; 1 for other operators. */
static int64_t depth_of(const struct space *s, const struct gat_candidate *c)
{
    const struct gat_operand_text *i = &c->test.indices;
    bool tuples = s->spec->kernel->naming == REF_NAMES_TUPLES && i->ndim > 0;
    return tuples && i->shape[i->ndim - 1] > 0 ? i->shape[i->ndim - 1] : 1;
}

/* The extent that index number k counts along, where that makes sense. */
static int64_t extent_along(const struct space *s, const struct gat_candidate *c, int64_t k)
{
    const struct gat_operand_text *d = &c->test.data;
    enum ref_naming naming = s->spec->kernel->naming;
    int64_t axis = c->test.axis.value < 0 ? c->test.axis.value + d->ndim : c->test.axis.value;
    if (naming == REF_NAMES_PLACES)
        return d->count;
    if (naming == REF_NAMES_TUPLES)
        axis = (c->test.batch_dims.given ? c->test.batch_dims.value : 0) + k % depth_of(s, c);
    if (axis < 0 || axis >= d->ndim)
        return 1;
    return d->shape[axis] - (naming == REF_NAMES_WINDOWS ? c->test.updates.shape[axis] - 1 : 0);
}

static void indices_make(struct space *s, struct gat_candidate *c, enum content content)
{
    int64_t extent = extent_along(s, c, 0), n = c->test.indices.count, depth = depth_of(s, c);
    for (int64_t k = 0; k < n; k++) {
        int64_t along = extent_along(s, c, k);
        s->wide[k] = along > 0 && content != REPEATED ? k / depth % along : 0;
    }
    if (n == 0)
        return;
    switch (content) {
    case FIRST_MINUS_1: s->wide[0] = -1; break;
    case FIRST_BELOW: s->wide[0] = -extent - 1; break;
    case FIRST_PAST: s->wide[0] = extent; break;
    case FIRST_FAR: s->wide[0] = 5 * extent + 1; break;
    case CYCLE:
    case REPEATED:
    case CONTENTS: break;
    }
}

/* The wide indices in the type that the candidate has for them. */
static void indices_narrow(struct space *s, struct gat_candidate *c)
{
    enum gat_dtype t = c->test.indices.dtype != GAT_DTYPE_COUNT ? c->test.indices.dtype
                                                                : c->index_dtype;
    size_t size = gat_dtype_size(t);
    for (int64_t k = 0; k < c->test.indices.count; k++) {
        char text[24];
        bool exact;
        snprintf(text, sizeof text, "%" PRId64, s->wide[k]);
        if (!gat_dtype_parse(t, text, s->indices + (size_t)k * size, &exact))
            memset(s->indices + (size_t)k * size, 0, size);
    }
    c->test.indices.bytes[t] = s->indices;
}

/* ---- oddities ---- */

static bool odd_updates(struct gat_candidate *c, const struct space *s, enum oddity odd)
{
    struct gat_operand_text *u = &c->test.updates;
    if (!u->present)
        return false;
    if (odd == UPDATES_TYPE) {
        u->dtype = s->alien_dtype;
        u->bytes[u->dtype] = (void *)(uintptr_t)s->alien_updates;
        return true;
    }
    if (odd == UPDATES_FLAT) /* a number is one element, and the other way round */
        u->shape[0] = u->ndim = u->ndim == 0;
    else if (odd == UPDATES_MORE && u->ndim > 0 && u->count <= GAT_CANDIDATE_VALUES / 2)
        u->shape[0]++;
    else if (odd == UPDATES_FEWER && u->ndim > 0 && u->shape[0] > 1)
        u->shape[0]--;
    else
        return false;
    u->count = 1;
    for (int32_t d = 0; d < u->ndim; d++)
        u->count *= u->shape[d];
    return true;
}

static bool odd_types(struct gat_candidate *c, const struct space *s, enum oddity odd)
{
    struct gat_test *t = &c->test;
    if (odd == INDEX_TYPE || odd == FLOAT_INDICES) {
        t->indices.dtype = odd == INDEX_TYPE ? GAT_I16 : GAT_F32;
        return true;
    }
    if (s->other_dtype == GAT_DTYPE_COUNT)
        return false;
    t->data.dtype = c->dtype = s->other_dtype;
    t->data.bytes[s->other_dtype] = (void *)(uintptr_t)s->odd_data;
    if (t->updates.present) {
        t->updates.dtype = s->other_dtype;
        t->updates.bytes[s->other_dtype] = (void *)(uintptr_t)s->odd_updates;
    }
    return true;
}

static bool odd_batch(struct gat_candidate *c, enum oddity odd)
{
    static const int64_t batch[] = {1, 2, 9, -1, -9};
    c->test.batch_dims.given = true;
    c->test.batch_dims.value = batch[odd - BATCH_1];
    return true;
}

static bool odd_axis(struct gat_candidate *c, struct space *s, enum oddity odd)
{
    static const struct gat_array shapes[] = {SHAPE(1, 1), SHAPE(1, 2), SHAPE(1, 0)};
    struct gat_test *t = &c->test;
    int64_t both[2] = {t->axis.value, t->axis.value};
    if (!t->axis.given || s->profile->rules.value[REF_axis_tensor] == REF_AXIS_TENSOR_NEVER)
        return false;
    operand_shape(&t->axis_tensor, &shapes[odd - AXIS_TENSOR_1]);
    memcpy(s->axis, both, sizeof both);
    t->axis_tensor.dtype = GAT_I64;
    t->axis_tensor.bytes[GAT_I64] = s->axis;
    t->axis.given = false;
    return true;
}

static bool odd_view(struct gat_candidate *c, enum oddity odd)
{
    struct gat_test *t = &c->test;
    int64_t axis = t->axis.value < 0 ? t->axis.value + t->data.ndim : t->axis.value;
    if (t->data.ndim != t->indices.ndim || axis < 0 || axis >= t->data.ndim)
        return false;
    struct ref_list *view = &t->lists[REF_view_shape];
    *view = (struct ref_list){.given = true, .count = t->data.ndim};
    for (int32_t d = 0; d < t->data.ndim; d++)
        view->value[d] =
            t->data.shape[d] > t->indices.shape[d] ? t->data.shape[d] : t->indices.shape[d];
    if (odd == VIEW_SHORT)
        view->value[axis]--;
    for (int32_t d = 0; odd == VIEW_ELSEWHERE && d < t->data.ndim; d++)
        view->value[d] = d == axis ? view->value[d] : 1;
    if (odd == VIEW_FLAT)
        view->count--;
    return true;
}

/* A tile [n, 1, ...] whose bytes come to `bytes`, counted as the tiling rule does. */
static bool tile_of(struct gat_candidate *c, int64_t axis, int64_t bytes)
{
    struct gat_test *t = &c->test;
    int64_t esize = (int64_t)gat_dtype_size(c->dtype);
    int64_t isize = (int64_t)gat_dtype_size(c->index_dtype);
    int64_t rest = bytes - t->data.shape[axis] * esize;
    struct ref_list *tile = &t->lists[REF_tile_shape];
    for (int32_t d = 0; d < tile->count; d++)
        tile->value[d] = 1;
    tile->value[axis] = rest / (esize + isize);
    return rest > 0 && rest % (esize + isize) == 0;
}

static bool odd_tile(struct gat_candidate *c, const struct space *s, enum oddity odd)
{
    struct gat_test *t = &c->test;
    int64_t axis = t->axis.value < 0 ? t->axis.value + t->data.ndim : t->axis.value;
    int64_t limit = s->profile->rules.value[REF_buffer_size];
    if (t->data.ndim != t->indices.ndim || axis < 0 || axis >= t->data.ndim)
        return false;
    struct ref_list *tile = &t->lists[REF_tile_shape];
    *tile = (struct ref_list){.given = true, .count = t->indices.ndim};
    for (int32_t d = 0; d < tile->count; d++)
        tile->value[d] = odd == TILE_WHOLE && t->indices.shape[d] > 0 ? t->indices.shape[d] : 1;
    if (odd == TILE_FLAT)
        tile->count--;
    if (odd == TILE_AT_LIMIT || odd == TILE_PAST_LIMIT)
        return limit > 0 && tile_of(c, axis, odd == TILE_AT_LIMIT ? limit : limit + 2);
    if (odd == TILE_HUGE)
        tile->value[axis] = INT64_C(1) << 40;
    return true;
}

/* False where this candidate cannot have this oddity. */
static bool oddity_put(struct space *s, struct gat_candidate *c, enum oddity odd)
{
    if (odd == PLAIN)
        return true;
    if (odd >= DATA_TYPE && odd <= FLOAT_INDICES)
        return odd_types(c, s, odd);
    if (odd >= UPDATES_TYPE && odd <= UPDATES_FLAT)
        return odd_updates(c, s, odd);
    if (odd >= BATCH_1 && odd <= BATCH_MINUS_9)
        return odd_batch(c, odd);
    if (odd >= AXIS_TENSOR_1 && odd <= AXIS_TENSOR_0)
        return odd_axis(c, s, odd);
    if (odd >= VIEW_WHOLE && odd <= VIEW_FLAT)
        return odd_view(c, odd);
    if (odd >= TILE_WHOLE && odd <= TILE_HUGE)
        return odd_tile(c, s, odd);
    if (odd >= REDUCED)
        return gat_candidate_reduce(c, s->spec, s->profile, odd - REDUCED, &s->terms);
    c->test.sparse_grad = (struct gat_attribute_value){true, true};
    return true;
}

/* ---- counting through ---- */

static bool candidate_make(struct space *s, const struct gat_array *data,
                           const struct gat_array *indices, enum axis_choice axis,
                           enum content content, enum oddity odd, struct gat_candidate *c,
                           struct gat_arena *scratch)
{
    struct gat_test *t = &c->test;
    memset(c, 0, sizeof *c);
    c->dtype = s->dtype;
    c->index_dtype = s->index_dtype;
    t->ops = &s->spec->op;
    t->n_ops = 1;
    t->topic = "candidate";
    t->name = "candidate";
    t->hunts = "";
    t->axis.given = axis != AXIS_NONE;
    t->axis.value = axis_value(axis, data->ndim == 0 ? 1 : data->ndim);
    operand_shape(&t->data, data);
    operand_shape(&t->indices, indices);
    t->data.bytes[s->dtype] = s->data;
    if (s->spec->kernel->scatters && !updates_follow(s, t, data, indices))
        return false;
    t->updates.bytes[s->dtype] = t->updates.present ? s->updates : NULL;
    if (s->spec->kernel->naming == REF_NAMES_BOXES)
        gat_windows_plain(t->lists, data->ndim, data->shape, 0, indices->ndim,
                          t->updates.present);
    indices_make(s, c, content);
    if (!oddity_put(s, c, odd) || gat_candidate_misfit(c, s->spec, scratch) != NULL)
        return false;
    indices_narrow(s, c);
    return true;
}

static enum gat_dtype first_type(uint32_t set, enum gat_dtype liked)
{
    if (set == 0)
        return GAT_DTYPE_COUNT;
    return (set & GAT_BIT(liked)) != 0 ? liked : (enum gat_dtype)__builtin_ctz(set);
}

static uint32_t common(uint32_t own, uint32_t other)
{
    return (own & other) != 0 ? own & other : own;
}

static void space_make(struct space *s, const struct gat_profile *other)
{
    const uint32_t text = GAT_BIT(GAT_STR);
    uint32_t data = common(s->profile->data_types & ~text, other->data_types);
    uint32_t indices = common(s->profile->index_types, other->index_types);
    /* Tiles of 16-bit elements and 32-bit indices come to every even number of bytes. */
    bool tiles = s->profile->rules.value[REF_buffer_size] > 0;
    s->dtype = first_type(data, GAT_I16);
    s->index_dtype = first_type(indices, tiles ? GAT_I32 : GAT_I64);
    s->other_dtype = first_type(~s->profile->data_types & GAT_ALL_TYPES & ~text, GAT_BF16);
    s->alien_dtype = s->dtype == GAT_F32 ? GAT_I32 : GAT_F32;
    numbers_make(s->dtype, 1, s->data);
    numbers_make(s->dtype, 10, s->updates);
    numbers_make(s->alien_dtype, 10, s->alien_updates);
    if (s->other_dtype == GAT_DTYPE_COUNT)
        return;
    numbers_make(s->other_dtype, 1, s->odd_data);
    numbers_make(s->other_dtype, 10, s->odd_updates);
}

void gat_candidates_each(const struct gat_spec *spec, const struct gat_profile *profile,
                         const struct gat_profile *other, gat_candidate_see *see,
                         void *user)
{
    struct space s = {.spec = spec, .profile = profile};
    struct gat_arena scratch = {0};
    struct gat_candidate c;
    enum { N_DATA = sizeof data_shapes / sizeof data_shapes[0] };
    enum { N_INDICES = sizeof index_shapes / sizeof index_shapes[0] };
    bool more = true;
    space_make(&s, other != NULL ? other : profile);
    for (unsigned at = 0; more && at < N_DATA * N_INDICES * AXES * CONTENTS * ODDITIES; at++) {
        unsigned rest = at;
        enum oddity odd = (enum oddity)(rest % ODDITIES);
        enum content content = (enum content)((rest /= ODDITIES) % CONTENTS);
        enum axis_choice axis = (enum axis_choice)((rest /= CONTENTS) % AXES);
        unsigned indices = (rest /= AXES) % N_INDICES, data = rest / N_INDICES;
        if (odd != PLAIN && (content != CYCLE || axis == AXIS_RANK || axis == AXIS_BELOW))
            continue;
        if (!candidate_make(&s, &data_shapes[data], &index_shapes[indices], axis, content,
                            odd, &c, &scratch))
            continue;
        gat_arena_reset(&scratch);
        more = see(user, &c, &scratch);
    }
    gat_arena_free(&scratch);
}
