/* picture.c - a failing case as a report draws it, without running it again.
 *
 * All of it is bounded: of a tensor at most so many elements are kept, those around
 * the first wrong one, so that a record stays small however large the case is.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/sentence.h"
#include "diagnose/diagnose.h"
#include "diagnose/ruling.h"
#include "dtype.h"
#include "export/export.h"
#include "export/export_c.h"
#include "export/picture.h"
#include "judge/job.h"
#include "oracle/next_wrong.h"
#include "suite/member.h"
#include "suite/print_yaml.h"

enum { MOST_ELEMENTS = 256, MOST_YAML = 4096, MOST_CODE = 8192, LONGEST = 128 };

/* The part of a tensor that is kept. */
struct part {
    int64_t from, count;
};

static struct part part_around(const struct gat_array *t, int64_t at)
{
    struct part w = {0, gat_array_count(t)};
    if (w.count <= MOST_ELEMENTS)
        return w;
    w.from = at > MOST_ELEMENTS / 2 ? at - MOST_ELEMENTS / 2 : 0;
    if (w.from > w.count - MOST_ELEMENTS)
        w.from = w.count - MOST_ELEMENTS;
    w.count = MOST_ELEMENTS;
    return w;
}

/* A text that came from anywhere; bytes that are no UTF-8 become '?'. */
static json_t *text_json(const char *text)
{
    json_t *made = json_string(text);
    char plain[LONGEST];
    struct gat_sentence s;
    if (made != NULL)
        return made;
    gat_sentence_start(&s, plain, sizeof plain);
    gat_sentence_add(&s, "%s", text);
    return json_string(plain);
}

static const char *element_at(const struct gat_array *t, const void *data, int64_t at)
{
    return (const char *)data + (size_t)at * gat_dtype_size(t->dtype);
}

static json_t *value_json(enum gat_dtype t, const void *element)
{
    char text[LONGEST];
    gat_dtype_print(t, element, text, sizeof text);
    return text_json(text);
}

json_t *gat_ints_json(const int64_t *list, uint64_t n)
{
    json_t *j = json_array();
    for (uint64_t k = 0; k < n; k++)
        json_array_append_new(j, json_integer(list[k]));
    return j;
}

json_t *gat_attributes_json(const struct gat_job *job)
{
    json_t *map = json_object();
    for (unsigned k = 0; k < job->n_attrs; k++) {
        const struct gat_attr *a = &job->attrs[k];
        json_t *value = a->kind == GAT_ATTR_TEXT    ? json_string(a->text)
                        : a->kind == GAT_ATTR_FLOAT ? json_real(a->f)
                        : a->kind == GAT_ATTR_INTS  ? gat_ints_json(a->ints, a->n_ints)
                                                    : json_integer(a->i);
        json_object_set_new(map, a->name, value);
    }
    return map;
}

static json_t *input_json(const char *name, const struct gat_array *t, int64_t around)
{
    struct part w = part_around(t, around);
    json_t *values = json_array();
    for (int64_t k = w.from; k < w.from + w.count; k++)
        json_array_append_new(values, value_json(t->dtype, element_at(t, t->data, k)));
    return json_pack("{s:s,s:s,s:o,s:I,s:o}", "name", name, "dtype", gat_dtype_name(t->dtype),
                     "shape", gat_ints_json(t->shape, (uint64_t)t->ndim), "from",
                     (json_int_t)w.from, "values", values);
}

static const char *demand_name(enum ref_demand d)
{
    static const char *const names[] = {[REF_MUST_SUCCEED] = "success",
                                        [REF_MUST_REPORT] = "error",
                                        [REF_MAY_EITHER] = "either",
                                        [REF_FREE] = "anything"};
    return names[d];
}

static json_t *status_json(gat_status s)
{
    static const char *const names[] = {"ok",    "unsupported", "invalid", "type",
                                        "range", "memory",      "internal"};
    if ((unsigned)s < sizeof names / sizeof names[0])
        return json_string(names[s]);
    return json_sprintf("%d", (int)s);
}

/* The answer that is shown: the first of the two calls that is an answer and is wrong. */
static int call_shown(const struct gat_expectation *x, const struct gat_reply *r)
{
    const struct ref_answer *a = &x->answer;
    int64_t n = gat_array_count(&a->output);
    int shown = -1;
    if (r == NULL || r->end != GAT_END_ANSWERED || a->demand == REF_MUST_REPORT ||
        a->demand == REF_FREE || n == 0)
        return -1;
    for (int k = 1; k >= 0; k--)
        if (r->status[k] == GAT_OK)
            shown = k;
    for (int k = 1; k >= 0; k--)
        if (r->status[k] == GAT_OK &&
            gat_next_wrong(&x->member->question, a, r->output[k], &r->written[k], 0) < n)
            shown = k;
    return shown;
}

