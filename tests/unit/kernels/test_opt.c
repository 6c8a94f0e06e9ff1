/* test_opt.c - opt answers as ref does, over an enumerated family of cases.
 *
 * Every shape of rank 1 to 4 with extents from a short list, every axis, every
 * element size, indices inside and, now and then, outside the axis.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt.h"
#include "opt_pool.h"

#include <stdlib.h>

#include "dtype.h"
#include "prng.h"
#include "tap.h"

enum { MOST_BYTES = 1 << 16, MOST_LEVELS = 7 };

struct bench { /* one case with buffers of its own */
    struct ref_rules rules;
    struct ref_case c;
    struct gat_prng random;
    unsigned long cases, errors;
    unsigned long due, own; /* whole gathers without an error, and by opt itself */
    unsigned step;                /* every step-th shape is taken */
    struct opt *opt[MOST_LEVELS]; /* one per level that this CPU has */
    unsigned levels;
    unsigned char data[MOST_BYTES], updates[MOST_BYTES], indices[MOST_BYTES];
    unsigned char ours[MOST_BYTES + 64], theirs[MOST_BYTES + 64];
    _Alignas(8) unsigned char scratch[2][8 * MOST_BYTES];
};

static void fill(struct gat_array *t, void *bytes)
{
    int64_t count = gat_array_count(t);
    t->data = count == 0 ? NULL : bytes; /* as a call may have it */
    for (int64_t k = 0; k < count; k++)
        gat_dtype_distinct(t->dtype, (uint64_t)k,
                           (char *)bytes + (size_t)k * gat_dtype_size(t->dtype));
}

static void fill_indices(struct bench *b, int64_t extent, bool bad)
{
    struct gat_array *t = &b->c.indices;
    int64_t count = gat_array_count(t);
    uint64_t span = 2 * (uint64_t)extent;
    t->data = count == 0 ? NULL : b->indices + 1; /* any address will do */
    for (int64_t k = 0; k < count; k++) {
        int64_t index = extent == 0 ? 0
                                    : (int64_t)gat_prng_below(&b->random, span) - extent;
        if (bad && gat_prng_below(&b->random, 4) == 0)
            index = gat_prng_below(&b->random, 2) == 0 ? extent : INT32_MIN;
        int32_t narrow = (int32_t)index;
        if (t->dtype == GAT_I32)
            memcpy(b->indices + 1 + k * 4, &narrow, 4);
        else
            memcpy(b->indices + 1 + k * 8, &index, 8);
    }
}

static bool same_at_level(struct bench *b, struct opt *opt, const struct ref_answer *x,
                          struct ref_answer y)
{
    size_t size = gat_array_size(&x->output);
    y.output.data = size == 0 ? NULL : b->ours;
    memset(b->ours, 0xA5, size + 64);
    bool own = opt_run(opt, &b->c, &y);
    if (!own)
        ref_run(&b->c, &y, b->scratch[1]);
    if (strcmp(b->c.kernel->name, "gather") == 0 && x->demand == REF_MUST_SUCCEED &&
        x->bad_at < 0 && size > 0) {
        b->due++;
        b->own += own;
    }
    /* After an error the output is open. */
    bool written = x->demand == REF_MUST_SUCCEED || x->demand == REF_MAY_EITHER;
    return x->demand == y.demand && x->error == y.error &&
           memcmp(b->ours + (written ? 0 : size), b->theirs + (written ? 0 : size),
                  written ? size + 64 : 64) == 0;
}

static bool same_answer(struct bench *b)
{
    struct ref_answer x, y;
    ref_check(&b->c, &x);
    size_t size = gat_array_size(&x.output);
    if (size > MOST_BYTES || ref_scratch_size(&b->c, &x) > sizeof b->scratch[0])
        return true;
    y = x;
    x.output.data = size == 0 ? NULL : b->theirs;
    memset(b->theirs, 0xA5, size + 64);
    ref_run(&b->c, &x, b->scratch[0]);
    b->cases++;
    b->errors += x.demand != REF_MUST_SUCCEED;
    bool good = true;
    for (unsigned k = 0; good && k < b->levels; k++)
        good = same_at_level(b, b->opt[k], &x, y);
    return good;
}

