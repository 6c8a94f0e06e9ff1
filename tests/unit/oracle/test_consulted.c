/* test_consulted.c - a rule that was not consulted does not matter.
 *
 * Random cases under random rules: wherever the oracle says that a rule did not
 * matter, every other value of it must give the same answer.  Readings of ambiguous
 * clauses and the coverage of clauses rest on this.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "dtype.h"
#include "prng.h"
#include "ref.h"
#include "tap.h"

enum { CASES = 60000 };

struct asked { /* an answer and all that belongs to it, in buffers of exact size */
    struct ref_answer a;
    char *output, *scratch;
};

static struct gat_prng prng;
static struct ref_rules rules, other;
static struct ref_case c;

static int64_t below(uint64_t n)
{
    return (int64_t)gat_prng_below(&prng, n);
}

static unsigned values_of(unsigned rule)
{
    char text[32];
    unsigned n = 0;
    do
        ref_rule_print((enum ref_rule)rule, n, text, sizeof text);
    while (text[0] != '\0' && ++n < 16);
    return n;
}

static void array_make(struct gat_array *t, enum gat_dtype dtype, const struct gat_array *like)
{
    t->dtype = dtype;
    if (like != NULL && below(4) != 0) {
        t->ndim = like->ndim;
        memcpy(t->shape, like->shape, sizeof t->shape);
        int64_t changed = below(8);
        if (changed < t->ndim)
            t->shape[changed] = below(4);
    } else {
        t->ndim = (int32_t)below(4);
        for (int32_t d = 0; d < t->ndim; d++)
            t->shape[d] = below(8) == 0 ? 0 : 1 + below(3);
    }
    size_t size = gat_array_size(t);
    t->data = malloc(size + 1);
    if (t->data == NULL)
        exit(3);
    for (int64_t k = 0; k < gat_array_count(t); k++)
        gat_dtype_distinct(dtype, (uint64_t)k + (like != NULL ? 100 : 0),
                           (char *)t->data + (size_t)k * gat_dtype_size(dtype));
}

static void indices_fill(void)
{
    struct gat_array *t = &c.indices;
    bool wild = below(3) == 0;
    for (int64_t k = 0; k < gat_array_count(t); k++) {
        int64_t index = wild ? below(9) - 4 : below(2);
        if (wild && below(16) == 0)
            index = below(2) == 0 ? INT64_MIN : INT64_MAX;
        memcpy((char *)t->data + k * 8, &index, 8);
    }
}

static void shape_state(struct ref_list *l)
{
    l->given = below(3) == 0;
    l->count = !l->given ? 0 : below(4) == 0 ? (int32_t)below(4) : c.indices.ndim;
    for (int32_t d = 0; d < l->count; d++)
        l->value[d] = below(5);
}

static void case_make(void)
{
    static const char *const kernels[] = {"gather", "gather_elements", "scatter_elements"};
    for (unsigned k = 0; k < REF_RULE_COUNT; k++) {
        rules.value[k] = ref_rule_infos[k].otherwise;
        if (ref_rule_infos[k].values != NULL && below(2) == 0)
            rules.value[k] = below(values_of(k));
    }
    if (below(4) == 0)
        rules.value[REF_data_rank_min] = 1 + below(2);
    if (below(4) == 0)
        rules.value[REF_index_rank_max] = 1 + below(3);
    if (below(4) == 0)
        rules.value[REF_max_elements] = 1 + below(20);
    if (below(4) == 0)
        rules.value[REF_buffer_size] = 1 + below(200);
    c = (struct ref_case){.rules = &rules, .type_allowed = below(16) != 0};
    c.index_unlisted = !c.type_allowed && below(2) == 0;
    c.kernel = ref_kernel_find(kernels[below(3)]);
    array_make(&c.data, GAT_I32, NULL);
    array_make(&c.indices, GAT_I64, &c.data);
    indices_fill();
    c.updates.ndim = c.axis_tensor.ndim = -1;
    if (c.kernel->inputs[2] != NULL)
        array_make(&c.updates, GAT_I32, &c.indices);
    if (below(8) == 0) {
        array_make(&c.axis_tensor, GAT_I64, NULL);
        memset(c.axis_tensor.data, 0, gat_array_size(&c.axis_tensor));
    }
    c.axis = below(4) == 0 ? below(9) - 4 : 0;
    c.batch_dims = below(3) == 0 ? below(7) - 3 : 0;
    shape_state(&c.lists[REF_view_shape]);
    shape_state(&c.lists[REF_tile_shape]);
}

