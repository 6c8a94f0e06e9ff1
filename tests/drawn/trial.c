/* trial.c - operands between fences, calls in turn, and the oracle's word on each answer.
 *
 * An answer is wrong when no reading of the document admits it, and open when one admits any.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "trial.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dtype.h"
#include "process.h"
#include "words.h"

enum { PAGE = 4096, CANARY = 0xa5, POISON = 0xe3, LIMIT = 20, GROWTH = 64, MOST_OPERANDS = 4 };

/* Memory between two fences, with an operand somewhere in it. */
struct window {
    char *at;       /* first byte after the fence */
    size_t size;    /* up to the other fence */
    char *buffer;   /* what the operand's `data` is */
    size_t length;  /* bytes of it */
    struct gat_layout layout;
    int64_t strides[GAT_MAX_RANK];
};

struct placed {
    const struct witness *w;
    struct window windows[MOST_OPERANDS]; /* data, indices, updates, output */
    struct gat_operand operands[MOST_OPERANDS];
    struct gat_call call;
    struct ref_case c; /* of compact operands of its own */
    struct ref_answer a;
    bool decided; /* by the decided reading */
    bool looked, open; /* by another one, once that was looked at */
};

/* `length` bytes at the end of the window, at its start, or a few units from either; `unit` is
 * what they have to be aligned to. */
static bool window_make(struct window *x, size_t length, size_t unit, unsigned placement,
                        unsigned far)
{
    size_t room = (length + 64 * unit + 2 * PAGE) / PAGE * PAGE;
    char *at =
        mmap(NULL, room + 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED || mprotect(at, PAGE, PROT_NONE) != 0 ||
        mprotect(at + PAGE + room, PAGE, PROT_NONE) != 0)
        return false;
    x->at = at + PAGE;
    x->size = room;
    x->length = length;
    size_t beside = placement < 2 ? 0 : unit * (1 + 2 * far);
    x->buffer = x->at + (placement % 2 == 0 ? room - length - beside : beside);
    return true;
}

static bool operand_place(struct placed *p, unsigned k, const char *name, const struct gat_array *t,
                          enum gat_layout_kind layout, unsigned placement, unsigned far)
{
    struct window *x = &p->windows[k];
    size_t esize = gat_dtype_size(t->dtype), unit = esize < 16 ? esize : 16;
    if (!gat_layout_make(layout, t->dtype, t->ndim, t->shape, 0, 0, unit, &x->layout) ||
        !window_make(x, x->layout.size + (layout == GAT_ODD), unit,
                     layout == GAT_ODD ? placement % 2 : placement, far))
        return false;
    if (layout == GAT_ODD && esize > 1)
        x->buffer += placement % 2 == 1 ? 1 : 0;
    memcpy(x->strides, x->layout.stride, sizeof x->strides);
    p->operands[k] = (struct gat_operand){
        .name = name, .role = k == 3 ? GAT_OUT : GAT_IN, .form = GAT_TENSOR,
        .tensor = {.data = x->buffer, .device = {1, 0}, .ndim = t->ndim,
                   .type = gat_dtype_code(t->dtype), .shape = t->shape,
                   .strides = gat_layout_states_strides(&x->layout) ? x->strides : NULL,
                   .byte_offset = x->layout.lead}};
    return true;
}

/* The answer into memory of its own; returned is the scratch that ref_admits() looks into. */
static void *answer_make(const struct ref_case *c, struct ref_answer *a)
{
    size_t size = ref_scratch_size(c, a);
    void *scratch = size > 0 ? calloc(size, 1) : NULL;
    a->output.data = calloc(gat_array_size(&a->output) + 1, 1);
    ref_run(c, a, scratch);
    return scratch;
}

/* The question to the oracle: a call with the compact operands themselves. */
static bool question_ask(struct placed *p)
{
    const struct witness *w = p->w;
    const struct gat_array *inputs[] = {&w->data, &w->indices, &w->updates};
    static const char *const names[] = {"data", "indices", "updates"};
    struct gat_operand operands[3];
    struct gat_call call = {.struct_size = sizeof call, .op = w->variant->op,
                            .variant = w->variant->variant, .profile = w->variant->profile,
                            .attrs = w->attrs, .n_attrs = w->n_attrs, .operands = operands};
    for (unsigned k = 0; k < 3 && inputs[k]->ndim >= 0; k++)
        operands[call.n_operands++] = (struct gat_operand){
            .name = names[k], .form = GAT_TENSOR,
            .tensor = {.data = inputs[k]->data, .device = {1, 0}, .ndim = inputs[k]->ndim,
                       .type = gat_dtype_code(inputs[k]->dtype), .shape = inputs[k]->shape}};
    if (ref_case_from_call(&call, &p->c, &p->a) == GAT_OK)
        (void)answer_make(&p->c, &p->a); /* both end with the process */
    p->decided = p->a.demand == REF_MUST_SUCCEED || p->a.demand == REF_MUST_REPORT;
    return gat_array_count(&p->a.output) > 0;
}