/* A context as users have it, and one for each level that this CPU has. */
static void levels_open(struct bench *b)
{
    static const char *const levels[] = {"threads=1", "level=base", "gathers=no,level=avx2",
                                         "gathers=yes,level=avx2", "level=neon",
                                         "gathers=no,level=avx512", "gathers=yes,level=avx512"};
    for (unsigned k = 0; k < sizeof levels / sizeof levels[0]; k++) {
        struct opt_setup setup;
        char why[200];
        if (!opt_setup_read(levels[k], &setup, why, sizeof why)) {
            skip(why, levels[k]);
            continue;
        }
        size_t size = (opt_size(&setup) + 63) & ~(size_t)63;
        struct opt *o = aligned_alloc(64, size);
        if (o == NULL)
            exit(1);
        memset(o, 0, size);
        opt_start(o, &setup);
        b->opt[b->levels++] = o;
    }
}

static void tell(const struct bench *b, const char *what)
{
    char data[80], indices[80];
    gat_shape_print(b->c.data.ndim, b->c.data.shape, data, sizeof data);
    gat_shape_print(b->c.indices.ndim, b->c.indices.shape, indices, sizeof indices);
    ok(false, "%s: %s data %s indices %s %s axis %lld batch_dims %lld", what,
       gat_dtype_name(b->c.data.dtype), data, gat_dtype_name(b->c.indices.dtype), indices,
       (long long)b->c.axis, (long long)b->c.batch_dims);
}

/* All element sizes and both index types for the shapes that are set. */
static bool all_types(struct bench *b, const char *what)
{
    static const enum gat_dtype types[] = {GAT_I8, GAT_F16, GAT_F32, GAT_I64, GAT_C128};
    int64_t rank = b->c.data.ndim, axis = b->c.axis < 0 ? b->c.axis + rank : b->c.axis;
    int64_t extent = axis >= 0 && axis < rank ? b->c.data.shape[axis] : 1;
    for (unsigned k = 0; k < 2 * sizeof types / sizeof types[0]; k++) {
        b->c.data.dtype = b->c.updates.dtype = types[k / 2];
        b->c.indices.dtype = k % 2 == 0 ? GAT_I64 : GAT_I32;
        bool bad = gat_prng_below(&b->random, 8) == 0;
        fill(&b->c.data, b->data);
        fill_indices(b, extent, bad);
        if (b->c.updates.ndim >= 0)
            fill(&b->c.updates, b->updates);
        static const int64_t policies[] = {REF_OOR_ERROR, REF_OOR_UNDEFINED, REF_OOR_CLAMP};
        b->rules.value[REF_out_of_range] = policies[gat_prng_below(&b->random, 3)];
        b->rules.value[REF_index_domain] = gat_prng_below(&b->random, 8) != 0;
        if (!same_answer(b)) {
            tell(b, what);
            return false;
        }
    }
    return true;
}

/* The n-th shape of rank 1 to 4 with extents from a list; false after the last. */
static bool shape_make(unsigned n, struct gat_array *t)
{
    static const int64_t extents[] = {3, 1, 5, 0, 8};
    unsigned per_rank = 1;
    for (t->ndim = 1; t->ndim <= 4; t->ndim++) {
        per_rank *= 5;
        if (n < per_rank) {
            for (int32_t d = 0; d < t->ndim; d++, n /= 5)
                t->shape[d] = extents[n % 5];
            return true;
        }
        n -= per_rank;
    }
    return false;
}

static void gathers(struct bench *b)
{
    static const struct gat_array picks[] = {
        {.ndim = 0}, {.ndim = 1, .shape = {4}}, {.ndim = 2, .shape = {3, 2}},
        {.ndim = 1, .shape = {0}}};
    b->c.kernel = ref_kernel_find("gather");
    b->c.updates.ndim = -1;
    bool good = true;
    for (unsigned n = 0; good && shape_make(n, &b->c.data); n += b->step)
        for (int64_t axis = -1; good && axis <= b->c.data.ndim; axis++)
            for (unsigned k = 0; good && k < 8; k++) {
                b->c.axis = axis;
                b->c.batch_dims = k / 4;
                b->c.indices = picks[k % 4];
                if (b->c.batch_dims == 1 && b->c.indices.ndim > 0)
                    b->c.indices.shape[0] = b->c.data.shape[0];
                good = all_types(b, "gather");
            }
    ok(good, "gather: opt answers as ref");
    b->c.batch_dims = 0;
}

