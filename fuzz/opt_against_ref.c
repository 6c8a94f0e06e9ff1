/* opt_against_ref.c - the optimised kernels answer as the reference does.
 *
 * The bytes choose a kernel, rules and a case near the edges of what these allow.
 * Both answer into memory of exactly the right size; demand, error and all bytes must
 * agree, and what the reference answers it must itself admit.  Operands of opt may have
 * gone through a view, lie at odd addresses, or be data and output in one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "draft.h"
#include "dtype.h"
#include "layout.h"
#include "opt.h"
#include "presentation.h"
#include "target.h"

/* Elements: more than the longest vector has bytes, so that a kernel has a tail behind it. */
enum { MOST_ELEMENTS = 66, MOST_OUTPUT = 1 << 13 };

static const char *const kernels[] = {"gather", "gather_elements", "scatter_elements",
                                      "gather_nd", "scatter_nd", "scatter_slices", "take", "put",
                                      "tensor_scatter"};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

/* How many values a rule has; limits get their usual value and a low one. */
static unsigned values_of(unsigned rule)
{
    unsigned n = 1;
    if (ref_rule_infos[rule].values == NULL)
        return 2;
    for (const char *c = ref_rule_infos[rule].values; *c != '\0'; c++)
        n += *c == ' ';
    return n;
}

static int64_t value_at(unsigned rule, unsigned k)
{
    return ref_rule_infos[rule].values != NULL ? (int64_t)k
           : k == 0                            ? ref_rule_infos[rule].otherwise
                                               : 2;
}

/* The first byte counts the rules that are set; each takes two. */
static size_t rules_draw(const uint8_t *bytes, size_t size, struct ref_rules *rules)
{
    static unsigned values[REF_RULE_COUNT];
    size_t at = 0;
    for (unsigned k = 0; k < REF_RULE_COUNT; k++) {
        rules->value[k] = ref_rule_infos[k].otherwise;
        values[k] = values[k] == 0 ? values_of(k) : values[k];
    }
    rules->value[REF_index_domain] = REF_WRAPS;
    rules->value[REF_batch_dims] = REF_BATCH_ALLOWED;
    unsigned n = size > 0 ? bytes[at++] % 8 : 0;
    for (; n > 0 && at + 2 <= size; n--, at += 2) {
        unsigned rule = bytes[at] % REF_RULE_COUNT;
        rules->value[rule] = value_at(rule, bytes[at + 1] % values[rule]);
    }
    return at;
}

static void data_make(struct gat_arena *a, struct gat_array *t, uint64_t first)
{
    int64_t count = gat_array_count(t);
    size_t esize = gat_dtype_size(t->dtype);
    if (t->dtype == GAT_STR)
        t->dtype = GAT_C128; /* views that nobody follows */
    unsigned char *to = t->data = gat_arena_raw(a, (size_t)count * esize);
    for (int64_t k = 0; k < count; k++)
        for (size_t i = 0; i < esize; i++)
            *to++ = (unsigned char)(first + (uint64_t)k * 7 + (uint64_t)(k >> 5) + i * 31);
}

static void indices_make(struct gat_arena *a, const struct gat_draft *d, struct gat_array *t)
{
    int64_t count = d->n_indices;
    size_t esize = gat_dtype_size(t->dtype);
    unsigned char *to = t->data = gat_arena_raw(a, (size_t)count * esize);
    for (int64_t k = 0; k < count; k++, to += esize) {
        int64_t wide[2] = {gat_draft_index(d, k), 0};
        memcpy(to, wide, esize); /* the low bytes come first on machines of this kind */
    }
}