static json_t *element_json(const struct gat_expectation *x, const struct gat_reply *r,
                            unsigned call, struct gat_tracer *tracer, int64_t at,
                            bool both_differ)
{
    const struct gat_array *t = &x->answer.output;
    struct gat_traced found;
    json_t *one = json_pack("{s:I}", "element", (json_int_t)at);
    gat_trace_element(tracer, at, &found);
    if (both_differ && !gat_is_left(r, call, t->dtype, at))
        found.kind = "unstable";
    json_object_set_new(one, "kind", json_string(found.kind));
    if (found.due[0] != '\0')
        json_object_set_new(one, "due", json_string(found.due));
    if (found.holds[0] != '\0')
        json_object_set_new(one, "holds", json_string(found.holds));
    return one;
}

/* Elements around the first wrong one, as they must be and as they are. */
static void answer_add(json_t *picture, const struct gat_expectation *x,
                       const struct gat_reply *r, unsigned call)
{
    const struct ref_case *c = &x->member->question;
    const struct ref_answer *a = &x->answer;
    const struct gat_array *t = &a->output;
    int64_t n = gat_array_count(t),
            bad = gat_next_wrong(c, a, r->output[call], &r->written[call], 0);
    struct part w = part_around(t, bad < n ? bad : 0);
    json_t *expected = json_array(), *got = json_array(), *elements = json_array();
    bool both = r->status[1 - call] == GAT_OK;
    int64_t other = both ? gat_next_wrong(c, a, r->output[1 - call], &r->written[1 - call], 0) : n;
    struct gat_tracer tracer;
    gat_tracer_start(&tracer, x, r, call, bad);
    for (int64_t k = w.from; k < w.from + w.count; k++) {
        const char *now = element_at(t, r->output[call], k);
        bool any = a->unspecified != NULL && a->unspecified[k] != 0;
        json_array_append_new(expected, any ? json_string("?")
                                            : value_json(t->dtype, element_at(t, t->data, k)));
        json_array_append_new(got, gat_is_left(r, call, t->dtype, k)
                                       ? json_string("")
                                       : value_json(t->dtype, now));
        while (both && other < k)
            other = gat_next_wrong(c, a, r->output[1 - call], &r->written[1 - call], other + 1);
        if (k == bad) {
            json_array_append_new(elements,
                                  element_json(x, r, call, &tracer, k, both && other != k));
            bad = gat_next_wrong(c, a, r->output[call], &r->written[call], k + 1);
        }
    }
    json_object_set_new(picture, "from", json_integer(w.from));
    json_object_set_new(picture, "expected", expected);
    json_object_set_new(picture, "got", got);
    json_object_set_new(picture, "elements", elements);
}

static void yaml_add(json_t *picture, const struct gat_expectation *x)
{
    struct gat_arena scratch = {0};
    const struct ref_case *q = &x->member->question;
    const char *yaml;
    size_t updates = q->updates.ndim >= 0 ? gat_array_size(&q->updates) : 0;
    size_t data = q->data.sparse == NULL ? gat_array_size(&q->data) : 0; /* it prints as a shape */
    if (data + gat_array_size(&q->indices) + updates > 16 * MOST_YAML)
        return; /* its text would be longer still */
    gat_member_print_yaml(x->member, &scratch, &yaml);
    if (strlen(yaml) <= MOST_YAML)
        json_object_set_new(picture, "yaml", json_string(yaml));
    gat_arena_free(&scratch);
}

/* The part of a stand-alone C file that is about the case. */
static void code_add(json_t *picture, const struct gat_expectation *x, uint64_t seed)
{
    struct gat_arena scratch = {0};
    struct gat_export all;
    gat_export_make(x, seed, &scratch, &all);
    size_t size = gat_array_size(&all.job.output);
    for (unsigned k = 0; k < all.job.n_inputs; k++)
        if (!gat_size_add(size, gat_array_size(&all.job.inputs[k]), &size))
            size = SIZE_MAX;
    if (size <= MOST_CODE && gat_export_misfit(x, false, &scratch) == NULL) {
        const char *code = gat_export_c_case(&all);
        if (strlen(code) <= MOST_CODE)
            json_object_set_new(picture, "code", json_string(code));
    }
    gat_arena_free(&scratch);
}

