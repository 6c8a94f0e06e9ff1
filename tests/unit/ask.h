/* ask.h - questions to the oracle and its answers as one line of text each.
 *
 *     ask("gather", "2,3: 1 2 3 4 5 6", "2: 0 2", NULL, "axis=1")
 *
 * makes int32 data, int64 indices and rules that are all at their first value, and
 * answers "ok 2,2: 1 3 4 6".  What does not succeed, or not always, says so first:
 * "report range by out_of_range at 1 -> 2,2", "either invalid by bad_rank 2: 1 2",
 * "free by bad_axis -> 2".  An element that may be anything is "?", one that may
 * come from several updates is "20|10", the canonical value first.
 *
 * Settings are words name=value: every rule of rules.def, and axis, batch (the
 * attribute batch_dims), view, tile, dtype, index, updates and axis_dtype (element
 * types), types=none (not in the lists), scratch=none, stated=add (the reduction that the
 * call states), only=add (the same, data left out).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ASK_H
#define GAT_ASK_H

#include <assert.h>
#include <stdlib.h>

#include "dtype.h"
#include "ref.h"
#include "tap.h"

struct question {
    struct ref_rules rules;
    struct ref_case c;
    struct ref_answer a;
    void *scratch, *owned[64];
    unsigned n_owned;
    bool no_scratch;
};

/* The questions are written by us: one that cannot be read ends the test. */
static void must(bool done)
{
    if (!done)
        abort();
}

/* Exactly `size` bytes at an odd address, so that sanitizers see one too many. */
static void *question_bytes(struct question *q, size_t size)
{
    char *p = malloc(size + 1);
    assert(p != NULL && q->n_owned < sizeof q->owned / sizeof q->owned[0]);
    q->owned[q->n_owned++] = p;
    return p + 1;
}

static void question_free(struct question *q)
{
    while (q->n_owned > 0)
        free(q->owned[--q->n_owned]);
    free(q->scratch);
    q->scratch = NULL;
}

static int32_t question_shape(const char **text, int64_t *shape)
{
    int32_t ndim = 0;
    while (**text >= '0' && **text <= '9') {
        char *end;
        shape[ndim++] = strtoll(*text, &end, 10);
        *text = end + (*end == ',');
    }
    return ndim;
}

/* "2,3: 1 2 3 4 5 6"; missing values are 0. */
static void question_array(struct question *q, struct gat_array *t, enum gat_dtype dtype,
                           const char *text)
{
    t->ndim = -1;
    if (text == NULL)
        return;
    t->dtype = dtype;
    t->ndim = question_shape(&text, t->shape);
    size_t esize = gat_dtype_size(dtype), count = (size_t)gat_array_count(t);
    char *to = t->data = question_bytes(q, count * esize);
    memset(to, 0, count * esize);
    text += strspn(text, ": ");
    for (size_t k = 0; k < count && *text != '\0'; k++) {
        char word[64];
        size_t n = strcspn(text, " ");
        assert(n < sizeof word);
        memcpy(word, text, n);
        word[n] = '\0';
        bool exact;
        if (dtype == GAT_STR) {
            char *bytes = question_bytes(q, n);
            memcpy(bytes, text, n);
            memcpy(to + k * esize, &(struct gat_string){bytes, n}, esize);
        } else {
            must(gat_dtype_parse(dtype, word, to + k * esize, &exact));
        }
        text += n;
        text += strspn(text, " ");
    }
}

static void question_reduction(struct question *q, const char *value, bool without_data)
{
    int64_t how;
    must(ref_rule_parse(REF_reduction, value, &how));
    q->c.reduction = how + 1;
    q->c.without_data = without_data;
}

static void question_list(struct ref_list *l, const char *value)
{
    l->given = true;
    l->count = question_shape(&value, l->value);
}

static void question_setting(struct question *q, const char *name, const char *value,
                             enum gat_dtype *dtypes)
{
    enum ref_rule rule = ref_rule_find(name);
    if (rule != REF_RULE_COUNT)
        must(ref_rule_parse(rule, value, &q->rules.value[rule]));
    else if (strcmp(name, "axis") == 0)
        q->c.axis = strtoll(value, NULL, 10);
    else if (strcmp(name, "batch") == 0)
        q->c.batch_dims = strtoll(value, NULL, 10);
    else if (ref_list_find(name) != REF_LISTS)
        question_list(&q->c.lists[ref_list_find(name)], value);
    else if (strcmp(name, "view") == 0)
        question_list(&q->c.lists[REF_view_shape], value);
    else if (strcmp(name, "tile") == 0)
        question_list(&q->c.lists[REF_tile_shape], value);
    else if (strcmp(name, "types") == 0)
        q->c.type_allowed = false, q->c.index_unlisted = strcmp(value, "index") == 0;
    else if (strcmp(name, "stated") == 0 || strcmp(name, "only") == 0)
        question_reduction(q, value, name[0] == 'o');
    else if (strcmp(name, "scratch") == 0)
        q->no_scratch = true;
    else if (strcmp(name, "dtype") == 0)
        dtypes[0] = dtypes[2] = gat_dtype_find(value);
    else if (strcmp(name, "index") == 0)
        dtypes[1] = gat_dtype_find(value);
    else if (strcmp(name, "updates") == 0)
        dtypes[2] = gat_dtype_find(value);
    else if (strcmp(name, "axis_dtype") == 0)
        dtypes[3] = gat_dtype_find(value);
    else
        assert(!strcmp(name, "a setting"));
}