static void case_make(struct gat_arena *a, const struct gat_draft *d, struct ref_case *c)
{
    c->data = d->data;
    c->indices = d->indices;
    c->updates = d->updates;
    c->axis_tensor = d->axis_tensor;
    c->axis = d->axis;
    c->batch_dims = d->has_batch_dims ? d->batch_dims : 0;
    c->type_allowed = d->data.dtype != GAT_BOOL;
    c->view_ndim = d->view_ndim;
    c->tile_ndim = d->tile_ndim;
    c->reduction = d->reduction;
    c->without_data = d->has_initial && !d->initial;
    memcpy(c->view_shape, d->view_shape, sizeof c->view_shape);
    memcpy(c->tile_shape, d->tile_shape, sizeof c->tile_shape);
    data_make(a, &c->data, 1);
    indices_make(a, d, &c->indices);
    if (c->updates.ndim >= 0)
        data_make(a, &c->updates, 129);
    if (c->axis_tensor.ndim >= 0) {
        int64_t axes[2] = {d->axis, d->axis};
        c->axis_tensor.data = gat_arena_raw(a, gat_array_size(&c->axis_tensor));
        memcpy(c->axis_tensor.data, axes, gat_array_size(&c->axis_tensor));
    }
}

static void output_make(struct gat_arena *a, struct ref_answer *x, size_t size)
{
    x->output.data = gat_arena_raw(a, size);
    memset(x->output.data, 0xA5, size);
}

/* Contexts of one thread: the best and the plainest level of this CPU, and the best
 * one with sizes at which small tensors take the ways of large ones. */
enum { CONTEXTS = 4 };
static struct opt *context(unsigned k)
{
    static struct gat_arena arena;
    static struct opt *made[CONTEXTS];
    static const char *const options[CONTEXTS] = {"threads=1", "threads=1,level=base", "threads=1",
                                                  "threads=1"};
    struct opt_setup s;
    char why[200];
    if (made[k] != NULL)
        return made[k];
    HOLDS(opt_setup_read(options[k], &s, why, sizeof why));
    if (k >= 2) {
        s.near_size = k == 2 ? 64 : 256;
        s.stream_from = k == 2 ? 128 : SIZE_MAX;
        s.task_size = 64;
        s.few = 0;
    }
    made[k] = gat_arena_alloc(&arena, opt_size(&s));
    opt_start(made[k], &s);
    return made[k];
}

/* ---- presentations ---- */

enum { CANARY = 0xA5 };
static const struct gat_presentation presented[GAT_P_COUNT] = {
#define PRESENTATION(id, word, kind, operand, in_place) {word, GAT_##kind, GAT_ON_##operand, in_place},
#include "presentations.def"
#undef PRESENTATION
};

/* Through a view and back; all bytes between the elements stay as they are. */
static void view_pass(struct gat_arena *a, enum gat_layout_kind kind, struct gat_array *t)
{
    struct gat_layout l;
    size_t at;
    if (!gat_layout_make(kind, t->dtype, t->ndim, t->shape, 0, 64, &l))
        return;
    void *buffer = memset(gat_arena_raw(a, l.size), CANARY, l.size);
    gat_layout_place(&l, t->data, buffer);
    t->data = gat_arena_raw(a, gat_array_size(t));
    gat_layout_take(&l, buffer, t->data);
    HOLDS(!gat_layout_gap(&l, buffer, CANARY, &at));
}

/* An operand of opt, or its output, whose bytes are there already. */
static void present(struct gat_arena *a, unsigned how, enum gat_presented operand, struct gat_array *t)
{
    const struct gat_presentation *p = &presented[how];
    if (t->ndim < 0 || p->kind == GAT_COMPACT || (p->operand != GAT_ON_ALL && p->operand != operand))
        return;
    if (p->kind != GAT_ODD) {
        view_pass(a, p->kind, t);
        return;
    }
    size_t size = gat_array_size(t);
    t->data = memcpy((char *)gat_arena_raw(a, size + 1) + 1, t->data, size);
}

