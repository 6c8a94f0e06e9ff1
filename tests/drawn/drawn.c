/* drawn.c - a plug-in with one drawn fault, which it takes as its option.
 *
 * It answers with ref/, as backends/ref.c does, and claims one variant.  Calls that meet the
 * conditions of the fault get its effect.  Without an option it claims every variant and is
 * right; so it is with the option "control", which scatters in the loops that faults need.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "demands.h"
#include "dtype.h"
#include "effects.h"

#define FLAGS                                                                      \
    (GAT_TAKES_VIEWS | GAT_WORKS_IN_PLACE | GAT_ODD_ADDRESSES | GAT_CLEAN_ERRORS | \
     GAT_NAMES_ERRORS)
enum { MOST_CLAIMS = 256, MOST_KEPT = 1 << 26 };

static struct drawn_state state;
static bool control;
static const struct gat_call *came;
static struct gat_claim claims[MOST_CLAIMS];
static const char *lists[MOST_CLAIMS][2];
static struct gat_backend backend;

static gat_status honest(struct drawn_call *d)
{
    return ref_call_answer(&d->c, &d->a, malloc, free);
}

static bool kind_is(const char *kind)
{
    enum drawn_effect e = state.fault.effect;
    return e != EFFECTS && strcmp(drawn_effects[e].kind, kind) == 0;
}

static bool fires(const struct drawn_call *d)
{
    bool all = drawn_holds(&state.fault, d, &state.memory);
    if (all && state.fired != NULL)
        ++*state.fired;
    return all;
}

/* An error is due: accept it all the same, if that is the fault. */
static gat_status error_meet(struct drawn_call *d, gat_status due)
{
    struct ref_rules bent = *d->c.rules;
    enum drawn_effect e = state.fault.effect;
    bool axis = e == EFFECT_ACCEPT_AXIS && d->a.rule == REF_bad_axis;
    bool index = e != EFFECT_ACCEPT_AXIS && d->a.rule == REF_out_of_range;
    if (!kind_is("accept") || !(axis || index) || !fires(d))
        return due;
    if (axis)
        return GAT_OK;
    bent.value[REF_out_of_range] = e == EFFECT_ACCEPT_CLAMP  ? REF_OOR_CLAMP
                                   : e == EFFECT_ACCEPT_WRAP ? REF_OOR_WRAP
                                   : d->scatters             ? REF_OOR_DROP
                                                             : REF_OOR_ZERO;
    void *output = d->a.output.data;
    d->c.rules = &bent;
    ref_check(&d->c, &d->a);
    d->a.output.data = output;
    return honest(d);
}

static bool can_be_stale(const struct drawn_call *d)
{
    const struct drawn_memory *m = &state.memory;
    const struct gat_array *x = &m->output, *y = &d->a.output;
    bool size = state.answer != NULL && state.answer_size == gat_array_size(y);
    bool shape = size && x->dtype == y->dtype && x->ndim == y->ndim &&
                 memcmp(x->shape, y->shape, (size_t)x->ndim * sizeof x->shape[0]) == 0;
    if (y->dtype == GAT_STR || x->dtype == GAT_STR)
        return false;
    return state.fault.effect == EFFECT_STALE_SIZE ? size : shape;
}

/* The indices of the call before, in place of these. */
static void indices_keep(struct drawn_call *d)
{
    const struct gat_array *x = &state.memory.indices, *y = &d->c.indices;
    if (state.indices != NULL && x->dtype == y->dtype && x->ndim == y->ndim &&
        memcmp(x->shape, y->shape, (size_t)x->ndim * sizeof x->shape[0]) == 0)
        d->c.indices.data = state.indices;
}

static gat_status refusal(void)
{
    switch ((int)state.fault.effect) {
    case EFFECT_REFUSE_UNSUPPORTED: return GAT_E_UNSUPPORTED;
    case EFFECT_REFUSE_INVALID: return GAT_E_INVALID;
    case EFFECT_REFUSE_RANGE: return GAT_E_RANGE;
    default: return GAT_E_NOMEM;
    }
}

/* A call that is to be answered and meets the conditions; `before` what the output held. */
static gat_status spoil(struct drawn_call *d, const char *before)
{
    const struct drawn_fault *f = &state.fault;
    if (kind_is("refuse"))
        return refusal();
    if (kind_is("leak"))
        drawn_leak(f);
    else if (kind_is("read") || kind_is("write"))
        drawn_outside(f, d);
    else if (f->effect == EFFECT_STALE_INDICES) {
        indices_keep(d);
        gat_status status = honest(d);
        return status;
    } else if (kind_is("stale") && !can_be_stale(d))
        return GAT_OK;
    else if (!control && state.fault.effect != EFFECTS && (!d->scatters || kind_is("stale")))
        drawn_gather(&state, d, before);
    return GAT_OK;
}

/* Effects on what a scatter places need a loop of their own. */
static bool needs_loop(void)
{
    return control || kind_is("source") || kind_is("skip") || kind_is("double") ||
           kind_is("flush") || kind_is("sum");
}

