/* ruling.c - what two answers amount to under one set of rules.
 *
 * The order of the tests is the order of verdicts.def.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "diagnose/ruling.h"
#include "dtype.h"
#include "oracle/next_wrong.h"

bool gat_is_poison(enum gat_dtype t, const void *element, unsigned char poison)
{
    const unsigned char *bytes = element;
    struct gat_string view;
    if (t == GAT_STR) {
        memcpy(&view, element, sizeof view);
        return view.data == NULL && view.size == UINT64_MAX;
    }
    for (size_t k = 0; k < gat_dtype_size(t); k++)
        if (bytes[k] != poison)
            return false;
    return true;
}

bool gat_is_left(const struct gat_reply *r, unsigned call, enum gat_dtype t, int64_t element)
{
    size_t size = gat_dtype_size(t), at = (size_t)element * size;
    const char *got = (const char *)r->output[call] + at;
    return gat_is_poison(t, got, r->poison[call]) &&
           (t == GAT_STR || r->status[!call] != GAT_OK ||
            memcmp(got, (const char *)r->output[!call] + at, size) != 0);
}

/* Does it hold in each call that byte, and another one in the other? */
static bool is_filler(const struct gat_reply *r, enum gat_dtype t, int64_t element,
                      const unsigned char bytes[2])
{
    size_t at = (size_t)element * gat_dtype_size(t);
    bool is = t != GAT_STR && bytes[0] != bytes[1] && r->status[0] == GAT_OK &&
              r->status[1] == GAT_OK;
    for (unsigned k = 0; k < 2 && is; k++)
        is = gat_is_poison(t, (const char *)r->output[k] + at, bytes[k]);
    return is;
}

const char *gat_beside_words(const struct gat_reply *r, enum gat_dtype t, int64_t element)
{
    const unsigned char gaps[2] = {r->poison[1], r->poison[0]};
    return is_filler(r, t, element, r->outside) ? "what lies beside the operands"
           : is_filler(r, t, element, gaps)     ? "what lies between the elements of an operand"
                                                : NULL;
}

static bool names_error(gat_status s)
{
    return s == GAT_E_INVALID || s == GAT_E_TYPE || s == GAT_E_RANGE;
}

/* Asked of a call that was not refused: a number that is no status counts too, as a fault of the
 * backend. */
static bool failed_itself(gat_status s)
{
    return s != GAT_OK && !names_error(s);
}

/* Is the kind of an error part of the answer?  The contract has finer kinds than the documents,
 * and no clause names one of them; so only a backend that claims to name errors is held to it. */
static bool kind_is_judged(uint32_t flags)
{
    return (flags & GAT_NAMES_ERRORS) != 0;
}

static enum gat_verdict_class statuses_rule(const struct ref_answer *a,
                                            const gat_status s[2], unsigned *call)
{
    *call = 0;
    if (a->demand == REF_FREE)
        return GAT_V_PASS;
    for (unsigned k = 0; k < 2; k++) {
        *call = k;
        if (s[k] == GAT_E_UNSUPPORTED)
            return GAT_V_UNSUPPORTED;
    }
    for (unsigned k = 0; k < 2; k++) {
        *call = k;
        if (failed_itself(s[k]))
            return GAT_V_INTERNAL;
    }
    for (unsigned k = 0; k < 2; k++) {
        *call = k;
        if (a->demand == REF_MUST_SUCCEED && names_error(s[k]))
            return GAT_V_REFUSED;
        if (a->demand == REF_MUST_REPORT && s[k] == GAT_OK)
            return GAT_V_ACCEPTED;
    }
    return s[0] == s[1] ? GAT_V_PASS : GAT_V_UNSTABLE_STATUS;
}

static void note(struct gat_ruling *r, int64_t element, unsigned call)
{
    if (r->n_wrong++ == 0) {
        r->element = element;
        r->call = call;
    }
}

