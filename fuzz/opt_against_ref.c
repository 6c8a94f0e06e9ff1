/* opt_against_ref.c - the optimised kernels answer as the reference does.
 *
 * The bytes choose a kernel, rules and a case near the edges of what these allow.
 * Both answer into memory of exactly the right size; demand, error and all bytes must
 * agree, and what the reference answers it must itself admit.  Operands of opt may have
 * gone through a view, lie at odd addresses, or be data and output in one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "draw/draft_index.h"
#include "layout.h"
#include "opt.h"
#include "parts/presentation.h"
#include "target.h"

/* Elements: more than the longest vector has bytes, so that a kernel has a tail after it; few
 * find most of what there is, and sooner. */
enum { MOST_ELEMENTS = 66, FEW_ELEMENTS = 18, MOST_OUTPUT = 1 << 13 };

/* The rules of a spec that states none, and how many values each rule has; a limit has
 * its usual value and a low one. */
struct menu {
    struct ref_rules otherwise;
    unsigned values[REF_RULE_COUNT];
};

static unsigned values_of(unsigned rule)
{
    unsigned n = 1;
    if (ref_rule_infos[rule].values == NULL)
        return 2;
    for (const char *c = ref_rule_infos[rule].values; *c != '\0'; c++)
        n += *c == ' ';
    return n;
}

static const struct menu *menu(void)
{
    static struct menu made;
    if (made.values[0] > 0)
        return &made;
    for (unsigned k = 0; k < REF_RULE_COUNT; k++) {
        made.otherwise.value[k] = ref_rule_infos[k].otherwise;
        made.values[k] = values_of(k);
    }
    made.otherwise.value[REF_index_domain] = REF_WRAPS;
    made.otherwise.value[REF_batch_dims] = REF_BATCH_ALLOWED;
    return &made;
}

static int64_t value_at(unsigned rule, unsigned k)
{
    return ref_rule_infos[rule].values != NULL ? (int64_t)k
           : k == 0                            ? ref_rule_infos[rule].otherwise
                                               : 2;
}

/* The first byte counts the rules that are set, of which each takes two, and says whether there
 * may be many elements. */
static size_t rules_draw(const uint8_t *bytes, size_t size, struct ref_rules *rules, int64_t *most)
{
    const struct menu *m = menu();
    size_t at = 0;
    *rules = m->otherwise;
    *most = size > 0 && bytes[at] / 8 % 4 != 0 ? FEW_ELEMENTS : MOST_ELEMENTS;
    unsigned n = size > 0 ? bytes[at++] % 8 : 0;
    for (; n > 0 && at + 2 <= size; n--, at += 2) {
        unsigned rule = bytes[at] % REF_RULE_COUNT;
        rules->value[rule] = value_at(rule, bytes[at + 1] % m->values[rule]);
    }
    return at;
}

/* The bytes of data and updates: within 90 elements no two are the same, whatever their
 * size, nor is one of data one of updates.  A table, as filling must not take longer than
 * what is tested with it. */
enum { DATA_FROM = 1, UPDATES_FROM = 1601 };
static void data_make(struct gat_arena *a, struct gat_array *t, size_t first)
{
    static unsigned char table[4096];
    for (size_t k = 0; table[1] == 0 && k < sizeof table; k++)
        table[k] = (unsigned char)(k * 7 + (k >> 4) * 15);
    if (t->dtype == GAT_STR)
        t->dtype = GAT_C128; /* views that nobody follows */
    size_t size = gat_array_size(t), most = sizeof table - first;
    unsigned char *to = t->data = gat_arena_raw(a, size);
    for (; size > most; size -= most, to += most)
        memcpy(to, table + first, most);
    memcpy(to, table + first, size);
}