static gat_status answer_scatter(struct drawn_call *d)
{
    struct ref_answer probe = d->a;
    ref_check_indices(&d->c, &probe, REF_UNDEFINED);
    d->values = &d->c.updates;
    if (!ref_answers(&probe))
        return error_meet(d, honest(d));
    bool small = gat_array_size(&d->a.output) <= (size_t)1 << 30;
    bool all = small && fires(d);
    if (all && needs_loop() && drawn_scatter(&state, d))
        return GAT_OK;
    if (all && state.fault.effect == EFFECT_STALE_INDICES)
        return spoil(d, NULL);
    gat_status status = honest(d);
    return all && status == GAT_OK ? spoil(d, NULL) : status;
}

static gat_status answer_gather(struct drawn_call *d)
{
    size_t size = gat_array_size(&d->a.output);
    char *before = NULL;
    if (state.fault.effect == EFFECT_SKIP && size <= MOST_KEPT &&
        (before = malloc(size + 1)) != NULL)
        memcpy(before, d->a.output.data, size);
    gat_status status = honest(d);
    d->values = &d->a.output;
    if (status != GAT_OK)
        status = error_meet(d, status);
    else if (fires(d))
        status = spoil(d, before);
    free(before);
    return status;
}

static void keep(char **to, size_t *size, const struct gat_array *from)
{
    size_t n = gat_array_size(from);
    if (!kind_is("stale") || n > MOST_KEPT)
        n = 0;
    free(*to);
    *to = n == 0 ? NULL : malloc(n);
    *size = *to == NULL ? 0 : n;
    if (*to != NULL)
        memcpy(*to, from->data, n);
}

static void remember(const struct drawn_call *d, const struct gat_array *indices, gat_status status)
{
    struct drawn_memory *m = &state.memory;
    m->any = true;
    m->failed = status != GAT_OK;
    m->output = d->a.output;
    m->data = d->c.data;
    m->indices = *indices;
    m->moved = d->moved;
    if (status != GAT_OK)
        return;
    keep(&state.answer, &state.answer_size, &d->a.output);
    keep(&state.indices, &state.indices_size, indices);
}

static gat_status compact_run(void *context, const struct gat_call *call)
{
    struct drawn_call d = {.came = came, .call = call};
    (void)context;
    gat_status status = ref_case_from_call(call, &d.c, &d.a);
    state.memory.calls++;
    bool known = status != GAT_E_UNSUPPORTED && status != GAT_E_TYPE;
    if (!known || gat_operand_get(call, "output") == NULL)
        return known ? GAT_E_INVALID : status;
    if (status != GAT_OK) {
        state.memory.failed = state.memory.any = true;
        return error_meet(&d, status);
    }
    drawn_measure(&d);
    struct gat_array indices = d.c.indices;
    status = d.scatters ? answer_scatter(&d) : answer_gather(&d);
    remember(&d, &indices, status);
    return status;
}

static gat_status run(void *context, const struct gat_call *call)
{
    came = call;
    return ref_call_compact(context, call, compact_run, malloc, free);
}

static gat_status infer(void *context, const struct gat_call *call, uint32_t k,
                        struct gat_inferred *out)
{
    (void)context;
    return ref_call_infer(call, k, out);
}

/* Only the variant of the fault is claimed. */
static bool claims_keep(const char *variant)
{
    size_t kept = 0;
    for (size_t k = 0; k < backend.n_claims; k++) {
        char name[128];
        snprintf(name, sizeof name, "%s/%s", claims[k].op, claims[k].variants[0]);
        if (strcmp(name, variant) == 0)
            claims[kept++] = claims[k];
    }
    backend.n_claims = kept;
    return kept > 0;
}

static gat_status open_fault(const char *options, void **context, char *why, size_t n)
{
    char bad[DRAWN_TEXT];
    *context = NULL;
    state.fault = (struct drawn_fault){.effect = EFFECTS};
    control = strcmp(options, "control") == 0;
    if (options[0] == '\0' || control)
        return GAT_OK;
    if (drawn_read(options, &state.fault, bad, sizeof bad) && claims_keep(state.fault.variant))
        return GAT_OK;
    snprintf(why, n, "'%s' is no part of a drawn fault", bad[0] != '\0' ? bad : options);
    return GAT_E_INVALID;
}

/* The witness looks here whether its calls met the conditions. */
GAT_EXPORT void drawn_fired_at(unsigned long *at);
GAT_EXPORT void drawn_fired_at(unsigned long *at)
{
    state.fired = at;
}

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    backend = (struct gat_backend){
        .abi = GAT_ABI,
        .struct_size = sizeof backend,
        .name = "drawn",
        .version = GAT_VERSION,
        .profile = "any",
        .claims = claims,
        .run = run,
        .open = open_fault,
        .infer = infer,
    };
    backend.n_claims = ref_claims_make(claims, lists, MOST_CLAIMS, FLAGS);
    return host_abi == GAT_ABI ? &backend : NULL;
}