/* The case as opt gets it. */
static struct ref_case case_present(struct gat_arena *a, const struct ref_case *c, unsigned how,
                                    struct ref_answer *ours)
{
    struct ref_case mine = *c;
    present(a, how, GAT_ON_DATA, &mine.data);
    present(a, how, GAT_ON_INDICES, &mine.indices);
    present(a, how, GAT_ON_UPDATES, &mine.updates);
    if (presented[how].kind == GAT_ODD)
        present(a, how, GAT_ON_OUTPUT, &ours->output);
    if (presented[how].in_place && c->updates.ndim >= 0 && ours->demand == REF_MUST_SUCCEED)
        mine.data.data = memcpy(ours->output.data, c->data.data, gat_array_size(&c->data));
    return mine;
}

/* What an error leaves in the output is open.  That ref admits itself is looked at with the
 * first context alone: it does not depend on opt. */
static void compare(struct gat_arena *a, unsigned k, const struct ref_case *c, unsigned how)
{
    struct ref_answer ours, theirs;
    int64_t bad = 0;
    ref_check(c, &theirs);
    size_t size = gat_array_size(&theirs.output), scratch = ref_scratch_size(c, &theirs);
    if (size > MOST_OUTPUT)
        return;
    ours = theirs;
    output_make(a, &theirs, size);
    output_make(a, &ours, size);
    ref_run(c, &theirs, scratch > 0 ? gat_arena_raw(a, scratch) : NULL);
    struct ref_case mine = case_present(a, c, how, &ours);
    if (!opt_run(context(k), &mine, &ours))
        ref_run(&mine, &ours, scratch > 0 ? gat_arena_raw(a, scratch) : NULL);
    if (presented[how].kind != GAT_ODD)
        present(a, how, GAT_ON_OUTPUT, &ours.output);
    bool answers = theirs.demand == REF_MUST_SUCCEED || theirs.demand == REF_MAY_EITHER;
    bool same = memcmp(ours.output.data, theirs.output.data, size) == 0;
    bool open = theirs.demand == REF_FREE; /* and opt need not notice, as with two updates */
    HOLDS(open || ours.demand == theirs.demand);
    HOLDS(open || ours.demand == REF_MUST_SUCCEED || ours.error == theirs.error);
    HOLDS(!answers || same || ref_admits(c, &theirs, ours.output.data, 0, &bad));
    HOLDS(!answers || k > 0 || ref_admits(c, &theirs, theirs.output.data, 0, &bad));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena;
    struct ref_rules rules;
    struct ref_case c = {.rules = &rules};
    struct gat_draft d;
    unsigned k = size > 0 ? bytes[0] % KERNELS : 0;
    c.kernel = ref_kernel_find(kernels[k]);
    size_t at = size > 0 ? 1 + rules_draw(bytes + 1, size - 1, &rules) : rules_draw(bytes, 0, &rules);
    bool tiles = rules.value[REF_tiling] != REF_TILING_NONE;
    const struct gat_breed breed = {
        .naming = c.kernel->naming,
        .updates = c.kernel->target != NULL,
        .rules = &rules,
        .data_types = GAT_ALL_TYPES,
        .index_types = GAT_BIT(GAT_I32) | GAT_BIT(GAT_I64),
        .axis = GAT_ALWAYS,
        .axis_tensor = rules.value[REF_axis_tensor] != REF_AXIS_TENSOR_NEVER,
        .batch_dims = c.kernel->naming == REF_NAMES_ELEMENTS ? GAT_NEVER : GAT_MAYBE,
        .view_shape = tiles ? GAT_MAYBE : GAT_NEVER,
        .tile_shape = tiles ? GAT_MAYBE : GAT_NEVER,
        .sparse_grad = GAT_NEVER,
        .initial = c.kernel->target != NULL ? GAT_MAYBE : GAT_NEVER,
        .reductions = c.kernel->target != NULL ? GAT_BIT(REF_REDUCTIONS) - 1 : 0,
        .most = MOST_ELEMENTS,
    };
    gat_draft_make(&breed, bytes + at, size - at, &d);
    case_make(&arena, &d, &c);
    compare(&arena, size > 0 ? bytes[0] / KERNELS % CONTEXTS : 0, &c, d.presentation);
    gat_arena_reset(&arena);
    return 0;
}