static void indices_make(struct gat_arena *a, const struct gat_draft *d, struct gat_array *t)
{
    size_t esize = gat_dtype_size(t->dtype);
    unsigned char *to = t->data = gat_arena_raw(a, (size_t)d->n_indices * esize);
    struct gat_index_rule rule;
    gat_index_rule_make(d, &rule);
    for (int64_t k = 0; k < d->n_indices; k++, to += esize) {
        int64_t wide[2] = {gat_draft_index(&rule, k), 0};
        if (esize == sizeof(int64_t)) /* usual sizes without a call */
            memcpy(to, wide, sizeof(int64_t));
        else if (esize == sizeof(int32_t))
            memcpy(to, wide, sizeof(int32_t));
        else
            memcpy(to, wide, esize); /* the low bytes come first on machines of this kind */
    }
}

/* Copy only the used part of shapes: the whole structure is larger than most cases. */
static void operand_take(struct gat_array *to, const struct gat_array *from)
{
    to->dtype = from->dtype;
    to->ndim = from->ndim;
    memcpy(to->shape, from->shape, (size_t)from->ndim * sizeof from->shape[0]);
}

static void list_take(struct ref_list *to, const struct ref_list *from)
{
    to->given = from->given;
    to->count = from->count;
    to->value[0] = from->value[0];
    memcpy(to->value, from->value, (size_t)from->count * sizeof from->value[0]);
}

static void case_make(struct gat_arena *a, const struct gat_draft *d, struct ref_case *c)
{
    operand_take(&c->data, &d->data);
    operand_take(&c->indices, &d->indices);
    c->updates.ndim = c->axis_tensor.ndim = -1;
    c->axis = d->axis.value;
    c->batch_dims = d->batch_dims.given ? d->batch_dims.value : 0;
    c->type_allowed = d->data.dtype != GAT_BOOL;
    c->reduction = d->reduction.given ? d->reduction.value + 1 : 0;
    c->without_data = d->initial.given && d->initial.value == 0;
    for (unsigned k = 0; k < REF_LISTS; k++)
        list_take(&c->lists[k], &d->lists[k]);
    data_make(a, &c->data, DATA_FROM);
    indices_make(a, d, &c->indices);
    if (d->updates.ndim >= 0) {
        operand_take(&c->updates, &d->updates);
        data_make(a, &c->updates, UPDATES_FROM);
    }
    if (d->axis_tensor.ndim >= 0) {
        operand_take(&c->axis_tensor, &d->axis_tensor);
        int64_t axes[2] = {d->axis.value, d->axis.value};
        c->axis_tensor.data = gat_arena_raw(a, gat_array_size(&c->axis_tensor));
        memcpy(c->axis_tensor.data, axes, gat_array_size(&c->axis_tensor));
    }
}

static void output_make(struct gat_arena *a, struct ref_answer *x, size_t size)
{
    x->output.data = gat_arena_raw(a, size);
    memset(x->output.data, 0xA5, size);
}

/* Contexts of one thread: the best level of this CPU, with the sizes of this machine and with
 * ones at which small tensors take the ways of large ones; and the plainest level, the one that
 * has counters, in these ways as well. */
static const struct setting {
    const char *options;
    size_t near_size, stream_from; /* 0: as the machine has it */
} settings[] = {
    {"threads=1", 0, 0},
    {"threads=1", 64, 128},
    {"threads=1", 256, SIZE_MAX},
    {"threads=1,level=base", 64, 128},
    {"threads=1,level=base", 256, SIZE_MAX},
};
enum { CONTEXTS = sizeof settings / sizeof settings[0] };