/* Walk the elements that one of the two outputs has wrong. */
static void values_rule(const struct ref_case *c, const struct ref_answer *a,
                        const struct gat_reply *r, struct gat_ruling *out)
{
    struct gat_ruling unwritten = {.verdict = GAT_V_UNWRITTEN};
    struct gat_ruling wrong = {.verdict = GAT_V_WRONG};
    struct gat_ruling unstable = {.verdict = GAT_V_UNSTABLE};
    enum gat_dtype t = a->output.dtype;
    size_t size = gat_dtype_size(t);
    int64_t n = gat_array_count(&a->output), at[2];
    for (unsigned k = 0; k < 2; k++)
        at[k] = gat_next_wrong(c, a, r->output[k], &r->written[k], 0);
    while (at[0] < n || at[1] < n) {
        int64_t e = at[0] < at[1] ? at[0] : at[1];
        bool bad[2], poison = true;
        for (unsigned k = 0; k < 2; k++) {
            bad[k] = at[k] == e;
            poison &= gat_is_poison(
                t, (const char *)r->output[k] + (size_t)e * size, r->poison[k]);
            if (bad[k])
                at[k] = gat_next_wrong(c, a, r->output[k], &r->written[k], e + 1);
        }
        if (poison)
            note(&unwritten, e, 0);
        else if (bad[0] && bad[1])
            note(&wrong, e, 0);
        else
            note(&unstable, e, bad[1]);
    }
    if (unwritten.n_wrong > 0)
        *out = unwritten;
    else if (wrong.n_wrong > 0)
        *out = wrong;
    else if (unstable.n_wrong > 0)
        *out = unstable;
}

/* Does an element still hold what it held before the call? */
static bool is_untouched(const struct ref_case *c, const struct ref_answer *a,
                         const struct gat_reply *r, unsigned call, int64_t e)
{
    enum gat_dtype t = a->output.dtype;
    size_t at = (size_t)e * gat_dtype_size(t);
    const char *got = (const char *)r->output[call] + at;
    if (r->in_place && t == GAT_STR)
        return true; /* nobody follows the views of a call that failed */
    if (r->in_place)
        return gat_dtype_same(t, got, (const char *)c->data.data + at);
    return gat_is_poison(t, got, r->poison[call]);
}

static bool output_is_dirty(const struct ref_case *c, const struct ref_answer *a,
                            const struct gat_reply *r, unsigned call)
{
    int64_t n = gat_array_count(&a->output);
    size_t size = gat_array_size(&a->output);
    const unsigned char *bytes = r->output[call];
    if (r->written[call].file == 0 && !r->in_place && a->output.dtype != GAT_STR)
        return size > 0 &&
               (bytes[0] != r->poison[call] || memcmp(bytes, bytes + 1, size - 1) != 0);
    if (r->written[call].file != 0)
        return gat_next_change(&c->data, r->output[call], &r->written[call], 0) < n;
    for (int64_t e = 0; e < n; e++)
        if (!is_untouched(c, a, r, call, e))
            return true;
    return false;
}

void gat_ruling_make(const struct ref_case *c, const struct ref_answer *a,
                     uint32_t flags, const struct gat_reply *r,
                     struct gat_ruling *out)
{
    const gat_status *s = r->status;
    *out = (struct gat_ruling){.verdict = GAT_V_PASS, .element = -1};
    out->verdict = statuses_rule(a, s, &out->call);
    if (out->verdict != GAT_V_PASS)
        return;
    if (s[0] == GAT_OK && s[1] == GAT_OK) {
        values_rule(c, a, r, out);
        return;
    }
    bool fits = s[0] == a->error || (s[0] > 0 && s[0] < 32 && (a->errors >> s[0] & 1) != 0);
    if (a->demand == REF_MUST_REPORT && !fits && kind_is_judged(flags)) {
        out->verdict = GAT_V_WRONG_KIND;
        return;
    }
    for (unsigned k = 0; k < 2 && (flags & GAT_CLEAN_ERRORS) != 0; k++)
        if (s[k] != GAT_OK && output_is_dirty(c, a, r, k)) {
            out->verdict = GAT_V_DIRTY_ERROR;
            out->call = k;
            return;
        }
}