static void ask(struct asked *x, const struct ref_rules *r)
{
    c.rules = r;
    ref_check(&c, &x->a);
    size_t size = gat_array_size(&x->a.output), scratch = ref_scratch_size(&c, &x->a);
    x->output = malloc(size + 1);
    x->scratch = scratch == 0 ? NULL : malloc(scratch);
    if (x->output == NULL || (x->scratch == NULL && scratch > 0))
        exit(3);
    memset(x->output, 0xEE, size + 1);
    x->a.output.data = x->output;
    ref_run(&c, &x->a, x->scratch);
}

static void forget(struct asked *x)
{
    free(x->output);
    free(x->scratch);
}

/* Do two answers have the same demand, shape, values and latitude? */
static bool same(const struct asked *x, const struct asked *y)
{
    const struct ref_answer *a = &x->a, *b = &y->a;
    if (a->demand != b->demand || a->error != b->error || a->rule != b->rule ||
        a->axis != b->axis || a->batch_dims != b->batch_dims || a->bad_at != b->bad_at ||
        a->output.ndim != b->output.ndim ||
        memcmp(a->output.shape, b->output.shape, (size_t)a->output.ndim * 8) != 0 ||
        memcmp(x->output, y->output, gat_array_size(&a->output) + 1) != 0)
        return false;
    size_t count = (size_t)gat_array_count(&a->output);
    if ((a->unspecified == NULL) != (b->unspecified == NULL) ||
        (a->last_writer == NULL) != (b->last_writer == NULL))
        return false;
    return (a->unspecified == NULL || memcmp(a->unspecified, b->unspecified, count) == 0) &&
           (a->last_writer == NULL ||
            memcmp(a->last_writer, b->last_writer, count * sizeof(int64_t)) == 0);
}

/* Every other value of a rule, or the neighbours of a number. */
static bool others_agree(const struct asked *x, unsigned rule)
{
    bool number = ref_rule_infos[rule].values == NULL;
    int64_t first = number ? rules.value[rule] - 1 : 0;
    int64_t end = number ? first + 3 : values_of(rule);
    for (int64_t v = first < 0 ? 0 : first; v < end; v++) {
        struct asked y;
        /* 0 stands for no limit, which is no neighbour of 1. */
        if (v == 0 && (rule == REF_max_elements || rule == REF_buffer_size))
            continue;
        if (number && rules.value[rule] == 0 && rule != REF_data_rank_min &&
            rule != REF_index_rank_min)
            continue;
        other = rules;
        other.value[rule] = v;
        ask(&y, &other);
        bool agree = same(x, &y);
        forget(&y);
        if (!agree) {
            char text[32];
            ref_rule_print((enum ref_rule)rule, v, text, sizeof text);
            ok(false, "%s: %s was not consulted, and %s makes a difference", c.kernel->name,
               ref_rule_infos[rule].name, text);
            return false;
        }
    }
    return true;
}

static bool case_holds(unsigned long *demands)
{
    struct asked x;
    case_make();
    ask(&x, &rules);
    demands[x.a.demand]++;
    bool good = true;
    for (unsigned k = 0; good && k < REF_RULE_COUNT; k++)
        if ((x.a.consulted >> k & 1) == 0)
            good = others_agree(&x, k);
    int64_t bad;
    c.rules = &rules;
    if (x.a.demand == REF_MUST_SUCCEED || x.a.demand == REF_MAY_EITHER)
        good = good && ref_admits(&c, &x.a, x.output, 0, &bad);
    forget(&x);
    free(c.data.data);
    free(c.indices.data);
    free(c.updates.data);
    free(c.axis_tensor.data);
    return good;
}

int main(void)
{
    unsigned long demands[4] = {0};
    bool good = true;
    prng.state = 1;
    for (unsigned long k = 0; good && k < CASES; k++) {
        good = case_holds(demands);
        if (!good)
            printf("# case %lu\n", k);
    }
    ok(good, "what was not consulted makes no difference");
    for (unsigned k = 0; k < 4; k++)
        ok(demands[k] > CASES / 100, "demand %u came %lu times", k, demands[k]);
    return done();
}