static struct opt *context(unsigned k)
{
    static struct gat_arena arena;
    static struct opt *made[CONTEXTS];
    struct opt_setup s;
    char why[200];
    if (made[k] != NULL)
        return made[k];
    HOLDS(opt_setup_read(settings[k].options, &s, why, sizeof why));
    if (settings[k].near_size > 0) {
        s.near_size = settings[k].near_size;
        s.stream_from = settings[k].stream_from;
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
#define PRESENTATION(id, word, kind, operand, in_place)                                            \
    {word, GAT_##kind, GAT_ON_##operand, in_place},
#include "parts/presentations.def"
};

/* Through a view and back; all bytes between the elements stay as they are. */
static void view_pass(struct gat_arena *a, enum gat_layout_kind kind, struct gat_array *t)
{
    struct gat_layout l;
    size_t at;
    if (!gat_layout_make(kind, t->dtype, t->ndim, t->shape, 0, 0, 64, &l))
        return;
    void *buffer = memset(gat_arena_raw(a, l.size), CANARY, l.size);
    gat_layout_place(&l, t->data, buffer);
    t->data = gat_arena_raw(a, gat_array_size(t));
    gat_layout_take(&l, buffer, t->data);
    HOLDS(!gat_layout_gap(&l, buffer, CANARY, &at));
}

/* An operand of opt, or its output, whose bytes are there already. */
static void present(struct gat_arena *a, unsigned how, enum gat_presented operand,
                    struct gat_array *t)
{
    const struct gat_presentation *p = &presented[how];
    if (t->ndim < 0 || p->kind == GAT_COMPACT ||
        (p->operand != GAT_ON_ALL && p->operand != operand))
        return;
    if (p->kind != GAT_ODD) {
        view_pass(a, p->kind, t);
        return;
    }
    size_t size = gat_array_size(t);
    t->data = memcpy((char *)gat_arena_raw(a, size + 1) + 1, t->data, size);
}

/* The case as opt gets it: itself, or in `mine`. */
static const struct ref_case *case_present(struct gat_arena *a, const struct ref_case *c,
                                           unsigned how, struct ref_answer *ours,
                                           struct ref_case *mine)
{
    if (how == GAT_P_PLAIN)
        return c;
    *mine = *c;
    present(a, how, GAT_ON_DATA, &mine->data);
    present(a, how, GAT_ON_INDICES, &mine->indices);
    present(a, how, GAT_ON_UPDATES, &mine->updates);
    if (presented[how].kind == GAT_ODD)
        present(a, how, GAT_ON_OUTPUT, &ours->output);
    if (presented[how].in_place && c->updates.ndim >= 0 && ours->demand == REF_MUST_SUCCEED)
        mine->data.data = memcpy(ours->output.data, c->data.data, gat_array_size(&c->data));
    return mine;
}

/* After an error the output may hold anything. */
static bool answers_agree(const struct ref_answer *theirs, const struct ref_answer *ours,
                          size_t size)
{
    return ours->demand == theirs->demand &&
           (ours->demand == REF_MUST_SUCCEED || ours->error == theirs->error) &&
           (ours->demand == REF_MUST_REPORT ||
            memcmp(ours->output.data, theirs->output.data, size) == 0);
}

/* Without scratch ref gives the answer alone, and with it what else it admits. */
static void answer(struct gat_arena *a, const struct ref_case *c, struct ref_answer *x, bool widely)
{
    size_t scratch = widely ? ref_scratch_size(c, x) : 0;
    ref_run(c, x, scratch > 0 ? gat_arena_raw(a, scratch) : NULL);
}

/* Two updates of an element are an error, or terms, of which ref has an arithmetic of its own:
 * that takes scratch. */
static bool wide(const struct ref_case *c)
{
    return c->kernel->scatters && (ref_reduction_of(c) != REF_NONE ||
                                         c->rules->value[REF_duplicates] == REF_DUP_ERROR);
}

/* `theirs` is checked, no more. */
static void answers_compare(struct gat_arena *a, const struct ref_case *c,
                            struct ref_answer *theirs, const struct ref_answer *ours)
{
    size_t size = gat_array_size(&ours->output);
    int64_t bad = 0;
    output_make(a, theirs, size);
    answer(a, c, theirs, wide(c));
    if (answers_agree(theirs, ours, size))
        return;
    if (!wide(c))
        answer(a, c, theirs, true);
    if (theirs->demand == REF_FREE) /* and opt need not notice, as with two updates */
        return;
    HOLDS(ours->demand == theirs->demand);
    HOLDS(ours->demand == REF_MUST_SUCCEED || ours->error == theirs->error);
    HOLDS(ours->demand == REF_MUST_REPORT || ref_admits(c, theirs, ours->output.data, 0, &bad));
}

/* Large objects are static: frames on the stack cost more under AddressSanitizer. A call
 * that opt leaves to ref is computed only if its operands are presented in another way;
 * otherwise ref would be compared with itself. */
static void compare(struct gat_arena *a, struct opt *o, const struct ref_case *c, unsigned how)
{
    static struct ref_answer ours, theirs;
    static struct ref_case mine;
    ref_check(c, &ours);
    size_t size = gat_array_size(&ours.output);
    if (size > MOST_OUTPUT)
        return;
    output_make(a, &ours, size);
    const struct ref_case *got = case_present(a, c, how, &ours, &mine);
    size_t room = opt_room(got, &ours);
    opt_room_give(o, room == 0 ? NULL : gat_arena_raw(a, room));
    bool computed = opt_run(o, got, &ours);
    opt_room_give(o, NULL);
    if (!computed && got == c)
        return;
    theirs = ours; /* which opt does not change */
    if (!computed)
        answer(a, got, &ours, wide(c));
    if (presented[how].kind != GAT_ODD)
        present(a, how, GAT_ON_OUTPUT, &ours.output);
    answers_compare(a, c, &theirs, &ours);
}

/* The choices of the first byte: each kernel of ref in each context. Kernels that opt leaves
 * to ref come once, because no context changes them. */
struct choice {
    const struct ref_kernel *kernel;
    unsigned context;
};
enum { CHOICES = 256 };
static unsigned choices_make(struct choice *choices)
{
    const struct ref_kernel *kernel;
    unsigned n = 0;
    for (size_t k = 0; (kernel = ref_kernel_at(k)) != NULL; k++)
        for (unsigned context = 0; context < (opt_has(kernel) ? CONTEXTS : 1); context++) {
            HOLDS(n < CHOICES); /* else no byte names this one */
            choices[n++] = (struct choice){kernel, context};
        }
    return n;
}

static const struct choice *choice(unsigned byte)
{
    static struct choice choices[CHOICES];
    static unsigned n;
    if (n == 0)
        n = choices_make(choices);
    return &choices[byte % n];
}

/* The variant that drafts for a kernel and its rules are made for. */
static void breed_make(struct gat_breed *b, const struct ref_kernel *k,
                       const struct ref_rules *rules, int64_t most)
{
    bool tiles = rules->value[REF_tiling] != REF_TILING_NONE, scatters = k->scatters;
    *b = (struct gat_breed){
        .naming = k->naming,
        .updates = scatters,
        .rules = rules,
        .data_types = GAT_ALL_TYPES,
        .index_types = GAT_BIT(GAT_I32) | GAT_BIT(GAT_I64),
        .axis = GAT_ALWAYS,
        .axis_tensor = rules->value[REF_axis_tensor] != REF_AXIS_TENSOR_NEVER,
        .batch_dims = k->naming == REF_NAMES_ELEMENTS ? GAT_NEVER : GAT_MAYBE,
        .view_shape = tiles ? GAT_MAYBE : GAT_NEVER,
        .tile_shape = tiles ? GAT_MAYBE : GAT_NEVER,
        .initial = scatters ? GAT_MAYBE : GAT_NEVER,
        .reductions = scatters ? GAT_BIT(REF_REDUCTIONS) - 1 : 0,
        .most = most,
    };
}

/* Only libFuzzer's copy of the input lies on the heap. Recording its allocation and keeping
 * it after it is freed would take a tenth of the time. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "malloc_context_size=0:quarantine_size_mb=0:thread_local_quarantine_size_kb=0";
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena;
    static struct ref_rules rules;
    static struct ref_case c;
    static struct gat_draft d;
    struct gat_breed breed;
    int64_t most;
    unsigned first = size > 0 ? bytes[0] : 0;
    size_t at = size > 0;
    at += rules_draw(bytes + at, size - at, &rules, &most);
    c.rules = &rules;
    const struct choice *chosen = choice(first);
    c.kernel = chosen->kernel;
    breed_make(&breed, c.kernel, &rules, most);
    gat_draft_make(&breed, bytes + at, size - at, &d);
    case_make(&arena, &d, &c);
    compare(&arena, context(chosen->context), &c, d.presentation);
    gat_arena_reset(&arena);
    return 0;
}