/* Rows of every size: the copies that are compiled for a size and those that are not. */
static void rows(struct bench *b)
{
    bool good = true;
    b->c.kernel = ref_kernel_find("gather");
    b->c.axis = 0;
    for (int64_t size = 1; good && size <= 80; size++) {
        b->c.data = (struct gat_array){.ndim = 2, .shape = {7, size}};
        b->c.indices = (struct gat_array){.ndim = 1, .shape = {9}};
        good = all_types(b, "gather of rows");
    }
    ok(good, "gather of rows: opt answers as ref");
}

static void elements(struct bench *b, const char *kernel, bool updates)
{
    bool good = true;
    b->c.kernel = ref_kernel_find(kernel);
    b->c.updates.ndim = -1;
    for (unsigned n = 0; good && shape_make(n, &b->c.data); n += b->step)
        for (int64_t axis = -1; good && axis <= b->c.data.ndim; axis++)
            for (unsigned k = 0; good && k < 5; k++) {
                b->c.axis = axis;
                b->c.indices = b->c.data;
                int64_t at = axis < 0 ? b->c.data.ndim - 1 : axis % b->c.data.ndim;
                if (k == 1)
                    b->c.indices.shape[at] = 6;
                if (k == 2)
                    b->c.indices.shape[0] = 1;
                if (k == 3)
                    b->c.indices.shape[b->c.data.ndim - 1] += 1;
                if (k == 4)
                    b->c.indices.ndim--;
                if (updates)
                    b->c.updates = b->c.indices;
                good = all_types(b, kernel);
            }
    ok(good, "%s: opt answers as ref", kernel);
}

static void single_numbers(struct bench *b)
{
    b->c.kernel = ref_kernel_find("gather_elements");
    b->c.axis = 0;
    b->c.updates.ndim = -1;
    b->c.data = b->c.indices = (struct gat_array){.ndim = 0};
    ok(all_types(b, "single numbers"), "single numbers: opt answers as ref");
    b->rules.value[REF_bad_rank] = REF_EITHER;
    b->c.data = (struct gat_array){.ndim = 1, .shape = {3}};
    ok(all_types(b, "a single index"), "a single index into a vector: opt answers as ref");
    b->c.indices = (struct gat_array){.ndim = 1, .shape = {2}, .dtype = GAT_I8};
    b->c.data = (struct gat_array){.ndim = 1, .shape = {2}};
    fill(&b->c.data, b->data);
    b->indices[0] = 1;
    b->indices[1] = 0;
    b->c.indices.data = b->indices;
    ok(same_answer(b), "indices of a third type: opt answers as ref");
    b->indices[1] = 2;
    ok(same_answer(b), "a bad one among them: opt answers as ref");
}

int main(int count, char **arguments)
{
    struct bench *b = calloc(1, sizeof *b);
    if (b == NULL)
        return 1;
    b->step = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 1;
    b->c.rules = &b->rules;
    for (unsigned k = 0; k < REF_RULE_COUNT; k++)
        b->rules.value[k] = ref_rule_infos[k].otherwise;
    b->rules.value[REF_batch_dims] = REF_BATCH_ALLOWED;
    b->c.axis_tensor.ndim = -1;
    b->c.type_allowed = true;
    levels_open(b);
    gathers(b);
    rows(b);
    elements(b, "gather_elements", false);
    elements(b, "scatter_elements", true);
    single_numbers(b);
    ok(b->cases > 100000 / b->step && b->errors > 1000 / b->step && b->errors < b->cases / 4 * 3,
       "%lu cases, %lu of them errors", b->cases, b->errors);
    ok(b->due > b->cases / 10, "%lu are plain gathers", b->due);
    is_int((int64_t)b->own, (int64_t)b->due, "every plain gather is opt's own work");
    for (unsigned k = 0; k < b->levels; k++) {
        opt_stop(b->opt[k]);
        free(b->opt[k]);
    }
    free(b);
    return done();
}