/* Ask, check and run; the caller frees. */
static void question_ask(struct question *q, const char *kernel, const char *data,
                         const char *indices, const char *updates,
                         const char *axis_tensor, const char *settings)
{
    enum gat_dtype dtypes[] = {GAT_I32, GAT_I64, GAT_I32, GAT_I64};
    *q = (struct question){.c = {.type_allowed = true}};
    for (unsigned k = 0; k < REF_RULE_COUNT; k++)
        q->rules.value[k] = ref_rule_infos[k].otherwise;
    while (*settings != '\0') {
        char word[80];
        size_t n = strcspn(settings, " ");
        assert(n < sizeof word);
        memcpy(word, settings, n);
        word[n] = '\0';
        char *value = strchr(word, '=');
        assert(value != NULL);
        *value = '\0';
        question_setting(q, word, value + 1, dtypes);
        settings += n;
        settings += strspn(settings, " ");
    }
    q->c.kernel = ref_kernel_find(kernel);
    q->c.rules = &q->rules;
    question_array(q, &q->c.data, dtypes[0], data);
    question_array(q, &q->c.indices, dtypes[1], indices);
    question_array(q, &q->c.updates, dtypes[2], updates);
    question_array(q, &q->c.axis_tensor, dtypes[3], axis_tensor);
    ref_check(&q->c, &q->a);
    size_t size = ref_scratch_size(&q->c, &q->a);
    /* Zeros: what is not written is found to be ranges of the number 0. */
    q->scratch = size == 0 || q->no_scratch ? NULL : calloc(1, size);
    q->a.output.data = question_bytes(q, gat_array_size(&q->a.output));
    memset(q->a.output.data, 0xEE, gat_array_size(&q->a.output));
}

struct line {
    char text[1024];
    size_t used;
};
__attribute__((format(printf, 2, 3))) static void line_add(struct line *l,
                                                           const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(l->text + l->used, sizeof l->text - l->used, format, args);
    va_end(args);
    assert(n >= 0 && (size_t)n < sizeof l->text - l->used);
    l->used += (size_t)n;
}

static void line_element(struct line *l, enum gat_dtype t, const void *base, int64_t at)
{
    char text[64];
    gat_dtype_print(t, (const char *)base + (size_t)at * gat_dtype_size(t), text,
                    sizeof text);
    line_add(l, "%s", text);
}

static void line_values(struct line *l, const struct question *q)
{
    const struct ref_answer *a = &q->a;
    int64_t count = gat_array_count(&a->output);
    line_add(l, ":");
    for (int64_t k = 0; k < count; k++) {
        line_add(l, " ");
        if (a->unspecified != NULL && a->unspecified[k] != 0) {
            line_add(l, "?");
            continue;
        }
        line_element(l, a->output.dtype, a->output.data, k);
        int64_t u = a->last_writer == NULL ? 0 : a->last_writer[k];
        while (u > 0 && (u = a->earlier_writer[u - 1]) > 0) {
            line_add(l, "|");
            line_element(l, a->output.dtype, q->c.updates.data, u - 1);
        }
    }
}

__attribute__((unused)) static const char *question_line(struct question *q, struct line *l)
{
    static const char *const demands[] = {"ok", "report", "either", "free"};
    static const char *const kinds[] = {
        [GAT_OK] = "",           [GAT_E_INVALID] = " invalid",
        [GAT_E_TYPE] = " type",  [GAT_E_RANGE] = " range"};
    const struct ref_answer *a = &q->a;
    l->used = 0;
    line_add(l, "%s", demands[a->demand]);
    if (a->demand != REF_MUST_SUCCEED)
        line_add(l, "%s by %s", kinds[a->error], ref_rule_infos[a->rule].name);
    if (a->bad_at >= 0)
        line_add(l, " at %lld", (long long)a->bad_at);
    bool answers = a->demand == REF_MUST_SUCCEED || a->demand == REF_MAY_EITHER;
    line_add(l, answers ? " " : " -> ");
    for (int32_t d = 0; d < a->output.ndim; d++)
        line_add(l, d == 0 ? "%lld" : ",%lld", (long long)a->output.shape[d]);
    if (answers)
        line_values(l, q);
    return l->text;
}

/* The answer as one line, which is there until the next. */
__attribute__((unused)) static const char *ask_all(const char *kernel, const char *data,
                                                   const char *indices, const char *updates,
                                                   const char *axis, const char *settings)
{
    static struct line line;
    struct question q;
    question_ask(&q, kernel, data, indices, updates, axis, settings);
    ref_run(&q.c, &q.a, q.scratch);
    question_line(&q, &line);
    question_free(&q);
    return line.text;
}

#endif