static bool call_place(struct placed *p, const struct witness *w, unsigned placement)
{
    unsigned n = 2, far = placement / 4 % 4;
    p->w = w;
    /* Data, indices and the output lie otherwise: all pairs come in sixteen trials. */
    if (!question_ask(p) || !operand_place(p, 0, "data", &w->data, w->layout, placement % 4, far) ||
        !operand_place(p, 1, "indices", &w->indices, w->layout, far, placement % 4))
        return false;
    if (w->updates.ndim >= 0 &&
        !operand_place(p, n++, "updates", &w->updates, w->layout, placement % 4, far))
        return false;
    if (!operand_place(p, n, "output", &p->a.output, GAT_COMPACT, (placement + far) % 4, far))
        return false;
    p->operands[n].role = GAT_OUT;
    p->operands[n].tensor.shape = p->a.output.shape;
    if (w->in_place && w->updates.ndim >= 0) {
        p->operands[n].tensor = p->operands[0].tensor;
        p->operands[0].role = GAT_INOUT;
    }
    p->call = (struct gat_call){.struct_size = sizeof p->call, .op = w->variant->op,
                                .variant = w->variant->variant, .profile = w->variant->profile,
                                .attrs = w->attrs, .n_attrs = w->n_attrs,
                                .operands = p->operands, .n_operands = n + 1};
    return true;
}

static const struct gat_array *input_of(const struct placed *p, unsigned k)
{
    return k == 0 ? &p->w->data : k == 1 ? &p->w->indices : &p->w->updates;
}

static void fill(struct placed *p)
{
    unsigned n = (unsigned)p->call.n_operands;
    for (unsigned k = 0; k < n; k++) {
        struct window *x = &p->windows[k];
        memset(x->at, CANARY, x->size);
        if (k == n - 1)
            memset(x->buffer, POISON, x->length);
        else
            gat_layout_place(&x->layout, input_of(p, k)->data, x->buffer);
    }
}

/* Did a byte change that is not the output's? */
static bool strays(const struct placed *p)
{
    unsigned n = (unsigned)p->call.n_operands;
    for (unsigned k = 0; k < n; k++) {
        const struct window *x = &p->windows[k];
        const char *end = x->at + x->size;
        for (const char *c = x->at; c < x->buffer; c++)
            if (*(const unsigned char *)c != CANARY)
                return true;
        for (const char *c = x->buffer + x->length; c < end; c++)
            if (*(const unsigned char *)c != CANARY)
                return true;
        if (k == n - 1 || (k == 0 && p->operands[0].role == GAT_INOUT))
            continue;
        const struct gat_array *t = input_of(p, k);
        char *back = malloc(gat_array_size(t) + 1);
        gat_layout_take(&x->layout, x->buffer, back);
        bool changed = memcmp(back, t->data, gat_array_size(t)) != 0;
        free(back);
        if (changed)
            return true;
    }
    return false;
}

/* What another reading says of a call. */
struct said {
    struct ref_case c;
    struct ref_answer a;
    void *scratch;
};

static void reading_ask(const struct placed *p, const struct ref_reading *r, struct said *s)
{
    *s = (struct said){.c = p->c};
    s->c.rules = &r->rules;
    ref_check(&s->c, &s->a);
    if (s->a.demand == REF_MUST_SUCCEED || s->a.demand == REF_MAY_EITHER)
        s->scratch = answer_make(&s->c, &s->a);
}

static void reading_end(struct said *s)
{
    free(s->scratch);
    free(s->a.output.data);
}

/* Does the reading give another value to a rule that mattered for the call? */
static bool matters(const struct placed *p, const struct ref_reading *r)
{
    bool differs = &ref_variants[r->row] == p->w->variant;
    for (int k = 0; k < REF_RULE_COUNT && differs; k++)
        if ((p->a.consulted >> k & 1) != 0 && r->rules.value[k] != p->c.rules->value[k])
            return true;
    return false;
}

/* The next reading, from *k on, by which the call may have another answer; NULL after the last. */
static const struct ref_reading *reading_next(const struct placed *p, size_t *k)
{
    alarm(LIMIT); /* for each */
    while (*k < ref_reading_count && !matters(p, &ref_readings[*k]))
        ++*k;
    return *k < ref_reading_count ? &ref_readings[(*k)++] : NULL;
}

/* Is the answer open by a reading that was not decided for? */
static bool is_open(struct placed *p)
{
    const struct ref_reading *r;
    size_t k = 0;
    while (!p->looked && (r = reading_next(p, &k)) != NULL) {
        struct said s;
        reading_ask(p, r, &s);
        p->open |= s.a.demand == REF_FREE;
        reading_end(&s);
    }
    p->looked = true;
    return p->open;
}

static bool same_shape(const struct gat_array *t, const struct gat_array *u)
{
    return t->ndim == u->ndim &&
           memcmp(t->shape, u->shape, (size_t)t->ndim * sizeof *t->shape) == 0;
}