json_t *gat_picture_make(const struct gat_expectation *x, const struct gat_reply *reply,
                         const struct gat_judgement *j, uint64_t seed)
{
    const struct gat_array *t = &x->answer.output;
    struct gat_job job;
    json_t *inputs = json_array(), *status = json_array();
    int call = call_shown(x, reply);
    gat_job_fill(x, NULL, &job);
    for (unsigned k = 0; k < job.n_inputs; k++) {
        bool index = strcmp(job.input_names[k], "indices") == 0 && x->answer.bad_at >= 0;
        json_array_append_new(
            inputs, input_json(job.input_names[k], &job.inputs[k],
                               index ? x->answer.bad_at : j->element > 0 ? j->element : 0));
    }
    json_t *picture = json_pack(
        "{s:o,s:o,s:s,s:{s:s,s:o}}", "inputs", inputs, "attributes", gat_attributes_json(&job),
        "demand", demand_name(x->answer.demand), "output", "dtype",
        gat_dtype_name(t->dtype), "shape", gat_ints_json(t->shape, (uint64_t)t->ndim));
    for (unsigned k = 0; k < 2 && reply != NULL && reply->end == GAT_END_ANSWERED; k++)
        json_array_append_new(status, status_json(reply->status[k]));
    if (json_array_size(status) == 2)
        json_object_set(picture, "status", status);
    json_decref(status);
    if (call >= 0)
        answer_add(picture, x, reply, (unsigned)call);
    const char *presented = gat_member_presented(x->member);
    if (presented[0] != '\0')
        json_object_set_new(picture, "presentation", json_string(presented));
    yaml_add(picture, x);
    code_add(picture, x, seed);
    return picture;
}

/* Only what is there: the rest is too large to be looked through. */
static uint64_t sparse_hash(const struct gat_array *t, uint64_t h)
{
    int64_t n = gat_array_count(t);
    for (int64_t k = gat_array_filled(t, 0); k < n; k = gat_array_filled(t, k + 1)) {
        h = XXH3_64bits_withSeed(&k, sizeof k, h);
        h = XXH3_64bits_withSeed(element_at(t, t->data, k), gat_dtype_size(t->dtype), h);
    }
    return h;
}

static uint64_t array_hash(const char *name, const struct gat_array *t, uint64_t h)
{
    const int32_t head[] = {(int32_t)t->dtype, t->ndim};
    h = XXH3_64bits_withSeed(name, strlen(name) + 1, h);
    h = XXH3_64bits_withSeed(head, sizeof head, h);
    h = XXH3_64bits_withSeed(t->shape, (size_t)t->ndim * sizeof t->shape[0], h);
    if (t->dtype != GAT_STR && t->sparse == NULL)
        return XXH3_64bits_withSeed(t->data, gat_array_size(t), h);
    if (t->dtype != GAT_STR)
        return sparse_hash(t, h);
    for (int64_t k = 0; k < gat_array_count(t); k++) {
        struct gat_string s;
        memcpy(&s, element_at(t, t->data, k), sizeof s);
        h = XXH3_64bits_withSeed(&s.size, sizeof s.size, h);
        h = XXH3_64bits_withSeed(s.data != NULL ? s.data : "", s.size, h);
    }
    return h;
}

uint64_t gat_content_hash(const struct gat_expectation *x)
{
    struct gat_job job;
    gat_job_fill(x, NULL, &job);
    return gat_job_hash(&job, x->member->presentation);
}

uint64_t gat_job_hash(const struct gat_job *job, unsigned presentation)
{
    uint64_t h = presentation;
    for (unsigned k = 0; k < job->n_inputs; k++)
        h = array_hash(job->input_names[k], &job->inputs[k], h);
    for (unsigned k = 0; k < job->n_attrs; k++) {
        const struct gat_attr *a = &job->attrs[k];
        h = XXH3_64bits_withSeed(a->name, strlen(a->name) + 1, h);
        h = XXH3_64bits_withSeed(&a->i, sizeof a->i, h);
        if (a->kind == GAT_ATTR_INTS)
            h = XXH3_64bits_withSeed(a->ints, a->n_ints * sizeof a->ints[0], h);
        if (a->kind == GAT_ATTR_TEXT)
            h = XXH3_64bits_withSeed(a->text, strlen(a->text), h);
    }
    return h;
}

int64_t gat_case_size(const struct gat_expectation *x)
{
    struct gat_job job;
    int64_t n = 0;
    gat_job_fill(x, NULL, &job);
    for (unsigned k = 0; k < job.n_inputs; k++)
        if (__builtin_add_overflow(n, gat_array_count(&job.inputs[k]), &n))
            return INT64_MAX;
    return n;
}