/* NULL: by this reading the answer is admitted. */
static const char *reading_judge(const struct placed *p, const struct ref_case *c,
                                 const struct ref_answer *a, gat_status status)
{
    const struct gat_tensor *output = &p->operands[p->call.n_operands - 1].tensor;
    int64_t bad = 0;
    if (a->demand == REF_FREE)
        return NULL;
    if (a->demand == REF_MUST_REPORT)
        return status == GAT_OK ? "an error was due and the call was accepted" : NULL;
    if (status != GAT_OK)
        return a->demand == REF_MAY_EITHER ? NULL : "an answer was due and the call was refused";
    return same_shape(&a->output, &p->a.output) &&
                   ref_admits(c, a, gat_tensor_data(output), 0, &bad)
               ? NULL
               : "the answer is wrong";
}

static bool other_admits(const struct placed *p, gat_status status)
{
    const struct ref_reading *r;
    size_t k = 0;
    bool admits = false;
    while (!admits && (r = reading_next(p, &k)) != NULL) {
        struct said s;
        reading_ask(p, r, &s);
        admits = reading_judge(p, &s.c, &s.a, status) == NULL;
        reading_end(&s);
    }
    return admits;
}

/* NULL: a reading admits the answer. */
static const char *answer_judge(const struct placed *p, gat_status status)
{
    if (strays(p))
        return "a byte that is not the output's was written";
    const char *how = reading_judge(p, &p->c, &p->a, status);
    return how == NULL || other_admits(p, status) ? NULL : how;
}

static void wrong_note(struct trial_end *out, const char *how)
{
    if (how == NULL || out->wrong)
        return;
    out->wrong = true;
    snprintf(out->how, sizeof out->how, "%s", how);
}

static const struct gat_backend *plugin_open(const struct trial *t, unsigned long *fired)
{
    char why[256] = "";
    void *context = NULL;
    void *object = dlopen(t->plugin, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL)
        return NULL;
    const struct gat_backend *(*get)(uint32_t) = NULL;
    void (*tell)(unsigned long *) = NULL;
    *(void **)&get = dlsym(object, "gat_backend_get");
    *(void **)&tell = dlsym(object, "drawn_fired_at");
    const struct gat_backend *b = get != NULL && tell != NULL ? get(GAT_ABI) : NULL;
    if (b == NULL || b->open(t->options, &context, why, sizeof why) != GAT_OK)
        return NULL;
    tell(fired);
    return b;
}

static void calls_make(const struct trial *t, const struct gat_backend *b, struct placed *placed,
                       unsigned long from, unsigned long n, struct trial_end *out)
{
    for (unsigned long k = from; k < from + n && !out->wrong; k++) {
        struct placed *p = &placed[k % t->n_calls];
        bool meant = !t->before || k % t->n_calls > 0;
        unsigned long fired = out->fired;
        fill(p);
        gat_status status = b->run(NULL, &p->call);
        if (meant && out->fired > fired)
            out->decided |= p->decided && !is_open(p);
        if (p->decided)
            wrong_note(out, answer_judge(p, status));
    }
}

static bool warm_make(const struct trial *t, const struct gat_backend *b)
{
    static struct placed p;
    if (t->n_warm > 0 && !call_place(&p, &t->warm, 0))
        return false;
    for (unsigned long k = 0; k < t->n_warm; k++) {
        fill(&p);
        (void)b->run(NULL, &p.call);
    }
    return true;
}

static void child_run(const struct trial *t, struct trial_end *out)
{
    struct placed placed[3];
    struct process before, middle, after;
    memset(placed, 0, sizeof placed);
    alarm(LIMIT);
    const struct gat_backend *b = plugin_open(t, &out->fired);
    if (b != NULL && !warm_make(t, b))
        b = NULL;
    for (unsigned k = 0; k < t->n_calls && b != NULL; k++)
        if (!call_place(&placed[k], &t->calls[k], t->placement))
            b = NULL;
    if (b == NULL)
        return;
    unsigned long least = (t->least + t->n_calls - 1) / t->n_calls * t->n_calls;
    unsigned long more = (GROWTH + t->n_calls - 1) / t->n_calls * t->n_calls;
    process_look(&before);
    calls_make(t, b, placed, 0, least, out);
    if (t->leaks) {
        calls_make(t, b, placed, least, more, out);
        process_look(&middle);
        calls_make(t, b, placed, least + more, more, out);
    }
    process_look(&after);
    if (t->leaks && out->decided)
        wrong_note(out, process_differs(&before, &middle, &after));
}

bool trial_run(const struct trial *t, struct trial_end *out)
{
    int status = 0;
    struct trial_end *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return false;
    pid_t child = fork();
    if (child == 0) {
        child_run(t, shared);
        _exit(0);
    }
    bool run = child > 0 && waitpid(child, &status, 0) == child;
    *out = *shared;
    munmap(shared, sizeof *shared);
    if (run && WIFSIGNALED(status)) {
        out->decided = out->decided || out->fired > 0;
        wrong_note(out, "the process died");
    }
    return run;
}
